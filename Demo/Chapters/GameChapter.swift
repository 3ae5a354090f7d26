import ControlAPI
import FoundationEssentials
import Multitasking

/// 14.6: a game that is left in every way, and loses nothing.
struct GameChapter: Chapter {
  let phone: Phone

  let section = "14.6"
  let title = "Saving and restoring state"
  let lead =
    "A game is paused when something covers it, saved when it leaves, loaded when it returns."

  private let app = Recipe.game

  func play() throws {
    try phone.launch(app)
    try phone.expect(
      app, Deed.coldLaunch, says: ["no saved game", "engine runs from "])
    try phone.expect(app, ticks: 1)
    phone.film.scene()
    try callIsDeclined()
    try callIsAnswered()
    phone.film.scene()
    try homeAndBack()
    phone.film.scene()
    try switcher()
    try link()
    phone.film.scene()
    try memoryRunsOut()
  }

  /// A call makes it inactive; nothing needs saving.
  private func callIsDeclined() throws {
    try phone.act("a call comes in", .call(.incoming))
    let paused = try phone.expect(
      app, [.tell("willResignActive", .callIncoming)], says: ["engine paused at "])
    try phone.expectState(app, .inactive)
    try phone.pass(.milliseconds(700), with: app)
    try phone.act("it is declined", .call(.decline))
    let resumed = try phone.expect(
      app, [.tell("didBecomeActive", .callDeclined)], says: ["engine runs from "])
    try same(paused.lines[0], resumed.lines[0], "the engine stood still during the call")
    try playOn()
  }

  /// The Phone app covers all of it: that is the background.
  private func callIsAnswered() throws {
    try phone.act("another call comes in", .call(.incoming))
    try phone.expect(app, [.tell("willResignActive", .callIncoming)], says: ["engine paused at "])
    try phone.act("it is answered: the Phone app covers the game", .call(.answer(covering: .phone)))
    let saved = try phone.expect(
      app, [.tell("didEnterBackground", .callAnswered)], says: ["saved "])
    try phone.expectState(app, .background)
    try phone.act("the call ends", .call(.end))
    let back = try phone.expect(
      app, Deed.tell(["willEnterForeground", "didBecomeActive"], .callEnded),
      says: ["loaded ", "engine runs from "])
    try same(saved.lines[0], back.lines[0], "what was saved was loaded")
    try playOn()
  }

  /// Suspended for lack of a reason to run: not one instruction until it is tapped.
  private func homeAndBack() throws {
    let saved = try leave()
    let file = try savedFile()
    try phone.check(
      saved.hasSuffix(file), "so says the file in its container, too",
      else: "the app said “\(saved)” and the file says \(file)")
    let before = try processorTime()
    phone.film.action("two seconds pass")
    try phone.pass(.seconds(2), with: app)
    let after = try processorTime()
    try phone.check(
      before.used == after.used,
      "processor time: \(before.used / 1_000) µs before, \(after.used / 1_000) µs after"
        + (after.frozen.map { "; frozen for \($0 / 1_000_000) ms, as the kernel counts" } ?? ""),
      else: "it used \(after.used - before.used) ns of processor time while suspended")
    try phone.act("its icon is tapped", .open(app: app.id, scene: nil, newScene: false))
    let back = try phone.expect(
      app, returning(.opened), says: ["loaded ", "engine runs from "])
    try same(saved, back.lines[0], "what was saved was loaded")
    try playOn()
  }

  private func switcher() throws {
    try phone.act("the app switcher is opened", .switcher(.open))
    try phone.expect(app, [.tell("willResignActive", .switcherOpened)], says: ["engine paused at "])
    try phone.act("its own card is chosen", .open(app: app.id, scene: nil, newScene: false))
    try phone.expect(app, [.tell("didBecomeActive", .opened)], says: ["engine runs from "])
    try playOn()
  }

  private func link() throws {
    let saved = try leave()
    let url = "greenroom-game://play"
    try phone.act("a link is followed", .openURL(url: url))
    let back = try phone.expect(
      app, returning(.openedURL(url), with: ["openURL"]),
      says: ["loaded ", "link: play on", "engine runs from "])
    try same(saved, back.lines[0], "what was saved was loaded")
    try playOn()
  }

  /// Suspended apps go first, the one used longest ago before others. None of them hears of it.
  private func memoryRunsOut() throws {
    let saved = try leave()
    let killed = Deed.kill(nil, .memory(.pageShortage(from: .suspended, bytes: nil)))
    try phone.act(
      "memory runs out: MultitaskingCheck, unused for longest, has to go",
      .memoryWarning(critical: true))
    try phone.expect(.multitaskingCheck, [killed])
    try phone.act("memory runs out again: now it is the game", .memoryWarning(critical: true))
    try phone.expect(app, [killed])
    try phone.waitUntilGone(app)
    try phone.launch(app)
    let back = try phone.expect(
      app, Deed.coldLaunch, says: ["loaded ", "engine runs from "])
    try same(saved, back.lines[0], "the score survived the end of its process")
    _ = try leave()
  }

  // MARK: Parts

  /// Lets the score change, so that old states can be told from new ones.
  private func playOn() throws { try phone.pass(.milliseconds(700), with: app) }

  /// Home, until it is suspended. Returns what the app said when it had saved.
  private func leave() throws -> String {
    try phone.act("Home is pressed", .home)
    let heard = try phone.expect(
      app, Deed.home, says: ["engine paused at ", "saved "])
    try phone.expect(app, [.suspend(.noReasonToRun)])
    try phone.expectState(app, .suspended)
    return heard.lines[1]
  }

  private func returning(_ why: Reason, with more: [String] = []) -> [Deed] {
    [.resume(why)] + Deed.tell(["willEnterForeground"] + more + ["didBecomeActive"], why)
  }

  private func processorTime() throws -> (used: UInt64, frozen: UInt64?) {
    let process = try phone.info(app).process
    guard let used = process?.cpuNanoseconds else {
      throw Difference("the device does not know the processor time of the suspended game")
    }
    return (used, process?.frozenNanoseconds)
  }

  /// What lies on the disk, in the words of the app.
  private func savedFile() throws -> String {
    struct Saved: Decodable {
      struct Position: Decodable { var x, y: Int }
      var score, level: Int
      var player: Position
    }
    let path = try phone.info(app).container + "/Documents/game.json"
    guard let data = FileManager.default.contents(atPath: path),
      let saved = try? JSONDecoder().decode(Saved.self, from: data)
    else { throw Difference("no saved game at \(path)") }
    return "score \(saved.score), level \(saved.level), at (\(saved.player.x), "
      + "\(saved.player.y))"
  }

  /// Compares the states that two lines end with.
  private func same(_ a: String, _ b: String, _ text: String) throws {
    let states = [a, b].map { line in
      line.firstRange(of: "score ").map { String(line[$0.lowerBound...]) }
    }
    try phone.check(
      states[0] != nil && states[0] == states[1], text,
      else: "not the same state of the game: “\(a)”, “\(b)”")
  }
}
