import ArgumentParser
import ControlAPI
import Multitasking

struct Time: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "time", abstract: "Tell what time it is on a device, and let it pass.",
    discussion: """
      The time of a device that was booted with --virtual stands still until it is asked to pass, \
      by `time advance` or `time run-until`, or until an app has to answer. Other devices live in \
      real time, which is told and can't be moved.
      """,
    subcommands: [ShowTime.self, Advance.self, RunUntil.self], defaultSubcommand: ShowTime.self)
}

struct ShowTime: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Tell what time it is, and who keeps it.")

  @Flag(help: "Print the hash over all switches between threads: equal for runs that did the same.")
  var traceHash = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      guard case .time(let info) = try common.connect().call(.time) else { return }
      if traceHash {
        guard let trace = info.trace else {
          throw Failure(
            .refused, "a device in real time has no trace",
            nextStep: "`greenroom boot --virtual` boots one that has")
        }
        return common.json ? try JSON.print(["trace": trace]) : print(trace)
      }
      if common.json { return try JSON.print(info) }
      var table = Table()
      table.add("time", info.seed.map { "virtual, seed \($0)" } ?? "real")
      table.add("now", info.now.text)
      table.add("booted", info.bootedAt.text)
      table.add("next decision", info.nextDecision?.text ?? "-")
      if info.isVirtual {
        table.add("next deadline", info.nextDeadline?.text ?? "-")
        table.add("stands at", info.limit?.text ?? "-")
        table.add("switches", info.switches.map { "\($0)" } ?? "-")
        table.add("trace", info.trace ?? "-")
      }
      table.print()
    }
  }
}

/// Asks for time to pass, and prints what time it is then.
private func move(_ command: ControlCommand, _ common: CommonOptions) throws {
  try reporting(json: common.json) {
    guard case .time(let info) = try common.connect().call(command) else { return }
    if common.json { try JSON.print(info) } else { print(info.now.text) }
  }
}

/// Reads a length of time on the command line.
private func nanoseconds(_ text: String) throws -> Int64 {
  do {
    return try Duration(text: text).inNanoseconds
  } catch {
    throw ValidationError("\(error.message).")
  }
}

struct Advance: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance", abstract: "Let time pass, on a virtual device.",
    discussion: "Prints the instant that is reached.")

  @Argument(help: "How much: 3h, 90m, 20s, 1d12h, 500ms.")
  var duration: String

  @OptionGroup var common: CommonOptions

  func validate() throws { _ = try nanoseconds(duration) }

  func run() throws { try move(.advance(nanoseconds: try nanoseconds(duration)), common) }
}

struct RunUntil: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run-until",
    abstract: "Let time pass until something is so, on a virtual device.",
    discussion: """
      `idle`: until no code can run any more within the limit; every app is suspended or not \
      running, or waits for something other than time. A date such as 2026-01-01T06:30:00Z: until \
      then. `com.example.app=suspended`: until the app is active, inactive, background, suspended \
      or not-running. Ends with 74 if the limit passes before.
      """)

  @Argument(help: "idle, a date (UTC), or bundle-id=state.")
  var goal: String

  @Option(help: ArgumentHelp("How long at most.", valueName: "duration"))
  var limit = "7d"

  @OptionGroup var common: CommonOptions

  func validate() throws { _ = try command }

  func run() throws { try move(try command, common) }

  private var command: ControlCommand {
    get throws {
      let limit = try nanoseconds(limit)
      if goal == "idle" { return .runUntilIdle(limitNanoseconds: limit) }
      if let equals = goal.firstIndex(of: "="), equals > goal.startIndex {
        let name = goal[goal.index(after: equals)...]
        let state = AppState.Name.allCases.first {
          $0.rawValue == name || $0.rawValue.split(separator: " ").joined(separator: "-") == name
        }
        guard let state else {
          throw ValidationError(
            "\"\(name)\" is not a state; an app is active, inactive, background, suspended or "
              + "not-running.")
        }
        return .runUntil(
          app: AppID(String(goal[..<equals])), state: state, limitNanoseconds: limit)
      }
      do {
        return .advanceTo(instant: try Instant(text: goal))
      } catch {
        throw ValidationError(
          "\"\(goal)\" is nothing to wait for; give idle, a date like 2026-01-01T06:30:00Z, or "
            + "com.example.app=suspended.")
      }
    }
  }
}
