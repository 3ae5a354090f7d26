import AppLink
import ControlAPI
import Foundation
import Multitasking
import ProcessControl
import Testing

/// What a device tells of its screen, for somebody to draw.
struct ScreenTests {
  static let app: AppID = "com.example.news"
  static let banner = "Three sources, all of them good"

  static func bundle(_ id: AppID = app) -> ProbeBundle {
    ProbeBundle(id, program: BuiltPrograms.listProbe)
  }

  @Test("The screen is the Home screen, the app in front, the lock screen, a call, the switcher")
  func screens() async throws {
    try await scenario(.modern) { device in
      try device.install(Self.bundle())
      #expect(try device.screen().content == .home(apps: ["news"]))
      try device.bringUp(Self.app)
      let shown = try device.screen()
      #expect((shown.width, shown.height, shown.scale) == (390, 844, 2))
      #expect(shown.app?.source == .app)
      #expect(shown.texts.contains(Self.banner))
      try device.call(.call(.incoming))
      #expect(try device.screen().overlays == [.incomingCallBanner])
      try device.call(.call(.answer(covering: .phone)))
      #expect(try device.screen().content == .phone)
      try device.call(.call(.end))
      try device.wait(until: Self.app, is: .active)
      try device.call(.alert(show: true))
      #expect(try device.screen().overlays == [.alert])
      #expect(try device.screen().texts.contains(Self.banner))
      try device.call(.alert(show: false))
      try device.call(.switcher(.open))
      guard case .switcher(let cards) = try device.screen().content else {
        Issue.record("no switcher")
        return
      }
      #expect(cards.map(\.app) == [Self.app.bundleIdentifier])
      try device.call(.switcher(.close))
      try device.call(.lock)
      #expect(try device.screen().content == .lockScreen)
    }
  }

  @Test("The status tells the device's time and its battery")
  func status() async throws {
    try await scenario(virtualOnly: 1) { device in
      try device.call(.environment([.battery(percent: 15), .lowPowerMode(true)]))
      let status = try device.screen().status
      #expect(status.batteryLevel == 0.15)
      #expect(status.isLowPowerModeEnabled)
      let before = status.time
      try device.advance(.seconds(60))
      #expect(try device.screen().status.time != before)
    }
  }

  @Test("An app that runs describes itself, also in the background; a frozen one is not asked")
  func sources() async throws {
    try await scenario { device in
      try device.install(Self.bundle())
      try device.bringUp(Self.app)
      try device.home()
      #expect(try device.screen(of: Self.app).app?.source == .app)
      try device.wait(until: Self.app, is: .suspended)
      let suspended = try device.screen(of: Self.app)
      #expect(suspended.app?.source == .snapshot)
      #expect(suspended.texts.contains(Self.banner))
      // It is as it was: nobody thawed it.
      #expect(try device.state(Self.app) == .suspended)
    }
  }

  @Test("An app that has shown nothing yet, or is not there, can't be shown")
  func refusals() async throws {
    try await scenario { device in
      try device.install(Self.bundle())
      for snapshot in [true, false] {
        let refusal = #expect(throws: ControlError.self) {
          try device.screen(of: Self.app, snapshot: snapshot)
        }
        #expect(refusal?.code == .refused)
        #expect(refusal?.message.contains("has left no snapshot") == true)
        #expect(refusal?.nextStep?.contains("greenroom open") == true)
        let unknown = #expect(throws: ControlError.self) {
          try device.screen(of: "com.example.nobody", snapshot: snapshot)
        }
        #expect(unknown?.code == .notFound)
      }
      let whose = #expect(throws: ControlError.self) {
        try device.call(.screenshot(app: nil, snapshot: true))
      }
      #expect(whose?.code == .badRequest)
    }
  }

  @Test("An app whose main thread is busy is waited for, and named, and the device goes on")
  func busy() async throws {
    try await scenario { device in
      let id: AppID = "com.example.busy"
      try device.install(ProbeBundle(id))
      try device.launch(id, "--hang", "applicationDidBecomeActive")
      try device.wait(untilPrinted: "delegate applicationDidBecomeActive", by: id)
      let error = #expect(throws: ControlError.self) { try device.screen() }
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("its main thread is busy") == true)
      #expect(try device.status().running == 1)
    }
  }

  @Test("An app that is frozen while it is asked is shown as it was left")
  func freezing() async throws {
    try await scenario(realOnly: "another client freezes the app while a request waits") { device in
      try device.install(Self.bundle())
      try device.bringUp(Self.app, "--busy")
      try device.home()
      try device.wait(untilPrinted: "busy", by: Self.app)
      let socket = device.paths.controlSocket
      let other = Thread {
        usleep(200_000)
        _ = try? ControlClient(connectingTo: socket).call(.suspend(app: Self.app))
      }
      other.start()
      let picture = try device.screen(of: Self.app)
      #expect(picture.app?.source == .snapshot)
      #expect(picture.texts.contains(Self.banner))
      #expect(try device.state(Self.app) == .suspended)
    }
  }

  @Test("An app that ends while it is asked is told of")
  func ending() async throws {
    try await scenario(realOnly: "an app is killed while a request waits") { device in
      let id: AppID = "com.example.busy"
      try device.install(ProbeBundle(id))
      let pid = try device.launch(id, "--hang", "applicationDidBecomeActive")
      try device.wait(untilPrinted: "delegate applicationDidBecomeActive", by: id)
      let killer = Thread {
        usleep(200_000)
        kill(pid, SIGKILL)
      }
      killer.start()
      let error = #expect(throws: ControlError.self) { try device.screen(of: id) }
      #expect(error?.code == .refused)
      #expect(error?.message.contains("ended before it described its screen") == true)
    }
  }
}

extension DeviceDriver {
  /// What the screen shows, or one app.
  func screen(of app: AppID? = nil, snapshot: Bool = false) throws -> ScreenPicture {
    guard case .screen(let picture) = try call(.screenshot(app: app, snapshot: snapshot)) else {
      throw TimedOut(what: "a picture")
    }
    return picture
  }
}

extension ScreenPicture {
  /// The app that is shown.
  var app: Picture? { if case .app(let picture) = content { picture } else { nil } }

  /// Everything that the app has written on the screen.
  var texts: [String] { app?.list?.items.compactMap(\.text?.string) ?? [] }
}
