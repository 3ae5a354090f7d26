import ControlAPI
import Multitasking
import Testing

/// Fetches and pushes, from the command to the answer, with real processes.
@Suite("Fetches and silent pushes")
struct FetchTests {
  static let app: AppID = "com.example.news"

  private static func bundle(_ profile: Profile.Name = .classic) -> ProbeBundle {
    ProbeBundle(
      app, scenes: profile == .modern ? .single : .none,
      backgroundModes: ["fetch", "remote-notification"])
  }

  @Test(
    "A suspended app is thawed for a fetch, answers, and is frozen again (F4, F7, F12)",
    arguments: Profile.Name.allCases)
  func suspended(_ profile: Profile.Name) async throws {
    try await scenario(profile) { device in
      try device.install(Self.bundle(profile))
      try device.bringUp(Self.app, "--fetch-interval", "minimum", "--answer", "newData")
      try device.sendAway(Self.app)
      try device.call(.work(.fetch(app: Self.app)))
      try device.expect(
        Self.app,
        hears: ["delegate performFetch state=background", "answers newData"],
        after: ["resume", "runInBackground", "performFetch", "suspend"])
      #expect(try device.waitForOutcome(of: Self.app) == .answered(.newData))
      #expect(try device.state(Self.app) == .suspended)
      #expect(try device.info(Self.app).why.contains("answered the fetch with newData"))
    }
  }

  @Test("An app that does not run is launched for a fetch and never comes to the front (F5, L30)")
  func launched() async throws {
    try await scenario { device in
      try device.install(Self.bundle())
      try device.call(
        .launch(
          ControlCommand.Launch(
            app: Self.app, arguments: ["--answer", "noData"], inBackground: true, purpose: .fetch)))
      #expect(try device.waitForOutcome(of: Self.app) == .answered(.noData))
      try device.wait(until: Self.app, is: .suspended)
      let lines = device.printed(by: Self.app)
      #expect(lines.contains("delegate performFetch state=background"))
      #expect(!lines.contains { $0.contains("DidBecomeActive") })
      #expect(try device.status().screen.front == nil)
      try device.open(Self.app)
      try device.wait(
        untilPrinted: "notification UIApplicationDidBecomeActiveNotification", by: Self.app)
    }
  }

  @Test(
    "An app that does not answer in time is ended, with the documented code (F6)",
    arguments: [(Profile.Name.classic, TerminationCode.watchdog), (.modern, .fetchTimeout)])
  func neverAnswered(_ profile: Profile.Name, _ code: TerminationCode) async throws {
    try await scenario(profile, ["fetchBudget": "6", "taskExpirationLead": "3"]) { device in
      try device.install(Self.bundle(profile))
      try device.bringUp(Self.app, "--answer", "never")
      try device.sendAway(Self.app)
      try device.call(.work(.fetch(app: Self.app)))
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .workNotAnswered(.fetch, limit: .seconds(6)))
      #expect(record.code == code)
      let asked = try #require(device.time(of: "performFetch", for: Self.app))
      #expect((6.0...7.5).contains(asked.seconds(to: record.at)))
      // The device and the app's next process are unharmed.
      try device.bringUp(Self.app)
    }
  }

  @Test("Who answers twice traps, as on iOS; the first answer counts")
  func answeredTwice() async throws {
    try await scenario { device in
      try device.install(Self.bundle())
      try device.bringUp(Self.app, "--answer", "twice")
      try device.sendAway(Self.app)
      try device.call(.work(.fetch(app: Self.app)))
      let record = try device.waitForEnd(of: Self.app)
      guard case .crashed = record.reason else {
        Issue.record("\(record.reason)")
        return
      }
      #expect(try device.waitForOutcome(of: Self.app) == .answered(.newData))
    }
  }

  @Test("A silent push wakes an app; one more than three an hour is held and says why (F50, F51)")
  func pushes() async throws {
    try await scenario(.modern) { device in
      try device.install(Self.bundle(.modern))
      try device.bringUp(Self.app)
      try device.sendAway(Self.app)
      let push = ControlCommand.work(
        .push(app: Self.app, payload: #"{"aps":{"content-available":1},"id":7}"#))
      for _ in 0..<3 {
        #expect(try device.call(push) == .done)
        #expect(try device.waitForOutcome(of: Self.app) == .answered(.newData))
        try device.wait(until: Self.app, is: .suspended)
      }
      #expect(
        device.printed(by: Self.app).contains(
          "delegate didReceiveRemoteNotification state=background keys=aps,id"))
      guard case .held(let holds) = try device.call(push) else {
        Issue.record("the fourth push was not held")
        return
      }
      guard case .rateLimit(used: 3, limit: 3, _)? = holds.first, holds.count == 1 else {
        Issue.record("held for \(holds)")
        return
      }
      // The person opens the app, which gets it at once.
      device.skip(Self.app)
      try device.open(Self.app)
      try device.wait(
        untilPrinted: "delegate didReceiveRemoteNotification state=", by: Self.app, times: 4)
    }
  }

  @Test("Mistakes are called by their names, and nothing is woken")
  func mistakes() async throws {
    try await scenario(.modern) { device in
      try device.install(ProbeBundle(Self.app, scenes: .single))
      func refused(_ command: WorkCommand, _ text: String) {
        let error = #expect(throws: ControlError.self) { try device.call(.work(command)) }
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
      }
      refused(.fetch(app: Self.app), "UIBackgroundModes")
      refused(.fetch(app: "com.example.none"), "no app com.example.none is installed")
      refused(
        .push(app: Self.app, payload: #"{"aps":{"content-available":1}}"#), "remote-notification")
      refused(.push(app: Self.app, payload: #"{"aps":{"alert":"x"}}"#), "content-available")
      refused(.push(app: Self.app, payload: "x"), "it is no JSON")
      refused(.push(app: Self.app, payload: "[]"), "it is no JSON object")
      refused(.push(app: Self.app, payload: "{}"), #"it has no "aps""#)
      refused(
        .push(
          app: Self.app,
          payload: #"{"aps":{},"x":""# + String(repeating: "x", count: 5_000) + #""}"#),
        "longer than the push service takes")
      refused(.launchTask(identifier: "x", app: nil), "no app has a request")
      refused(.expireTask(identifier: "x", app: Self.app), "runs no task x")
      #expect(try device.state(Self.app) == .notRunning)
    }
  }

  @Test("The switches reach the app's status and its observers (F10)")
  func status() async throws {
    try await scenario { device in
      try device.install(Self.bundle())
      try device.bringUp(Self.app)
      let changed = "notification UIApplicationBackgroundRefreshStatusDidChangeNotification"
      try device.call(.environment([.backgroundRefresh(.denied)]))
      try device.wait(untilPrinted: changed, by: Self.app)
      #expect(try device.work(of: Self.app).refreshStatus == .denied)
      // Off for the app as well: nothing changes for it.
      try device.call(.work(.setRefresh(app: Self.app, isOn: false)))
      try device.call(.environment([.backgroundRefresh(.available)]))
      #expect(try device.work(of: Self.app).refreshStatus == .denied)
      try device.call(.work(.setRefresh(app: Self.app, isOn: true)))
      try device.wait(untilPrinted: changed, by: Self.app, times: 2)
      #expect(try device.work(of: Self.app).refreshStatus == .available)
    }
  }

  @Test("What a fetch has cost is measured; new data without any traffic is seen (F8)")
  func cost() async throws {
    try await scenario(realOnly: "the machine is measured") { device in
      try device.install(Self.bundle())
      try device.bringUp(Self.app, "--answer", "newData")
      try device.sendAway(Self.app)
      // The first one brings code into the processor's caches.
      for _ in 0..<2 {
        try device.call(.work(.fetch(app: Self.app)))
        #expect(try device.waitForOutcome(of: Self.app) == .answered(.newData))
        try device.wait(until: Self.app, is: .suspended)
      }
      let cost = try #require(try device.work(of: Self.app).history.last?.cost)
      #expect(cost.cpu > .zero)
      #expect(cost.bytes == 0 || cost.cpu >= .microseconds(500))
    }
  }
}
