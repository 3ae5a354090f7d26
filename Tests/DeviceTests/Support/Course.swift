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

  /// Expects that all of this has happened there. More may have: real time goes on.
  func expectSame(in real: Course) {
    for (app, own) in lines {
      Course.expectSame(own, real.lines[app, default: []], "what \(app) printed")
    }
    for (app, own) in deeds {
      Course.expectSame(own, real.deeds[app, default: []], "what was done with \(app)")
    }
  }

  private static func expectSame(_ virtual: [String], _ real: [String], _ what: String) {
    let common = Array(real.prefix(virtual.count))
    guard common != virtual else { return }
    let same = zip(virtual, common).prefix { $0 == $1 }.count
    Issue.record(
      """
      \(what) differs after \(same) that are the same.
      virtual: \(virtual.dropFirst(same).prefix(4))
      real: \(common.dropFirst(same).prefix(4))
      """)
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
