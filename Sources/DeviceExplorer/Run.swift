import ControlAPI
import Foundation
import Multitasking
import ProcessControl
import Stories

/// One seed, played from the first boot to the last, and what was wrong.
struct Run {
  var violations: [String] = []
  var events = 0
  var nanoseconds: Int64 = 0
  var switches: UInt64 = 0
  var trace = ""
  var journal = Data()

  init(
    _ story: SeededStory, at folder: String, bundles: String,
    secondsMax: Double = VirtualDevice.secondsMax
  ) throws {
    let device = VirtualDevice(
      folder: folder, profile: story.profile, seed: story.seed, preemption: story.preemption)
    device.remove()
    defer { device.remove() }
    var hasInstalled = false
    for (index, boot) in story.boots.enumerated() {
      let text = story.text(of: boot, installing: hasInstalled ? nil : bundles)
      hasInstalled = true
      let read = try Story(reading: Array(text.utf8), file: "seed\(story.seed).yaml")
      let outcome = try device.boot(
        playing: read, endsAfterEffects: boot.endsAfterEffects, secondsMax: secondsMax)
      if let problem = Run.problem(outcome, boot) {
        violations.append("boot \(index + 1): \(problem)")
      }
      if let report = outcome.report {
        switches += report.time.switches ?? 0
        trace += report.time.trace ?? ""
      }
      if boot.endsAfterEffects == nil, !device.leftovers.isEmpty {
        violations.append(
          "boot \(index + 1): processes are left after the shutdown: \(device.leftovers)")
      }
      if !violations.isEmpty { break }
    }
    journal = device.journalBytes
    let entries = device.journal
    events = entries.count
    if let first = entries.first, let last = entries.last {
      nanoseconds = last.at.nanoseconds - first.at.nanoseconds
    }
    violations += JournalCheck(entries, profile: .named(story.profile)).violations
  }

  private static func problem(
    _ outcome: VirtualDevice.Outcome, _ boot: SeededStory.Boot
  ) -> String? {
    if let error = outcome.error { return "\(error)\n\(outcome.words)" }
    if case .signaled(9, _) = outcome.exit, boot.endsAfterEffects != nil { return nil }
    guard outcome.exit == .exited(code: 0) else {
      return "the daemon ended: \(outcome.exit.map { "\($0)" } ?? "not")\n\(outcome.words)"
    }
    guard let report = outcome.report else { return "the story has no end" }
    return report.failure.map { "step \($0.step), \($0.text): \($0.error)" }
  }
}
