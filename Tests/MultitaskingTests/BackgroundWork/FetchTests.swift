import Testing

@testable import Multitasking

@Suite("Background fetch")
struct FetchTests {
  private static let news = AppManifest(id: "news", backgroundModes: [.fetch])

  /// The app has been used and is suspended.
  private func suspended(_ profile: Profile = .classic) -> Scenario {
    var device = Scenario(profile, FetchTests.news)
    device.open("news")
    device.home()
    device.advance(by: .seconds(10))
    return device
  }

  @Test("A suspended app is resumed for a fetch, and suspended when it has answered (F4, F7)")
  func fetch() {
    var device = suspended()
    #expect(
      device.send(.work("news", .fetchSimulated)) == [
        "news resume", "news runInBackground", "news performFetch",
      ])
    #expect(device.state("news") == .background)
    device.advance(by: .seconds(3))
    #expect(device.answerWork("news", .newData) == [])
    #expect(device.advance(by: .seconds(60)) == ["1 s: news suspend"])
    #expect(
      device.policy.state(of: "news") == .suspended(because: .workAnswered(.fetch, .newData)))
  }

  @Test("An app that does not run is launched into the background for a fetch (F5, L30)")
  func launch() {
    var device = Scenario(.classic, FetchTests.news)
    #expect(
      device.send(.work("news", .fetchSimulated)) == [
        "news launch", "news didFinishLaunching", "news didEnterBackground", "news performFetch",
      ])
    #expect(device.policy.screen.front == nil)
    device.answerWork("news", .noData)
    // The grace after didEnterBackground is not cut short by the answer.
    #expect(device.advance(by: .seconds(60)) == ["1 s: news suspend"])
  }

  @Test("With scenes, a launch for a fetch connects none (L14, L33)")
  func launchWithScenes() {
    var device = Scenario(
      .modern, AppManifest(id: "news", backgroundModes: [.fetch], usesScenes: true))
    #expect(
      device.send(.work("news", .fetchSimulated)) == [
        "news launch", "news didFinishLaunching", "news runInBackground", "news performFetch",
      ])
  }

  @Test(
    "Who does not answer within 30 s is ended, with the profile's code (F6)",
    arguments: [
      (Profile.classic, TerminationCode.watchdog), (.modern, .fetchTimeout),
    ])
  func noAnswer(_ profile: Profile, _ code: TerminationCode) {
    var device = suspended(profile)
    device.send(.work("news", .fetchSimulated))
    #expect(
      device.advance(by: .seconds(60)) == [
        "30 s: news exit: it did not answer the fetch within 30 s", "30 s: news kill \(code)",
      ])
    #expect(device.policy.lastExit(of: "news")?.code == code)
  }

  @Test("Nothing ends an app that a debugger holds, however late its answer (T6)")
  func debugged() {
    var device = suspended()
    device.send(.debugger("news", isAttached: true))
    device.send(.work("news", .fetchSimulated))
    #expect(device.advance(by: .seconds(600)) == [])
    #expect(device.answerWork("news", .newData) == [])
    #expect(device.advance(by: .seconds(60)) == ["1 s: news suspend"])
  }

  @Test("Opened during a fetch, the app takes its time; back home, 30 s begin anew")
  func opened() {
    var device = suspended()
    device.send(.work("news", .fetchSimulated))
    device.open("news")
    #expect(device.advance(by: .seconds(600)) == [])
    device.home()
    #expect(
      device.advance(by: .seconds(600)).last == "30 s: news kill 0x8badf00d")
  }

  @Test("Opened while it launches for a fetch, an app hears of the fetch in the background (F4)")
  func openedWhileLaunching() {
    var device = Scenario(.classic, FetchTests.news)
    device.block("news")
    device.send(.work("news", .fetchSimulated))
    device.send(.connected("news"))
    device.open("news")
    #expect(
      device.unblock("news") == [
        "news performFetch", "news willEnterForeground", "news didBecomeActive",
      ])
  }

  @Test("An answer that was given before, or for nothing, is refused and changes nothing")
  func unknown() {
    var device = suspended()
    device.send(.work("news", .fetchSimulated))
    device.answerWork("news", .newData)
    let before = device.policy.backgroundRecord(of: "news")
    let answer = Event.work("news", .answered(work: 1, .newData, cost: nil))
    #expect(device.send(answer).first?.contains("has answered before") == true)
    #expect(device.policy.backgroundRecord(of: "news") == before)
    #expect(device.advance(by: .seconds(60)) == ["1 s: news suspend"])
  }

  @Test("A fetch can't be simulated in the foreground, after a force quit, or twice (F11, F12)")
  func refusals() {
    var device = Scenario(.classic, FetchTests.news)
    let fetch = Event.work("news", .fetchSimulated)
    device.open("news")
    #expect(device.send(fetch).first?.contains("is in the foreground") == true)
    device.home()
    device.send(fetch)
    #expect(device.send(fetch).first?.contains("has such work already") == true)
    device.forceQuit("news")
    #expect(device.send(fetch).first?.contains("L74") == true)
  }

  @Test("A fetch of an app without the mode is a mistake, and is called one (F1)")
  func modeMissing() {
    var device = Scenario(.classic, AppManifest(id: "news"))
    #expect(
      device.send(.work("news", .fetchSimulated)).first?.contains("lacks \"fetch\" (F1)") == true)
  }

  @Test("Who has permitted task identifiers is not fetched for any more, since iOS 13 (F13)")
  func replaced() {
    let manifest = AppManifest(
      id: "news", backgroundModes: [.fetch], permittedTaskIdentifiers: ["news.refresh"])
    var modern = Scenario(.modern, manifest)
    #expect(modern.send(.work("news", .fetchSimulated)).first?.contains("F13") == true)
    var classic = Scenario(.classic, manifest)
    #expect(classic.send(.work("news", .fetchSimulated)).first == "news launch")
  }

  @Test("Suspended by command in the middle, the app has its time again when it is resumed")
  func suspendedByCommand() {
    var device = suspended()
    device.send(.work("news", .fetchSimulated))
    device.advance(by: .seconds(20))
    device.send(.suspended("news"))
    #expect(device.advance(by: .seconds(600)) == [])
    device.send(.resumed("news"))
    #expect(device.advance(by: .seconds(20)) == [])
    device.answerWork("news", .noData)
    #expect(device.state("news") == .background)
  }

  @Test("Every fetch is recorded: why, what came of it, how long it took (F8)")
  func history() {
    var device = suspended()
    device.send(.work("news", .fetchSimulated))
    device.advance(by: .seconds(2))
    device.answerWork("news", .noData)
    device.advance(by: .seconds(20))
    device.send(.work("news", .fetchSimulated))
    device.exit("news", .signaled(11))
    let history = device.policy.backgroundRecord(of: "news")?.history ?? []
    #expect(history.map(\.outcome) == [.answered(.noData), .appEnded("crashed with signal 11")])
    #expect(history.first?.duration == .seconds(2))
    #expect(history.first?.isSimulated == true)
    #expect(device.effects.contains { $0.action == .keepBackgroundRecord })
  }

  @Test("The history is bounded")
  func historyIsBounded() {
    var device = Scenario(.classic.with(\.workHistoryMax, 4), FetchTests.news)
    for _ in 0..<10 {
      device.send(.work("news", .fetchSimulated))
      device.answerWork("news", .newData)
      device.advance(by: .seconds(10))
    }
    #expect(device.policy.backgroundRecord(of: "news")?.history.map(\.work) == [7, 8, 9, 10])
  }

  @Test("explain tells that the app was woken, and what follows if it does not answer")
  func explained() {
    var device = suspended()
    device.send(.work("news", .fetchSimulated))
    device.advance(by: .seconds(10))
    #expect(
      device.explain("news")
        == "background: since 10 s: it was woken (fetch) and has not answered; "
        + "killed, unless it answers, in 20 s, at 40 s")
  }
}
