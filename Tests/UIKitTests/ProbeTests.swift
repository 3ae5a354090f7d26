import AppLink
import Foundation
import Testing

@testable import UIKit

/// The main run loop of an app, and the probe's ways to misbehave.
@Suite(.serialized)
struct ProbeTests {
  @Test("Timers, the main queue and the main actor run in an app")
  func ticks() throws {
    let device = try FakeDevice.active(.launch(), ["--tick", "0.02"])
    var wanted: Set = ["tick timer 2", "tick task 2", "tick queue 2"]
    while !wanted.isEmpty { wanted.subtract(try device.nextLines()) }
  }

  @Test("A nested run loop inside a delegate method serves the main queue")
  func nestedRunLoop() throws {
    let device = try FakeDevice(["--nested-run-loop"])
    _ = try device.hello()
    #expect(try device.send(.launch()).contains("nested run loop served the main queue"))
  }

  @Test("Messages that arrive inside a nested run loop wait for their turn")
  func noNestedDelivery() throws {
    let device = try FakeDevice(["--nested-run-loop"])
    _ = try device.hello()
    let launch = try device.post(.launch())
    let active = try device.post(.didBecomeActive(scene: ""))
    #expect(
      try (0..<4).map { _ in try device.nextOther() } == [
        .started(id: launch), .handled(AppMessage.Answer(id: launch)),
        .started(id: active), .handled(AppMessage.Answer(id: active)),
      ])
  }

  @Test(
    "Asked to crash or to exit, the probe does", arguments: [("--crash", -SIGILL), ("--exit", 3)])
  func ends(flag: String, code: Int32) throws {
    let device = try FakeDevice([flag, "applicationDidBecomeActive"])
    _ = try device.hello()
    try device.send(.launch())
    try device.post(.didBecomeActive(scene: ""))
    let ended = try device.exitCode()
    // fatalError is SIGILL on x86 and SIGTRAP on ARM.
    #expect(ended == code || (flag == "--crash" && ended == -SIGTRAP))
  }

  @Test("Garbage and endless frames are on the link where the probe was asked for them")
  func garbage() throws {
    let huge = try FakeDevice(["--huge-frame"])
    _ = try huge.hello()
    #expect(throws: FrameError.self) { try huge.send(.launch()) }
    let endless = try FakeDevice(["--endless-frames"])
    _ = try endless.hello()
    try endless.post(.launch())
    for _ in 0..<500 { _ = try endless.nextOther() }
  }
}
