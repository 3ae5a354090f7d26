import ControlAPI
import Glibc
import Multitasking

/// A booted device that is operated over its control socket and watched through its journal.
@MainActor
final class Phone {
  let film: Film
  private let paths: DevicePaths
  var name: String { paths.name }
  private let client: ControlClient
  private let feed: Feed

  /// For anything that does not have to wait for a time of the profile.
  static let patience = Duration.seconds(20)

  init(_ paths: DevicePaths, _ film: Film) throws {
    self.paths = paths
    self.film = film
    client = try ControlClient(connectingTo: paths.controlSocket)
    feed = try Feed(following: paths.controlSocket)
  }

  // MARK: Operating

  /// Does something, and says so.
  func act(_ text: String, _ command: ControlCommand) throws {
    try Interruption.check()
    film.action(text)
    try call(command)
  }

  /// Launches an app; one that runs is ended first.
  func launch(
    _ recipe: Recipe, _ arguments: [String] = [], _ circumstances: String = ""
  ) throws {
    let what = ([recipe.name] + arguments).joined(separator: " ")
    try act(
      circumstances + what + " is launched",
      .launch(.init(app: recipe.id, arguments: arguments, terminatesRunning: true)))
  }

  func info(_ recipe: Recipe) throws -> AppInfo {
    guard case .app(let info) = try call(.appInfo(app: recipe.id)) else {
      throw Difference("the device does not answer what \(recipe.name) is")
    }
    return info
  }

  /// Asks why the app is in its state, and expects `state` with `why` in the answer.
  func explain(_ recipe: Recipe, _ state: AppState.Name, _ why: String) throws {
    film.action("greenroom explain \(recipe.id)")
    guard case .explanation(let explanation) = try call(.explain(app: recipe.id)) else {
      throw Difference("the device does not explain \(recipe.name)")
    }
    guard explanation.state == state, explanation.why.contains(why) else {
      throw Difference(
        "\(recipe.name) should be explained as \(state.rawValue), \(why): \(explanation)")
    }
    film.answer("\(explanation)")
  }

  @discardableResult
  func call(_ command: ControlCommand) throws -> ControlResult {
    do {
      return try client.call(command)
    } catch {
      throw Difference("the device answers \(command) with: \(error)")
    }
  }

  /// After a difference: nothing of the chapter runs on, and nothing of it is seen later.
  func reset() {
    for recipe in Recipe.allCases { _ = try? client.call(.terminate(app: recipe.id)) }
    for recipe in Recipe.allCases { try? waitUntilGone(recipe) }
    for command: ControlCommand in [.alert(show: false), .call(.end), .switcher(.close), .home] {
      _ = try? client.call(command)
    }
    feed.skip()
  }

  // MARK: Watching

  /// Waits until the device has done exactly `deeds` and the app has said exactly `lines`, each in
  /// this order, and at least `ticks` lines of those that come by the clock.
  ///
  /// - Parameters:
  ///   - lines: how they begin.
  ///   - rule: whether the ticks heard so far are right; asked at each.
  ///   - inDetail: show each thing as it comes, with its own reason; otherwise everything together.
  /// - Throws: ``Difference`` at the first thing that is not expected, or when time is up.
  @discardableResult
  func expect(
    _ recipe: Recipe, _ deeds: [Deed] = [], says lines: [String] = [], ticks: Int = 0,
    inDetail: Bool = false, within limit: Duration = patience,
    rule: @escaping ([String]) -> Bool = { _ in true }
  ) throws -> Scene.Heard {
    var scene = Scene(recipe: recipe, deeds: deeds[...], lines: lines[...], ticks: ticks)
    scene.isDetailed = inDetail
    scene.rule = rule
    defer { scene.show(on: film) }
    let deadline = ContinuousClock.now + limit
    while !scene.isComplete {
      guard let entry = try feed.next(until: deadline) else {
        throw Difference("waited \(limit.spoken) for \(scene.missing)")
      }
      try take(entry, &scene)
    }
    return scene.heard
  }

  /// Lets time pass; only ticks may be heard.
  @discardableResult
  func pass(_ time: Duration, with recipe: Recipe) throws -> Scene.Heard {
    var scene = Scene(recipe: recipe, deeds: [], lines: [], ticks: 0)
    let end = ContinuousClock.now + time
    while let entry = try feed.next(until: end) { try take(entry, &scene) }
    return scene.heard
  }

  /// A kill is in the journal before its process is gone.
  func waitUntilGone(_ recipe: Recipe) throws {
    let deadline = ContinuousClock.now + Phone.patience
    while try info(recipe).process != nil {
      guard ContinuousClock.now < deadline else {
        throw Difference("\(recipe.name) is killed and does not end")
      }
      try Interruption.check()
      usleep(10_000)
    }
  }

  func expectState(_ recipe: Recipe, _ state: AppState.Name) throws {
    let seen = try info(recipe).state
    guard seen == state else {
      throw Difference("\(recipe.name) should be \(state.rawValue) and is \(seen.rawValue)")
    }
  }

  /// Compares, and shows the result as a line of its own.
  func check(_ isSo: Bool, _ text: String, else difference: @autoclosure () -> String) throws {
    guard isSo else { throw Difference(difference()) }
    film.row(true, text)
  }

  private func take(_ entry: JournalEntry, _ scene: inout Scene) throws {
    switch entry.content {
    case .note: break
    case .output(let app, let line):
      if app == scene.recipe.id, let tick = scene.recipe.tick(in: line) {
        scene.show(on: film)
        scene.heard.ticks.append(tick)
        guard scene.rule(scene.heard.ticks) else {
          film.said(false, at: entry.at, [line])
          throw Difference(
            "\(Phone.name(app)) said “\(line)” after \(scene.heard.ticks.dropLast())")
        }
        return film.tick(tick)
      }
      guard app == scene.recipe.id, scene.lines.first.map(line.hasPrefix) ?? false else {
        scene.show(on: film)
        film.said(false, at: entry.at, [line])
        throw Difference("\(Phone.name(app)) said “\(line)” instead of \(scene.missing)")
      }
      scene.hear(line, at: entry.at, on: film)
    case .event(_, let effects):
      try take(effects, at: entry.at, &scene)
      // What one event brought about is one line, as far as the reason is the same.
      if scene.isDetailed { scene.show(on: film) }
    }
  }

  private func take(_ effects: [Effect], at instant: Instant, _ scene: inout Scene) throws {
    for effect in effects {
      guard let deed = Deed(effect, among: effects) else { continue }
      if case .deliver(let delivery) = effect.action {
        if delivery.message == .memoryWarning {
          film.note("(this machine is short of memory: the app is warned)")
          continue
        }
        if case .launch(let launch) = delivery.message { scene.heard.launch = launch }
      }
      guard effect.app == scene.recipe.id, scene.deeds.first.map({ $0.agrees(with: deed) }) ?? false
      else {
        scene.show(on: film)
        film.deed(false, at: instant, deed.what.description, deed.why.description)
        throw Difference("\(Phone.name(effect.app)): \(deed) instead of \(scene.missing)")
      }
      scene.see(deed, at: instant, on: film)
    }
  }

  private static func name(_ app: AppID?) -> String {
    guard let app else { return "the device" }
    return Recipe.allCases.first { $0.id == app }?.name ?? app.bundleIdentifier
  }
}
