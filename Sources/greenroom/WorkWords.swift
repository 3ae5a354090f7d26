import ControlAPI
import Multitasking

// Background work in words.
extension CommonOptions {
  /// Has something begin, and says so if it has to wait.
  func begin(_ command: WorkCommand) throws {
    try reporting(json: json) {
      let result = try connect().call(.work(command))
      guard case .held(let holds) = result else {
        if json { print("{}") }
        return
      }
      try tell(holds, json: json)
    }
  }

  func works(of app: AppID?) throws -> [AppWork] {
    var works: [AppWork] = []
    try connect().stream(.work(.list(app: app))) { result in
      if case .work(let some) = result { works += some }
    }
    return works
  }
}

/// Says why something has to wait.
func tell(_ holds: [WakeHold], json: Bool) throws {
  if json { return try JSON.print(["held": holds]) }
  print("not now; it waits for:")
  for hold in holds { print("  \(hold.words(clock: \.clock))") }
}

extension WorkOutlook {
  var title: String { identifier.map { "\(cause.rawValue) \($0)" } ?? cause.rawValue }

  var stateWords: String {
    runningSince.map { "runs since \($0.clock)" } ?? "waits (\(holds.count))"
  }

  var next: String {
    if runningSince != nil { return endsAt.map { "ends by \($0.clock)" } ?? "-" }
    guard !holds.isEmpty else { return "at the next opportunity" }
    return nextChance.map { "not before \($0.clock)" } ?? holds[0].words(clock: \.clock)
  }
}

extension AppWork {
  /// The same, about one task only; nil if the app has nothing to do with it.
  func only(_ identifier: String) -> AppWork? {
    var copy = self
    copy.outlook = outlook.filter { $0.identifier == identifier }
    copy.history = history.filter { $0.identifier == identifier }
    return copy.outlook.isEmpty && copy.history.isEmpty ? nil : copy
  }

  func tell(_ count: Int) {
    print("\(app): \(state.rawValue), Background App Refresh \(refreshStatus.rawValue)")
    for outlook in outlook {
      if outlook.runningSince != nil {
        print("  \(outlook.title) \(outlook.stateWords), \(outlook.next)")
      } else if outlook.holds.isEmpty {
        print("  \(outlook.title) waits for the next opportunity")
      } else {
        print("  \(outlook.title) waits for:")
        for hold in outlook.holds { print("    \(hold.words(clock: \.clock))") }
      }
      if outlook.hasHandler == false {
        print("    its process has no launch handler for it: a launch would end it (F20)")
      }
    }
    if outlook.isEmpty {
      print("  waits for nothing: no fetch interval, no task request, no held push")
    }
    guard count > 0, !history.isEmpty else { return }
    print("  decided:")
    for record in history.suffix(count) { print("    \(record.words)") }
  }
}

extension WorkRecord {
  var words: String {
    let name = identifier.map { "\(cause.rawValue) \($0)" } ?? cause.rawValue
    let spent = duration.map { " after \($0.spoken)" } ?? ""
    let result =
      switch outcome {
      case .running: "not answered yet"
      case .held(let holds):
        "held: " + holds.map { $0.words(clock: \.clock) }.joined(separator: "; ")
      case .answered(let result): "\(result.rawValue)\(spent)"
      case .completed(let isSuccess):
        "\(isSuccess ? "completed" : "completed without success")\(spent)"
      case .appEnded(let why): "the app ended\(spent): \(why)"
      }
    return "\(at.clock) \(name) (\(why)): \(result)"
  }
}
