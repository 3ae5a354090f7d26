import AppLink
import Foundation
import Testing

@testable import UIKit

/// What ends an app besides its own doing.
@Suite(.serialized)
struct LinkTests {
  @Test("Without a device an app says what to do next and exits with 64")
  func noDevice() throws {
    let device = try FakeDevice(linkValue: nil)
    #expect(try device.exitCode() == 64)
    #expect(device.errorOutput().contains("greenroom launch"))
  }

  // A small number may be a descriptor of the many tests in this process, which the app inherits.
  @Test("A link that is not one ends the app with 69", arguments: ["nonsense", "-1", "1000000"])
  func badDescriptor(value: String) throws {
    let device = try FakeDevice(linkValue: value)
    #expect(try device.exitCode() == 69)
    #expect(device.errorOutput().contains("the link to the device is gone"))
  }

  @Test("When the device goes away the app exits with 69")
  func endOfLink() throws {
    let device = try FakeDevice.active()
    device.closeLink()
    #expect(try device.exitCode() == 69)
    #expect(device.errorOutput().contains("the link to the device is gone"))
  }

  @Test("An app whose main thread is stuck goes with its device too")
  func endOfLinkWhileStuck() throws {
    let device = try FakeDevice(["--hang", "didFinishLaunching"])
    _ = try device.hello()
    try device.post(.launch())
    _ = try device.nextLines()
    device.closeLink()
    #expect(try device.exitCode() == 69)
  }

  @Test(
    "Bytes that are no message end the app with 70",
    arguments: [
      Array("\0\0\0\u{2}{}".utf8), Array("\0\0\0\u{4}oops".utf8), [0xff, 0xff, 0xff, 0xff],
    ])
  func garbage(bytes: [UInt8]) throws {
    let device = try FakeDevice.active()
    try device.post(bytes: bytes)
    #expect(try device.exitCode() == 70)
    #expect(device.errorOutput().contains("was not understood"))
  }

  @Test("A message before the launch, or a second launch, ends the app with 70")
  func disorder() throws {
    let early = try FakeDevice()
    _ = try early.hello()
    try early.post(.didBecomeActive(scene: ""))
    #expect(try early.exitCode() == 70)
    let twice = try FakeDevice.active()
    try twice.post(.launch())
    #expect(try twice.exitCode() == 70)
  }

  @Test("A device that closes the link on the last answer gets exit code 0 all the same (L71)")
  func closedAfterTermination() throws {
    for _ in 0..<10 {
      let device = try FakeDevice.active()
      try device.send(.willTerminate)
      device.closeLink()
      #expect(try device.exitCode() == 0)
    }
  }

  @Test("The view tree: the screen, its window, the view controller's view")
  func viewTree() throws {
    let device = try FakeDevice.active()
    try device.send(.describeViews(request: 7))
    guard case .viewTree(7, let screen) = try device.nextOther() else {
      Issue.record("no view tree")
      return
    }
    #expect(screen.type == "UIScreen")
    #expect(screen.width == 390)
    #expect(screen.subviews.map(\.type) == ["UIWindow"])
    #expect(screen.subviews[0].subviews.map(\.viewController) == ["ProbeViewController"])
  }

  @Test("UIApplication.shared traps before UIApplicationMain")
  func sharedTooEarly() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in _ = UIApplication.shared }
    #expect(standardError(result).contains("UIApplication.shared is nil"))
  }

  @Test("A second application object traps")
  func secondApplication() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = UIApplication()
      _ = UIApplication()
    }
    #expect(standardError(result).contains("There can only be one UIApplication instance."))
  }

  @Test("A delegate class that does not exist traps")
  func unknownDelegate() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "No.SuchClass")
    }
    #expect(standardError(result).contains("No class named No.SuchClass is loaded."))
  }

  private func standardError(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}
