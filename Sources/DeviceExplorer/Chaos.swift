import Multitasking

// Five days.
extension SeededStory {
  /// Twenty apps, one of which has 32 threads, for at most eight days: opened, called away, killed, crashed.
  init(chaos seed: UInt64, days: Int = 5) {
    var chance = Chance(seed: seed ^ 0xc4a0_5c4a_05c4_a05c)
    self.seed = seed
    profile = chance.one(of: Profile.Name.allCases)
    preemption = chance.number(0...100)
    apps = (0..<20).map { (Bundles.app($0), chance.one(of: Bundle.allCases)) }
    var boot = Boot(steps: [])
    for hour in 0..<(days * 24) {
      if hour % 6 == 0 {
        boot.steps.append("launch: {app: \(apps[0].id), arguments: [\"--threads\", \"32\"]}")
        boot.steps.append("wait: \(chance.number(2...9))min")
      }
      for _ in 0..<chance.number(1...4) {
        boot.steps.append(chaosStep(&chance))
        boot.steps.append("wait: \(chance.number(1...200))s")
      }
      boot.steps += ["call: end", "call: decline", "unlock", "alert: dismiss"]
      boot.steps.append("run-until: \(SeededStory.date(hour + 1))")
    }
    boots = [boot]
  }

  private func chaosStep(_ chance: inout Chance) -> String {
    let app = apps[chance.number(1...19)].id
    return switch chance.number(0...11) {
    case 0, 1, 2:
      "launch: {app: \(app), arguments: [\"--begin-task\", \"work\", \"--end-task-after\", "
        + "\"\(chance.number(1...60))\", \"--tick\", \"20\"]}"
    case 3, 4: "open: \(app)"
    case 5: "home"
    case 6: "call: " + chance.one(of: ["incoming", "answer", "answer-over-app"])
    case 7: "kill: \(app)"
    case 8: "launch: {app: \(app), arguments: [\"--crash\", \"applicationDidEnterBackground\"]}"
    case 9: "lock"
    case 10: "alert: show"
    default: "memory-warning: critical"
    }
  }

  private static func date(_ hour: Int) -> String {
    let (day, rest) = (hour / 24 + 1, hour % 24)
    return "2026-01-0\(day)T\(rest < 10 ? "0" : "")\(rest):00:00Z"
  }
}
