import ControlAPI
import Multitasking

/// What a journal must be like, whatever has happened.
///
/// The daemon itself checks what the policy decides; this looks at what the apps say they heard, and
/// when.
struct JournalCheck {
  private var profile: Profile
  private var lives: [AppID: Life] = [:]
  private var frozenAt: [AppID: Instant] = [:]
  private(set) var violations: [String] = []

  /// What an app must be like by what it has printed.
  private struct Life {
    var scenes: [String: Place] = [:]
    var hasLaunched = false
    var hasEnded = false
  }

  private enum Place: String { case background, inactive, active }

  init(_ journal: [JournalEntry], profile: Profile) {
    self.profile = profile
    var last: JournalEntry?
    for entry in journal {
      if let last, entry.number != last.number + 1 {
        violations.append("entry \(entry.number) follows \(last.number)")
      }
      if let last, entry.at < last.at {
        violations.append("entry \(entry.number) is from before the one before it")
      }
      last = entry
      take(entry)
    }
  }

  private mutating func take(_ entry: JournalEntry) {
    switch entry.content {
    case .note(let text):
      if text.hasPrefix("booted ") { (lives, frozenAt) = ([:], [:]) }
      if text.hasPrefix("invariant violated") || text.hasPrefix("could not ") {
        violations.append("entry \(entry.number): \(text)")
      }
    case .event(_, let effects):
      for effect in effects {
        guard let app = effect.app else { continue }
        switch effect.action {
        case .spawn: (lives[app], frozenAt[app]) = (Life(), nil)
        case .freeze: frozenAt[app] = entry.at
        case .thaw, .kill, .recordExit: frozenAt[app] = nil
        default: break
        }
      }
    case .output(let app, let line):
      if line.hasPrefix("virtual time: ") { return }
      if let since = frozenAt[app], since < entry.at {
        violations.append("entry \(entry.number): \(app) is suspended and printed \"\(line)\"")
      }
      hear(line, app, entry)
    }
  }

  private mutating func hear(_ line: String, _ app: AppID, _ entry: JournalEntry) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 3, words[0] == "delegate", var life = lives[app] else { return }
    defer { lives[app] = life }
    func expect(_ holds: Bool, _ what: String) {
      if !holds { violations.append("entry \(entry.number): \(app) heard \(words[1]) \(what)") }
    }
    let method = words[1]
    let state = words[2].split(separator: "=").last.map(String.init) ?? ""
    if method == "willFinishLaunching" {
      expect(!life.hasLaunched, "twice")
      life.hasLaunched = true
      return
    }
    expect(life.hasLaunched, "before it was launched (L10)")
    expect(!life.hasEnded, "after applicationWillTerminate")
    let scene =
      words.first { $0.hasPrefix("scene=") }?.split(separator: ":").first.map(String.init) ?? ""
    let place = life.scenes[scene] ?? Place(rawValue: state == "inactive" ? state : "background")!
    switch method {
    case "didFinishLaunching": life.scenes[""] = place
    case "sceneWillConnect": life.scenes[scene] = .background
    case "sceneDidDisconnect": life.scenes[scene] = nil
    case "applicationDidBecomeActive", "sceneDidBecomeActive":
      expect(place == .inactive, "while \(place) (L10)")
      life.scenes[scene] = .active
    case "applicationWillResignActive", "sceneWillResignActive":
      expect(place == .active, "while \(place) (L11)")
      life.scenes[scene] = .inactive
    case "applicationDidEnterBackground", "sceneDidEnterBackground":
      let mayRepeat =
        profile.sendsDidEnterBackgroundOnBackgroundLaunch || profile.sendsDidEnterBackgroundOnWake
      expect(
        place == .inactive || (place == .active && profile.optOut == .book)
          || (place == .background && mayRepeat), "while \(place) (L4)")
      life.scenes[scene] = .background
    case "applicationWillEnterForeground", "sceneWillEnterForeground":
      expect(place == .background, "while \(place) (L12)")
      life.scenes[scene] = .inactive
    case "applicationWillTerminate": life.hasEnded = true
    default: break
    }
  }
}
