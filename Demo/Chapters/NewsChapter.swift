import ControlAPI
import FoundationEssentials
import Multitasking

/// 14.3: an app that is woken to have something new before anybody looks.
struct NewsChapter: Chapter {
  let phone: Phone
  let stage: Stage

  let section = "14.3"
  let title = "Background fetch"
  let lead =
    "An app is woken for news, or launched for them; in a week it is woken when that is worth it."

  private let app = Recipe.news
  private let newData = Reason.workAnswered(.fetch, .newData)

  func play() throws {
    let server = try stage.startNewsServer()
    try suspendedAppFetches(server)
    phone.film.scene()
    try launchedForFetch(server)
    phone.film.scene()
    try week()
  }

  private func suspendedAppFetches(_ server: String) throws {
    try phone.launch(app, ["--server", server])
    try phone.expect(
      app, Deed.coldLaunch, says: ["the list shows ", "looked for news: newData"])
    try stage.screenshot(of: phone, "News.png")
    try phone.act("Home is pressed", .home)
    try phone.expect(app, Deed.home + [.suspend(.noReasonToRun)])
    try phone.act("greenroom fetch \(app.id)", .work(.fetch(app: app.id)))
    try phone.expect(
      app,
      Deed.tell(["runInBackground", "performFetch"], .simulated(.fetch)).inserted(
        .resume(.simulated(.fetch))) + [.suspend(newData)], says: ["fetched: "])
  }

  /// Not running, it is launched where nobody sees it.
  private func launchedForFetch(_ server: String) throws {
    try phone.act("the app is ended", .terminate(app: app.id))
    try phone.expect(app, [.kill(nil, .terminatedByCommand)])
    try phone.waitUntilGone(app)
    try phone.act(
      "greenroom launch --for fetch \(app.id)",
      .launch(
        .init(
          app: app.id, environment: ["NEWS_SERVER": server], inBackground: true, purpose: .fetch)))
    try phone.expect(
      app,
      [
        .launch(.simulated(.fetch)), .tell("didFinishLaunching", .connected),
        .tell("didEnterBackground", .woken(.fetch)), .tell("performFetch", .woken(.fetch)),
        .suspend(newData),
      ], says: ["the list changed; it is loaded again later", "fetched: newData"])
    try phone.act("its icon is tapped", .open(app: app.id, scene: nil, newScene: false))
    try phone.expect(
      app, [.resume(.opened)] + Deed.tell(["willEnterForeground", "didBecomeActive"], .opened),
      says: ["the list shows ", "looked for news: "])
    try phone.act("Home is pressed", .home)
    try phone.expect(app, Deed.home + [.suspend(.noReasonToRun)])
    // Gone before the next chapter counts who is there.
    try phone.call(.terminate(app: app.id))
    try phone.expect(app, [.kill(nil, .terminatedByCommand)])
    try phone.waitUntilGone(app)
  }

  // MARK: The week

  private func week() throws {
    let film = phone.film
    let client = try stage.bootVirtual("week", seed: 7, start: "2026-01-05T00:00:00Z", [app])
    film.note("7 days of a phone pass: the news are looked at four times a day, more or less.")
    var week = Week()
    try client.call(
      .launch(.init(app: app.id, arguments: ["--feed", "\(Week.feed.seed)"])))
    try client.call(.home)
    try client.call(.lock)
    var minute = 0
    for (day, looks) in Week.looks.enumerated() {
      for look in looks {
        try Interruption.check()
        try client.call(.advance(nanoseconds: Int64(day * 1_440 + look - minute) * 60_000_000_000))
        try client.call(.unlock)
        try client.call(.open(app: app.id, scene: nil, newScene: false))
        try client.call(.advance(nanoseconds: 60_000_000_000))
        try client.call(.home)
        try client.call(.lock)
        minute = day * 1_440 + look + 1
      }
    }
    try client.stream(.log(count: 100_000, app: app.id, follow: false)) { result in
      guard case .entries(let entries) = result else { return }
      for entry in entries { week.take(entry) }
    }
    try judge(week)
  }

  private func judge(_ week: Week) throws {
    let (early, late) = (week.shareNearLooks(days: 0..<2), week.shareNearLooks(days: 4..<7))
    let path = try stage.keep("week.svg", WeekPlot(week: week).svg)
    try phone.check(
      !week.wakes.isEmpty && late >= 0.6 && late >= early,
      "\(week.wakes.count) wakes; of those of the first two days \(percent(early)) came in the two "
        + "hours before a look, of the last three days \(percent(late))",
      else: "wakes do not move to the habits: \(percent(early)), then \(percent(late))")
    try phone.check(
      week.freshOpens * 2 >= week.opens.count,
      "\(week.freshOpens) of \(week.opens.count) looks found everything that was older than 15 min",
      else: "only \(week.freshOpens) of \(week.opens.count) looks found everything")
    phone.film.note("as a picture: \(path)")
  }

  private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

extension [Deed] {
  fileprivate func inserted(_ first: Deed) -> [Deed] { [first] + self }
}
