import Multitasking

/// What a seed has happen on a device: apps, and boots with a story each.
struct SeededStory {
  /// One boot: what it plays, and how it ends.
  struct Boot {
    /// Lines of the list of steps of a story file.
    var steps: [String]
    /// After as many effects the daemon is killed; nil: it shuts down when the story is over.
    var endsAfterEffects: Int?
  }

  enum Bundle: String, CaseIterable {
    case application, scenes, manyScenes, optsOut
  }

  var seed: UInt64
  var profile: Profile.Name
  var preemption: Int
  var apps: [(id: AppID, bundle: Bundle)] = []
  var boots: [Boot] = []

  /// The story of one boot, as `greenroom run` takes it.
  func text(of boot: Boot, installing folder: String?) -> String {
    var lines = ["profile: \(profile.rawValue)", "keep-going: true", "steps:"]
    if let folder {
      for (index, app) in apps.enumerated() {
        lines.append("  - install: \(Bundles.path(app.bundle, index, in: folder))")
      }
    }
    lines += boot.steps.map { "  - \($0)" }
    // Something has to be done after a boot.
    if boot.steps.isEmpty { lines.append("  - wait: 1s") }
    return lines.joined(separator: "\n") + "\n"
  }
}

// By chance.
extension SeededStory {
  init(seed: UInt64) {
    var chance = Chance(seed: seed)
    self.seed = seed
    profile = chance.one(of: Profile.Name.allCases)
    preemption = chance.number(0...300)
    for index in 0..<chance.number(1...6) {
      apps.append((Bundles.app(index), chance.one(of: Bundle.allCases)))
    }
    for index in 0..<chance.one(of: [1, 1, 2, 3]) {
      var boot = Boot(steps: (0..<chance.number(3...20)).map { _ in step(&chance) })
      // A boot in which the apps are installed has no effects before.
      if chance.isTrue(1, of: 3) { boot.endsAfterEffects = chance.number(1...(40 + 20 * index)) }
      boots.append(boot)
    }
    // Whatever has been left, this one ends.
    if boots.last?.endsAfterEffects != nil { boots.append(Boot(steps: [])) }
  }

  private func step(_ chance: inout Chance) -> String {
    let app = chance.one(of: apps).id
    switch chance.number(0...29) {
    case 0...4: return "open: \(app)"
    case 5...8: return launch(app, &chance)
    case 9...12: return "home"
    case 13...15: return "wait: \(wait(&chance))"
    case 16: return "call: " + chance.one(of: ["incoming", "answer", "answer-over-app", "decline"])
    case 17: return "call: end"
    case 18: return "alert: " + chance.one(of: ["show", "dismiss"])
    case 19: return chance.one(of: ["lock", "unlock", "unlock"])
    case 20: return "switcher: " + chance.one(of: ["open", "close"])
    case 21: return "switcher: {quit: \(app)}"
    case 22: return "terminate: \(app)"
    case 23: return "kill: \(app)"
    case 24: return "memory-warning: " + chance.one(of: ["warning", "critical"])
    case 25: return "openurl: \"\(Bundles.scheme(chance.number(0...5))):x\""
    case 26: return chance.one(of: ["suspend", "resume"]) + ": \(app)"
    case 27: return "open: {app: \(app), new-scene: true}"
    case 28: return "switcher: {app: \(app), close-scene: \(chance.number(1...2))}"
    default:
      return chance.one(of: [
        "rotate: landscapeLeft", "power: {battery: 20, low-power: true}",
        "power: {low-power: false}", "time-change", "locale: fr_FR",
      ])
    }
  }

  private func launch(_ app: AppID, _ chance: inout Chance) -> String {
    var arguments: [String] = []
    for _ in 0..<chance.number(0...2) {
      arguments += Misbehaviours.choose(&chance)
    }
    let list = arguments.map { "\"\($0)\"" }.joined(separator: ", ")
    let background = chance.isTrue(1, of: 5) ? ", background: true" : ""
    return "launch: {app: \(app), arguments: [\(list)]\(background)}"
  }

  private func wait(_ chance: inout Chance) -> String {
    switch chance.number(0...3) {
    case 0: "\(chance.number(0...900))ms"
    case 1: "\(chance.number(1...30))s"
    case 2: "\(chance.number(30...300))s"
    default: "\(chance.number(1...120))min"
    }
  }
}

/// What an app can be asked to do that no app should, and what some do.
enum Misbehaviours {
  static let methods = [
    "willFinishLaunching", "didFinishLaunching", "applicationDidBecomeActive",
    "applicationWillResignActive", "applicationDidEnterBackground",
    "applicationWillEnterForeground", "applicationWillTerminate", "sceneWillConnect",
    "sceneDidBecomeActive", "sceneWillResignActive", "sceneDidEnterBackground",
    "sceneWillEnterForeground", "applicationDidReceiveMemoryWarning", "openURL",
  ]

  static func choose(_ chance: inout Chance) -> [String] {
    switch chance.number(0...17) {
    case 0: ["--hang", chance.one(of: methods)]
    case 1: ["--crash", chance.one(of: methods)]
    case 2: ["--exit", chance.one(of: methods)]
    case 3, 4, 5:
      ["--begin-task", "work", "--end-task-after", "\(chance.number(0...200))"]
    case 6: ["--begin-task", "work"]
    case 7: ["--begin-task", "work", "--forget-task"]
    case 8: ["--begin-task", "work", "--slow-expiration", "\(chance.number(0...8))"]
    case 9, 10: ["--tick", chance.one(of: ["0.5", "1", "7.5"])]
    case 11: ["--block-main", "\(chance.number(1...25))"]
    case 12: ["--garbage"]
    case 13: [chance.one(of: ["--huge-frame", "--close-link", "--many-frames"])]
    case 14: ["--ignore-sigterm"]
    case 15: ["--spin-on-clock"]
    case 16: ["--open-url", "\(Bundles.scheme(chance.number(0...5))):y"]
    default: [chance.one(of: ["--nested-run-loop", "--refuse-url"])]
    }
  }
}
