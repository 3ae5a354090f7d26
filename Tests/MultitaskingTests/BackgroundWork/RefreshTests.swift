import Testing

@testable import Multitasking

/// A person who unlocks the device at the same hours each day, and opens the news.
private struct Days {
  var device: Scenario
  let habit: [Int]

  init(_ profile: Profile = .classic, opening habit: [Int], modes: [BackgroundMode] = [.fetch]) {
    device = Scenario(profile, AppManifest(id: "news", backgroundModes: modes))
    self.habit = habit
    // Local time begins with midnight.
    let sinceMidnight = Scenario.start.nanoseconds / 1_000_000_000 % 86_400
    device.send(.clockSet(ahead: .zero, fromUTC: .seconds(86_400 - sinceMidnight)))
    device.lock()
  }

  mutating func live(days: Int) {
    for _ in 0..<days {
      var hour = 0
      for opening in habit {
        device.advance(by: .seconds((opening - hour) * 3_600))
        device.unlock()
        device.open("news")
        device.advance(by: .seconds(60))
        device.home()
        device.lock()
        device.advance(by: .seconds(3_600 - 60))
        hour = opening + 1
      }
      device.advance(by: .seconds((24 - hour) * 3_600))
    }
  }

  var fetches: [WorkRecord] {
    (device.policy.backgroundRecord(of: "news")?.history ?? []).filter { $0.cause == .fetch }
  }

  /// Fetches of the last days, a day, as far as they are recorded.
  func rate(ofLast days: Int) -> Double {
    let start = device.now - .seconds(days * 86_400)
    return Double(fetches.count { $0.at >= start }) / Double(days)
  }
}

@Suite("Background refresh that learns")
struct RefreshTests {
  private static let many = Profile.classic.with(\.workHistoryMax, 1_000)

  private func lived(
    _ days: Int, _ habit: [Int] = [8, 13, 18, 21], _ result: FetchResult = .newData,
    asks: Bool = true
  ) -> Days {
    var life = Days(RefreshTests.many, opening: habit)
    life.device.answerFetches("news", result)
    if asks { life.device.send(.work("news", .fetchInterval(.zero))) }
    life.live(days: days)
    return life
  }

  @Test("Who has not asked for fetches is never woken (F2)")
  func never() {
    #expect(lived(7, asks: false).fetches.isEmpty)
  }

  @Test("Fetches come shortly before the app is opened, and say what they are worth (F9)")
  func habits() {
    let life = lived(14)
    let recent = life.fetches.filter { $0.at >= life.device.now - .seconds(7 * 86_400) }
    #expect(recent.count >= 14)
    let near = recent.count { record in
      let second = Scenario.start.duration(to: record.at).inSeconds
      let hour = second.truncatingRemainder(dividingBy: 86_400) / 3_600
      return life.habit.contains { hour >= Double($0) - 3 && hour <= Double($0) + 1 }
    }
    #expect(Double(near) >= 0.6 * Double(recent.count))
    #expect(recent.allSatisfy { $0.why.contains("price") && $0.outcome == .answered(.newData) })
  }

  @Test("An app that never has news is hardly woken any more (F8)")
  func noData() {
    let quiet = lived(12, [8, 13, 18, 21], .noData).rate(ofLast: 4)
    let lively = lived(12, [8, 13, 18, 21], .newData).rate(ofLast: 4)
    #expect(quiet <= 2)
    #expect(quiet <= 0.4 * lively)
  }

  @Test(
    "Nothing is fetched while a switch, the battery or the network is against it (F10, F32)",
    arguments: [
      Event.environment(.backgroundRefresh(.denied)), .environment(.lowPowerMode(true)),
      .environment(.network(.none)), .work("news", .refreshSwitched(false)),
    ])
  func conditions(_ event: Event) {
    var life = lived(7)
    life.device.send(event)
    let before = life.fetches.count
    #expect(before > 0)
    life.live(days: 2)
    #expect(life.fetches.count == before)
    #expect(life.device.policy.nextDeadline == nil)
  }

  @Test("A nearly empty battery stops fetches, a charger brings them back (F32)")
  func battery() {
    var life = lived(7)
    life.device.send(.environment(.batteryState(.unplugged)))
    life.device.send(.environment(.battery(percent: 20)))
    let before = life.fetches.count
    life.live(days: 2)
    #expect(life.fetches.count == before)
    life.device.send(.environment(.batteryState(.charging)))
    life.live(days: 2)
    #expect(life.fetches.count > before)
  }

  @Test("After a force quit nothing is fetched until the app is opened (F11)")
  func forceQuit() {
    var life = lived(7)
    life.device.unlock()
    life.device.open("news")
    life.device.forceQuit("news")
    life.device.send(.switcherClosed)
    life.device.lock()
    let before = life.fetches.count
    life.device.advance(by: .seconds(2 * 86_400))
    #expect(life.fetches.count == before)
    life.live(days: 2)
    #expect(life.fetches.count > before)
  }

  @Test("Two fetches are never closer than the app's own interval (F3)")
  func interval() {
    var life = Days(RefreshTests.many, opening: [8, 13, 18, 21])
    life.device.answerFetches("news", .newData)
    life.device.send(.work("news", .fetchInterval(.seconds(4 * 3_600))))
    life.live(days: 7)
    for (before, after) in zip(life.fetches, life.fetches.dropFirst()) {
      #expect(before.at.duration(to: after.at) >= .seconds(4 * 3_600))
    }
    #expect(life.fetches.count >= 7)
  }

  @Test("A refresh task begins by itself when it is worth it, once for each request (F23, F26)")
  func refreshTask() {
    var device = Scenario(
      .modern,
      AppManifest(
        id: "news", backgroundModes: [.fetch], permittedTaskIdentifiers: ["news.refresh"]))
    device.open("news")
    let date = device.now + .seconds(3_600)
    device.send(
      .work(
        "news",
        .submitted(
          TaskRequest(identifier: "news.refresh", kind: .refresh, earliestBegin: date), request: 1))
    )
    device.home()
    device.lock()
    let lines = device.advance(by: .seconds(86_400))
    #expect(lines.count { $0.contains("launchHandler(news.refresh)") } == 1)
    let record = device.policy.backgroundRecord(of: "news")?.history.first
    #expect(record.map { $0.at >= date } == true)
  }

  @Test("Asleep, the device has one alarm, and no wake-up that wakes nobody")
  func asleep() {
    var life = lived(10)
    // Into the night.
    life.device.advance(by: .seconds(3_600))
    var idle = 0
    for _ in 0..<100 {
      guard let deadline = life.device.policy.nextDeadline,
        deadline < life.device.now + .seconds(5 * 3_600)
      else { break }
      let lines = life.device.advance(by: life.device.now.duration(to: deadline))
      if lines.isEmpty { idle += 1 }
    }
    #expect(idle <= 2)
  }

  @Test("Why not now is told with all of the sum, and with when it may change")
  func outlook() {
    let life = lived(10)
    let outlook = life.device.policy.workOutlook(of: "news", at: life.device.now)?.first
    guard case .notWorthIt(let line, _) = outlook?.holds.last else {
      Issue.record("nothing is said of its worth: \(outlook?.holds ?? [])")
      return
    }
    #expect(line.contains("< price"))
  }

  @Test("What was learned comes back after a reboot (F33)")
  func reboot() throws {
    var life = lived(10)
    let kept = KeptBackground(
      record: try #require(life.device.policy.backgroundRecord(of: "news")),
      habits: try #require(life.device.policy.habits(of: "news")))
    var next = Policy(
      profile: RefreshTests.many, isLocked: true, learned: life.device.policy.learned,
      at: life.device.now)
    _ = next.handle(
      .clockSet(ahead: .zero, fromUTC: life.device.policy.localAhead), at: life.device.now)
    let manifest = try #require(life.device.policy.manifest(of: "news"))
    _ = next.handle(
      .installed(manifest, lastExit: nil, isForceQuit: false, background: kept),
      at: life.device.now)
    _ = next.handle(.unlocked, at: life.device.now)
    _ = next.handle(.locked, at: life.device.now)
    life.device.unlock()
    life.device.lock()
    #expect(next.nextLook == life.device.policy.nextLook)
    #expect(next.nextLook != nil)
  }

  @Test("A clock that is set back a day does not stop learning or fetching")
  func clockSetBack() {
    var life = lived(7)
    let before = life.fetches.count
    life.device.send(.clockSet(ahead: .seconds(-86_400), fromUTC: .zero))
    life.live(days: 3)
    #expect(life.fetches.count > before)
  }

  @Test("On a network that costs money fewer fetches are worth it, charged and locked more (F32)")
  func network() {
    func rate(_ events: EnvironmentChange...) -> Double {
      var life = lived(7)
      for event in events { life.device.send(.environment(event)) }
      life.live(days: 7)
      return life.rate(ofLast: 5)
    }
    let charged = rate(.batteryState(.charging))
    let battery = rate(.batteryState(.unplugged))
    let cellular = rate(.network(.cellular))
    #expect(cellular < battery)
    #expect(battery < charged)
  }
}
