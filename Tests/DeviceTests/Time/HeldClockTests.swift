import ControlAPI
import Multitasking
import Testing

/// The clock of a virtual device, as its clients see it.
struct HeldClockTests {
  static let app: AppID = "com.example.held"
  static let start = Instant(nanoseconds: 1_767_225_600_000_000_000)

  static func run(
    _ settings: [String: String] = [:], _ body: @Sendable @escaping (TestDevice) throws -> Void
  ) async throws {
    try await TestDevice.run(.classic, settings, seed: 3) { device in
      try device.install(ProbeBundle(app))
      try body(device)
    }
  }

  @Test("Time stands still until somebody lets it pass, whatever wants to run")
  func stands() async throws {
    try await Self.run { device in
      try device.launch(Self.app, "--tick", "0.1")
      for _ in 0..<5 {
        let time = try device.time()
        #expect(time.isVirtual)
        #expect(time.seed == 3)
        #expect(time.now == Self.start)
        #expect(time.bootedAt == Self.start)
        #expect(time.limit == Self.start)
        #expect(time.nextDeadline == Self.start + .milliseconds(100))
        #expect(time.trace?.count == 16)
      }
      #expect(try device.state(Self.app) == .active)
    }
  }

  @Test("advance lets pass exactly what it is asked for, and everything due on the way happens")
  func advance() async throws {
    try await Self.run { device in
      try device.launch(Self.app, "--tick", "0.1")
      let time = try device.time(after: .advance(nanoseconds: 1_050_000_000))
      #expect(time.now == Self.start + .milliseconds(1_050))
      try device.catchUp()
      #expect(device.printed(by: Self.app).count { $0.hasPrefix("tick timer") } == 10)
      let then = Self.start + .seconds(3_600)
      #expect(try device.time(after: .advanceTo(instant: then)).now == then)
      #expect(try device.time(after: .advance(nanoseconds: 0)).now == then)
    }
  }

  @Test("A suspended app is frozen at the exact instant, and its clocks are told nothing (L5, T24)")
  func freeze() async throws {
    try await Self.run { device in
      try device.bringUp(Self.app, "--tick", "0.1")
      try device.home()
      let suspended = try device.time(
        after: .runUntil(
          app: Self.app, state: .suspended, limitNanoseconds: 60_000_000_000))
      #expect(suspended.now == Self.start + .milliseconds(500))
      try device.catchUp()
      let ticks = device.printed(by: Self.app).count { $0.hasPrefix("tick timer") }
      try device.advance(.seconds(86_400))
      try device.catchUp()
      #expect(device.printed(by: Self.app).count { $0.hasPrefix("tick timer") } == ticks)
      #expect(try device.info(Self.app).process?.frozenNanoseconds == 86_400_000_000_000)
      try device.open(Self.app)
      try device.catchUp()
      // What became overdue is due at the thaw, once.
      #expect(device.printed(by: Self.app).count { $0.hasPrefix("tick timer") } == ticks + 1)
    }
  }

  @Test("idle is when nothing wants to run any more, and an app that ticks never is")
  func idle() async throws {
    try await Self.run { device in
      try device.launch(Self.app)
      let limit = 3_600_000_000_000 as Int64
      try device.call(.runUntilIdle(limitNanoseconds: limit))
      #expect(try device.state(Self.app) == .active)
      try device.home()
      let suspended = try device.time(after: .runUntilIdle(limitNanoseconds: limit))
      #expect(try device.state(Self.app) == .suspended)
      #expect(suspended.nextDeadline == nil)
      #expect(suspended.now < Self.start + .seconds(60))
      let again = try device.time(after: .runUntilIdle(limitNanoseconds: limit))
      #expect(again.now == suspended.now)
      try device.call(.kill(app: Self.app))
      try device.launch(Self.app, "--tick", "1")
      let launched = try device.time().now
      #expect { try device.call(.runUntilIdle(limitNanoseconds: 10_500_000_000)) } throws: {
        ($0 as? ControlError)?.code == .timedOut
      }
      #expect(try device.time().now == launched + .milliseconds(10_500))
    }
  }

  @Test("A wait that is in vain ends at its limit, and says what is there instead")
  func limits() async throws {
    try await Self.run { device in
      try device.launch(Self.app)
      let command = ControlCommand.runUntil(
        app: Self.app, state: .suspended, limitNanoseconds: 60_000_000_000)
      #expect { try device.call(command) } throws: { error in
        guard let error = error as? ControlError else { return false }
        return error.code == .timedOut
          && error.message == "com.example.held is active after 1m, not suspended"
      }
      #expect(try device.time().now == Self.start + .seconds(60))
      #expect { try device.call(.advanceTo(instant: Self.start)) } throws: {
        ($0 as? ControlError)?.code == .refused
      }
      for nanoseconds in [-1, Int64.max, .min] {
        #expect(throws: ControlError.self) {
          try device.call(.advance(nanoseconds: nanoseconds))
        }
        #expect(throws: ControlError.self) {
          try device.call(.runUntilIdle(limitNanoseconds: nanoseconds))
        }
      }
      #expect { try device.call(.advanceTo(instant: Instant(nanoseconds: .max))) } throws: {
        ($0 as? ControlError)?.code == .badRequest
      }
      #expect {
        try device.call(.runUntil(app: "com.nobody", state: .active, limitNanoseconds: 1))
      } throws: { ($0 as? ControlError)?.code == .notFound }
    }
  }

  @Test("Whoever goes away while time passes for him leaves a clock that stands")
  func disconnect() async throws {
    try await Self.run { device in
      try device.launch(Self.app, "--tick", "0.1")
      // Long enough that nobody sees its end.
      var client = RawClient(device.paths.controlSocket)
      client?.send(
        json: #"{"id":1,"version":1,"command":{"advance":{"nanoseconds":1576800000000000000}}}"#)
      try wait(for: "time to pass") { try device.time().now > Self.start }
      client = nil
      try wait(for: "the clock to stand") {
        let before = try device.time().now
        return try device.time().now == before
      }
    }
  }

  @Test("Numbers of processes are those of the device's world, the same in each run")
  func processNumbers() async throws {
    try await Self.run { device in
      let (own, first) = (try device.status().pid, try device.launch(Self.app))
      #expect(own == 1)
      #expect(first == 2)
      #expect(try device.info(Self.app).process?.footprintBytes == nil)
      #expect(try device.status().freezer == "virtual time, seed 3")
      #expect(device.notes.contains { $0.hasPrefix("virtual time from 2026-01-01T00:00:00Z") })
    }
  }

  @Test("On a device in real time its time is told, and moving it is refused with the way out")
  func realTime() async throws {
    try await TestDevice.run { device in
      let time = try device.time()
      #expect(!time.isVirtual)
      #expect(time.seed == nil && time.trace == nil && time.limit == nil)
      #expect(time.now > time.bootedAt)
      for command in [
        .advance(nanoseconds: 1), .advanceTo(instant: time.now + .seconds(1)),
        .runUntilIdle(limitNanoseconds: 1),
        .runUntil(app: "com.example.a", state: .active, limitNanoseconds: 1),
      ] as [ControlCommand] {
        #expect { try device.call(command) } throws: { error in
          guard let error = error as? ControlError else { return false }
          return error.code == .refused && error.nextStep?.contains("boot --virtual") == true
        }
      }
    }
  }
}

extension DeviceDriver {
  func time(after command: ControlCommand = .time) throws -> TimeInfo {
    guard case .time(let info) = try call(command) else { throw TimedOut(what: "the time") }
    return info
  }
}
