import Multitasking

/// What a device does to an app, and why.
struct Deed {
  enum What: Hashable {
    case launch, suspend, resume, exit
    case kill(TerminationCode?)
    /// By the name of the message.
    case tell(String)
  }

  var what: What
  var why: Reason

  static func launch(_ why: Reason = .opened) -> Deed { Deed(what: .launch, why: why) }
  static func tell(_ message: String, _ why: Reason) -> Deed {
    Deed(what: .tell(message), why: why)
  }
  static func suspend(_ why: Reason) -> Deed { Deed(what: .suspend, why: why) }
  static func resume(_ why: Reason) -> Deed { Deed(what: .resume, why: why) }
  static func exit(_ why: ExitReason) -> Deed { Deed(what: .exit, why: .exit(why)) }
  static func kill(_ code: TerminationCode?, _ why: ExitReason) -> Deed {
    Deed(what: .kill(code), why: .exit(why))
  }

  /// Several messages for the same reason, in this order.
  static func tell(_ messages: [String], _ why: Reason) -> [Deed] {
    messages.map { .tell($0, why) }
  }

  /// What every start of an app from its icon consists of.
  static let coldLaunch: [Deed] = [
    .launch(), .tell("didFinishLaunching", .connected), .tell("didBecomeActive", .launchFinished),
  ]

  /// The way out through Home.
  static let home = tell(["willResignActive", "didEnterBackground"], .homePressed)

  /// Whether `seen` is this: measured amounts may differ.
  func agrees(with seen: Deed) -> Bool {
    guard what == seen.what else { return false }
    switch (why, seen.why) {
    case (.allowanceEnding(let most), .allowanceEnding(let left)):
      return left > .zero && left <= most
    case (
      .exit(.memory(.pageShortage(let from, _))), .exit(.memory(.pageShortage(let seenFrom, _)))
    ):
      return from == seenFrom
    // What a server has depends on the minute.
    case (.workAnswered(let cause, _), .workAnswered(let seenCause, _)): return cause == seenCause
    default: return why == seen.why
    }
  }
}

extension Deed {
  /// Nil for effects that are not worth a line: bookkeeping, and the record of an exit that
  /// already shows as a kill.
  init?(_ effect: Effect, among effects: [Effect]) {
    switch effect.action {
    case .spawn: self.init(what: .launch, why: effect.reason)
    case .freeze: self.init(what: .suspend, why: effect.reason)
    case .thaw: self.init(what: .resume, why: effect.reason)
    case .kill(let code): self.init(what: .kill(code), why: effect.reason)
    case .deliver(let delivery):
      self.init(what: .tell(delivery.message.description), why: effect.reason)
    case .recordExit:
      let isKill = effects.contains {
        if case .kill = $0.action { $0.app == effect.app } else { false }
      }
      if isKill { return nil }
      self.init(what: .exit, why: effect.reason)
    default: return nil
    }
  }
}

extension Deed.What: CustomStringConvertible {
  var description: String {
    switch self {
    case .launch: "launch"
    case .suspend: "suspend"
    case .resume: "resume"
    case .exit: "exit"
    case .kill(let code): code.map { "kill, code \($0)" } ?? "kill"
    case .tell(let message): message
    }
  }
}

extension Deed: CustomStringConvertible {
  var description: String { "\(what) (\(why))" }
}
