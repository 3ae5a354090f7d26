import ControlAPI
import Multitasking
import ProcessControl
import Testing

/// More apps than a person has open, and who goes first when memory is short.
struct ManyAppsTests {
  @Test(
    "A hundred apps are installed, fifty suspended, and the device answers",
    arguments: usableFreezers)
  func hundred(_ freezer: FreezerPreference) async throws {
    try await TestDevice.run(freezer: freezer) { device in
      let probes = (0..<50).map { AppID("com.example.probe\($0)") }
      for number in 0..<50 {
        try device.install(ProbeBundle(probes[number]))
        try device.install(ProbeBundle(AppID("com.example.idle\(number)"), script: "exit 0"))
      }
      for app in probes { try device.bringUp(app) }
      try device.home()
      try device.wait(for: "fifty suspended apps") { _ in
        try device.status().suspended == 50
      }
      let start = ContinuousClock.now
      for _ in 0..<10 { #expect(try device.status().apps == 100) }
      guard case .apps(let apps) = try device.call(.listApps) else { return }
      #expect(apps.count == 100)
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(Leftovers.processes(of: device.paths.folder).count == 50)
      for app in probes.prefix(5) { try device.bringUp(app) }
      try device.shutDown()
      device.expectNothingLeft()
    }
  }

  @Test(
    "When memory is short suspended apps go first, the one used longest ago before others (T48)",
    arguments: usableFreezers)
  func memoryOrder(_ freezer: FreezerPreference) async throws {
    try await scenario(freezer: freezer, measuresMachine: true) { device in
      let apps: [AppID] = ["com.example.a", "com.example.b", "com.example.c", "com.example.d"]
      for app in apps {
        try device.install(ProbeBundle(app))
        try device.bringUp(app)
      }
      try device.bringUp(apps[0])
      for app in apps.dropFirst() { try device.wait(until: app, is: .suspended) }
      // By last use: b, c, d; a is in front.
      for victim in [apps[1], apps[2], apps[3]] {
        let heard = device.printed(by: victim).count
        try device.call(.memoryWarning(critical: true))
        let record = try device.waitForEnd(of: victim)
        guard case .memory(.pageShortage(from: .suspended, let bytes)) = record.reason else {
          Issue.record("\(record.reason)")
          return
        }
        #expect(bytes ?? 0 > 0)
        // L70: no message.
        #expect(device.printed(by: victim).count == heard)
        #expect(
          try device.status().suspended == apps.count - 1 - (apps.firstIndex(of: victim) ?? 0))
      }
      #expect(try device.state(apps[0]) == .active)
      // L62: a killed app that is chosen again is a cold launch.
      try device.bringUp(apps[2])
      #expect(device.done(to: apps[2]).count { $0 == "launch" } == 2)
    }
  }

  @Test("An app that holds more than the limit of its profile is ended (T49, T50)")
  func memoryLimit() async throws {
    try await scenario(.classic, ["memoryLimit": "1048576"], measuresMachine: true) { device in
      let app: AppID = "com.example.large"
      try device.install(ProbeBundle(app))
      try device.open(app)
      let record = try device.waitForEnd(of: app)
      guard case .memory(.perProcessLimit(let bytes, limit: 1_048_576)) = record.reason else {
        Issue.record("\(record.reason)")
        return
      }
      #expect(bytes > 1_048_576)
    }
  }
}
