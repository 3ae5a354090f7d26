import ControlAPI
import Multitasking
import Testing

/// What happened on a device as far as it is the same in each run, whatever time it lives in: for each
/// app what it printed, and what was done with it and why.
///
/// No order between the two is promised: what an app prints travels through a pipe of its own.
struct Course: Equatable {
  var lines: [AppID: [String]] = [:]
  var deeds: [AppID: [String]] = [:]

  init(_ entries: [JournalEntry], _ isComparable: (String) -> Bool) {
    for entry in entries {
      switch entry.content {
      case .note: break
      // No order is promised for when a view comes up.
      case .output(let app, let line)
      where line != "view viewDidAppear" && !Course.isBacktrace(line) && isComparable(line):
        lines[app, default: []].append(line)
      case .output: break
      case .event(_, let effects):
        for effect in effects {
          guard let app = effect.app, isComparable("\(effect.action)") else { continue }
          deeds[app, default: []].append(
            Course.general("\(effect.action) because \(effect.reason)"))
        }
      }
    }
  }

  /// A text without what names one device and its folders.
  private static func general(_ text: String) -> String {
    text.replacing(#//tmp/grt-[-0-9]+/devices/t[-0-9]+/#, with: "DEVICE")
      .replacing(#/Bundles/[-0-9A-F]{36}/#, with: "BUNDLE")
      // A Foundation error tells its parts in any order.
      .replacing(#/UserInfo={.*}/#, with: "")
  }

  /// A line of a crash: addresses differ from process to process.
  private static func isBacktrace(_ line: String) -> Bool {
    line.starts(with: #/[0-9]+ .* 0x[0-9a-f]{16} /#)
  }

  /// Whether as much has happened here as there.
  func isAsLong(as other: Course) -> Bool {
    other.lines.allSatisfy { lines[$0.key, default: []].count >= $0.value.count }
      && other.deeds.allSatisfy { deeds[$0.key, default: []].count >= $0.value.count }
  }

  /// Tells where this has not happened there in the same way. More may have: real time goes on.
  func differences(from real: Course, tell: (String) -> Void) {
    for (own, others, what) in [
      (lines, real.lines, "what it printed"), (deeds, real.deeds, "what was done with it"),
    ] {
      for (app, own) in own.sorted(by: { $0.key < $1.key }) {
        let others = Array(others[app, default: []].prefix(own.count))
        guard others != own else { continue }
        let same = zip(own, others).prefix { $0 == $1 }.count
        tell(
          """
          \(app): \(what) differs after \(same) that are the same.
          virtual: \(own.dropFirst(same).prefix(4))
          real: \(others.dropFirst(same).prefix(4))
          """)
      }
    }
  }
}

extension TestDevice {
  /// Lets time pass until as much has happened as there.
  func letHappen(as course: Course, _ isComparable: (String) -> Bool) throws {
    guard client != nil else { return }
    do {
      try wait(for: "the same as on the virtual device") {
        Course($0, isComparable).isAsLong(as: course)
      }
    } catch is TimedOut {
      // What differs tells more.
    }
  }
}
