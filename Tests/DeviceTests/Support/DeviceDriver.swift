import ControlAPI
import Multitasking

/// What a scenario needs of a device: whatever drives one, in real time or in virtual time.
///
/// A scenario is code over this protocol and nothing else. It may ask for anything that the
/// control interface knows, let time pass, and look at the journal.
protocol DeviceDriver: AnyObject {
  @discardableResult
  func call(_ command: ControlCommand) throws -> ControlResult
  /// Asks for what has several answers.
  func stream(_ command: ControlCommand, _ handle: (ControlResult) throws -> Void) throws
  func install(_ bundle: ProbeBundle) throws
  /// Lets the device's time pass.
  func advance(_ time: Duration) throws
  /// The journal so far, oldest first; the device may be ahead of it.
  var entries: [JournalEntry] { get }
  /// Has ``entries`` hold everything that the device has recorded until now.
  func catchUp() throws
  /// Lets time pass until `condition` holds for the journal.
  func wait(for what: String, _ condition: ([JournalEntry]) throws -> Bool) throws
  /// How far a scenario has read what an app printed, and what it was sent.
  var cursors: [String: Int] { get set }
}

// Verbs.
extension DeviceDriver {
  func open(_ app: AppID, scene: Int? = nil, newScene: Bool = false) throws {
    try call(.open(app: app, scene: scene, newScene: newScene))
  }

  func home() throws { try call(.home) }

  /// Opens an app, with arguments if its process is to start, and waits until it is active and has
  /// heard of it.
  func bringUp(_ app: AppID, _ arguments: String...) throws {
    let active = "notification UIApplicationDidBecomeActiveNotification"
    let before = printed(by: app).count { $0.hasPrefix(active) }
    try call(.launch(ControlCommand.Launch(app: app, arguments: arguments)))
    try wait(untilPrinted: active, by: app, times: before + 1)
    skip(app)
  }

  /// Presses Home and waits until an app is suspended.
  func sendAway(_ app: AppID) throws {
    try home()
    try wait(until: app, is: .suspended)
    skip(app)
  }

  /// The process of an app.
  func pid(_ app: AppID) throws -> Int32 {
    guard let process = try info(app).process else { throw TimedOut(what: "a process of \(app)") }
    return process.pid
  }

  /// Starts an app with arguments; returns its process.
  @discardableResult
  func launch(
    _ app: AppID, _ arguments: String..., inBackground: Bool = false
  ) throws -> Int32 {
    let result = try call(
      .launch(
        ControlCommand.Launch(app: app, arguments: arguments, inBackground: inBackground)))
    guard case .launched(_, let pid) = result else { throw TimedOut(what: "the launch of \(app)") }
    return pid
  }

  func info(_ app: AppID) throws -> AppInfo {
    guard case .app(let info) = try call(.appInfo(app: app)) else {
      throw TimedOut(what: "information on \(app)")
    }
    return info
  }

  func status() throws -> DeviceInfo {
    guard case .device(let info) = try call(.status) else { throw TimedOut(what: "the status") }
    return info
  }

  func state(_ app: AppID) throws -> AppState.Name { try info(app).state }

  /// Lets time pass until an app is in a state, with nothing on its way to it.
  func wait(until app: AppID, is state: AppState.Name) throws {
    try wait(for: "\(app) to be \(state.rawValue)") { _ in try self.state(app) == state }
    try catchUp()
  }

  /// Lets time pass until an app has no process, and tells why that is.
  @discardableResult
  func waitForEnd(of app: AppID) throws -> ExitRecord {
    try wait(for: "the end of \(app)") { _ in
      let info = try info(app)
      return info.state == .notRunning && info.process == nil
    }
    try catchUp()
    guard let record = try info(app).lastExit else { throw TimedOut(what: "an exit of \(app)") }
    return record
  }
}

// What apps heard and did.
extension DeviceDriver {
  /// Everything that an app has printed, but when its view came up: no order is promised there.
  func printed(by app: AppID) -> [String] {
    entries.compactMap {
      guard case .output(app, let line) = $0.content, line != "view viewDidAppear" else {
        return nil
      }
      return line
    }
  }

  /// Everything that the device has done with an app, in its own words, reasons left out.
  func done(to app: AppID) -> [String] {
    entries.flatMap { entry -> [String] in
      guard case .event(_, let effects) = entry.content else { return [] }
      return effects.filter { $0.app == app }.map(\.action.description)
    }
  }

  /// Lets time pass until an app has printed a line.
  func wait(untilPrinted line: String, by app: AppID, times: Int = 1) throws {
    try wait(for: "\"\(line)\" of \(app)") { _ in
      printed(by: app).count { $0.hasPrefix(line) } >= times
    }
  }

  /// The next lines of an app, as many as are expected.
  func nextLines(of app: AppID, _ count: Int) throws -> [String] {
    try next("printed \(app)", count) { printed(by: app) }
  }

  /// The next things that the device did with an app, as many as are expected.
  func nextDeeds(to app: AppID, _ count: Int) throws -> [String] {
    try next("done \(app)", count) { done(to: app) }
  }

  /// Lines and deeds that no one has read.
  func unread(_ app: AppID) -> [String] {
    Array(printed(by: app).dropFirst(cursors["printed \(app)"] ?? 0))
      + Array(done(to: app).dropFirst(cursors["done \(app)"] ?? 0))
  }

  /// Reads everything up to here.
  func skip(_ app: AppID) {
    cursors["printed \(app)"] = printed(by: app).count
    cursors["done \(app)"] = done(to: app).count
  }

  private func next(
    _ key: String, _ count: Int, of all: () -> [String]
  ) throws -> [String] {
    let start = cursors[key] ?? 0
    do {
      try wait(for: "\(count) lines: \(key)") { _ in all().count >= start + count }
    } catch is TimedOut {
      // What there is tells more than that something is missing.
    }
    let lines = Array(all().dropFirst(start).prefix(count))
    cursors[key] = start + lines.count
    return lines
  }
}
