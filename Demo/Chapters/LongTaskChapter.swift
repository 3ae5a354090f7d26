import Multitasking

/// 14.2: time in the background is lent, and has to be given back.
struct LongTaskChapter: Chapter {
  let phone: Phone

  let section = "14.2"
  let title = "A long task in the background"
  let lead = "A background task lends an app 10 s here, and calls its handler 4 s before the end."

  private let app = Recipe.longTask
  private let allowance = 10.0
  private let handlerCalled = Deed.tell(
    "expirationHandler", .allowanceEnding(left: .seconds(4)))
  private let suspended = Deed.suspend(.lastBackgroundTaskEnded("LongTask"))

  func play() throws {
    try workIsDoneInTime()
    phone.film.scene()
    try userReturnsInTime()
    phone.film.scene()
    try timeRunsOut()
    phone.film.scene()
    try taskIsForgotten()
  }

  private func workIsDoneInTime() throws {
    try phone.launch(app, ["--finish-after", "3"])
    try phone.expect(app, Deed.coldLaunch)
    try phone.expect(app, ticks: 2, rule: isUndetermined)
    try leave()
    try phone.expect(app, says: ["work done: task ended"], ticks: 1, rule: countsDown)
    try phone.expect(app, [suspended])
  }

  private func userReturnsInTime() throws {
    try relaunch()
    try leave()
    try phone.expect(app, ticks: 2, rule: countsDown)
    try phone.act("its icon is tapped", .open(app: app.id, scene: nil, newScene: false))
    try phone.expect(
      app, Deed.tell(["willEnterForeground", "didBecomeActive"], .opened),
      says: ["back in time: task ended"])
    let after = try phone.pass(.milliseconds(1_500), with: app)
    try phone.check(
      after.ticks.isEmpty, "the timer ended with the task",
      else: "the timer runs on: \(after.ticks)")
    try phone.expectState(app, .active)
  }

  /// The same process leaves again, and its time starts anew.
  private func timeRunsOut() throws {
    try leave()
    try phone.expect(
      app, [handlerCalled], says: ["time is nearly up: task ended"], ticks: 1, rule: countsDown)
    try phone.expect(app, [suspended])
    try phone.explain(app, .suspended, "\"LongTask\" ended")
  }

  private func taskIsForgotten() throws {
    try relaunch("--forget")
    try leave()
    try phone.expect(
      app, [handlerCalled], says: ["time is nearly up, and the task stays open"], ticks: 2,
      rule: countsDown)
    try phone.expect(
      app, [.kill(.watchdog, .backgroundTaskLeftOpen(["LongTask"]))], ticks: 1, rule: countsDown)
    try phone.waitUntilGone(app)
    try phone.explain(app, .notRunning, "0x8badf00d")
  }

  // MARK: Parts

  private func leave() throws {
    try phone.act("Home is pressed", .home)
    try phone.expect(app, Deed.home, says: ["task begun"])
  }

  /// Ends the suspended app, which hears nothing of it, and starts it with other arguments.
  private func relaunch(_ arguments: String...) throws {
    try phone.launch(app, arguments, "the old process is ended, ")
    try phone.expect(app, [.kill(nil, .terminatedByCommand)] + Deed.coldLaunch)
  }

  private func isUndetermined(_ ticks: [String]) -> Bool {
    ticks.allSatisfy { $0 == "undetermined" }
  }

  /// From the allowance down, never below zero.
  private func countsDown(_ ticks: [String]) -> Bool {
    let seconds = ticks.compactMap { Double($0.split(separator: " ")[0]) }
    return seconds.count == ticks.count && seconds.allSatisfy { (0...allowance).contains($0) }
      && zip(seconds, seconds.dropFirst()).allSatisfy { $0 > $1 }
  }
}
