import ControlAPI
import Glibc
import Multitasking
import ProcessControl
import Testing

/// A suspended app runs nothing: the kernel says so.
struct FreezeTests {
  static let app: AppID = "com.example.frozen"

  @Test("A suspended app that spins uses no processor time at all (L5)", arguments: usableFreezers)
  func noProcessorTime(_ freezer: FreezerPreference) async throws {
    try await scenario(realOnly: "processor time", freezer: freezer) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app, "--spin")
      let pid = try device.pid(Self.app)
      try device.sendAway(Self.app)
      // A frozen thread's last microseconds are counted when it has left the processor.
      var used: UInt64?
      try device.wait(for: "all processor time to be counted") { _ in
        let earlier = used
        poll(nil, 0, 50)
        used = try device.info(Self.app).process?.cpuNanoseconds
        return used != nil && used == earlier
      }
      let before = try device.info(Self.app).process
      let ticks = try #require(Leftovers.cpuTicks(of: pid))
      let counted = device.cgroupValue("usage_usec", in: "cpu.stat", of: Self.app)
      try device.advance(.seconds(2))
      let after = try device.info(Self.app).process
      #expect(Leftovers.cpuTicks(of: pid) == ticks)
      #expect(after?.cpuNanoseconds == before?.cpuNanoseconds)
      if freezer == .cgroup {
        #expect(counted != nil)
        #expect(device.cgroupValue("usage_usec", in: "cpu.stat", of: Self.app) == counted)
        if let frozenBefore = before?.frozenNanoseconds {
          let frozenAfter = try #require(after?.frozenNanoseconds)
          #expect(frozenAfter >= frozenBefore + 1_500_000_000)
          #expect(
            device.cgroupValue("frozen_usec", in: "cgroup.stat.local", of: Self.app) ?? 0
              >= frozenAfter / 1_000)
        }
      } else {
        #expect(Leftovers.state(of: pid) == "T")
      }
      try device.bringUp(Self.app)
      try device.wait(for: "the app to compute again") { _ in
        Leftovers.cpuTicks(of: pid) ?? 0 > ticks
      }
    }
  }

  @Test(
    "No timer, task or queue runs while an app is suspended; each runs once at the thaw (L5)",
    arguments: usableFreezers)
  func timers(_ freezer: FreezerPreference) async throws {
    try await scenario(freezer: freezer, comparing: { !$0.hasPrefix("tick ") }) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app, "--tick", "1")
      for kind in ["timer", "task", "queue"] {
        try device.wait(untilPrinted: "tick \(kind) 2", by: Self.app)
      }
      try device.sendAway(Self.app)
      // What it printed just before is taken from the pipe afterwards.
      try device.advance(.seconds(1))
      let before = device.printed(by: Self.app)
      try device.advance(.seconds(7))
      #expect(device.printed(by: Self.app) == before)
      try device.bringUp(Self.app)
      try device.advance(.seconds(1))
      for kind in ["timer", "task", "queue"] {
        let missed = device.printed(by: Self.app).dropFirst(before.count).count {
          $0.hasPrefix("tick \(kind) ")
        }
        // The overdue one, and what is due in the second since, and a bit: not the eight missed.
        #expect((1...4).contains(missed), "\(kind)")
      }
    }
  }

  @Test("Suspending and resuming by command is a freeze and a thaw", arguments: usableFreezers)
  func byCommand(_ freezer: FreezerPreference) async throws {
    try await scenario(
      .classic, ["suspensionGrace": "30", "wakeBudget": "30"], freezer: freezer
    ) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
      let refusal = #expect(throws: ControlError.self) {
        try device.call(.suspend(app: Self.app))
      }
      #expect(refusal?.code == .refused)
      try device.home()
      try device.wait(untilPrinted: ClassicMessages.entersBackground[1], by: Self.app)
      for _ in 0..<20 {
        try device.call(.suspend(app: Self.app))
        #expect(try device.state(Self.app) == .suspended)
        try device.call(.resume(app: Self.app))
        #expect(try device.state(Self.app) == .background)
      }
    }
  }

  @Test("A suspended app loses nothing of what it heard and is told on its way back")
  func manyRoundTrips() async throws {
    try await scenario(.classic, ["suspensionGrace": "0"]) { device in
      try device.install(ProbeBundle(Self.app))
      for _ in 0..<15 {
        try device.bringUp(Self.app)
        try device.sendAway(Self.app)
      }
      let lines = device.printed(by: Self.app)
      #expect(lines.count { $0.hasPrefix("delegate didFinishLaunching") } == 1)
      #expect(lines.count { $0.hasPrefix("delegate applicationDidEnterBackground") } == 15)
      #expect(lines.count { $0.hasPrefix("delegate applicationWillEnterForeground") } == 14)
    }
  }
}
