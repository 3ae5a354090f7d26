import ControlAPI
import Multitasking

// Questions to the journal.
extension DeviceDriver {
  /// When the device did something with an app, the first or the last time.
  func time(of deed: String, for app: AppID, last: Bool = false) -> Instant? {
    try? catchUp()
    let times = entries.compactMap { entry -> Instant? in
      guard case .event(_, let effects) = entry.content else { return nil }
      let isThere = effects.contains { $0.app == app && $0.action.description == deed }
      return isThere ? entry.at : nil
    }
    return last ? times.last : times.first
  }

  /// Why the device did something with an app, each time.
  func reasons(of deed: String, for app: AppID) -> [Reason] {
    try? catchUp()
    return entries.flatMap { entry -> [Reason] in
      guard case .event(_, let effects) = entry.content else { return [] }
      return effects.filter { $0.app == app && $0.action.description == deed }.map(\.reason)
    }
  }

  /// What the device said of itself.
  var notes: [String] {
    try? catchUp()
    return entries.compactMap { if case .note(let text) = $0.content { text } else { nil } }
  }
}

extension Instant {
  func seconds(to other: Instant) -> Double { Double(other.nanoseconds - nanoseconds) / 1e9 }
}
