import Multitasking

/// Journal entries as lines for people: time, app, what, why.
package struct Timeline {
  /// Also events that had no effect.
  package var showsAll = false

  package init(showsAll: Bool = false) { self.showsAll = showsAll }

  package func lines(_ entry: JournalEntry) -> [String] {
    switch entry.content {
    case .note(let text): return [line(entry, "·", text, nil)]
    case .output(let app, let text): return [line(entry, app.shortName, "│ \(text)", nil)]
    case .event(let event, let effects):
      let killed = effects.compactMap { effect in
        if case .kill = effect.action { effect.app } else { nil }
      }
      var lines = effects.compactMap { effectLine(entry, $0, killed) }
      if showsAll, lines.isEmpty {
        lines = [line(entry, event.app?.shortName ?? "·", "(\(event.words))", nil)]
      }
      return lines
    }
  }

  private func effectLine(
    _ entry: JournalEntry, _ effect: Effect, _ killed: [AppID]
  ) -> String? {
    switch effect.action {
    case .recordExit(let record):
      // A kill tells the same; an exit by itself has no other line.
      if let app = effect.app, killed.contains(app) { return nil }
      return line(entry, effect.app?.shortName ?? "·", "exit", record.reason.description)
    case .refuse(let refusal): return line(entry, "·", "refused", refusal.description)
    default:
      return line(
        entry, effect.app?.shortName ?? "·", effect.action.description,
        effect.reason.description)
    }
  }

  private func line(
    _ entry: JournalEntry, _ app: String, _ what: String, _ why: String?
  ) -> String {
    let head = "\(entry.at.clock)  \(app.padded(to: 18))  "
    guard let why else { return head + what }
    return head + what.padded(to: 24) + "  " + why
  }
}

extension AppID {
  /// The last part of the bundle identifier.
  package var shortName: String {
    bundleIdentifier.split(separator: ".").last.map(String.init) ?? bundleIdentifier
  }
}
