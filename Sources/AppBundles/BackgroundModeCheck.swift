import Multitasking

/// The values of `UIBackgroundModes`: unknown, misspelt, repeated, or of another time.
enum BackgroundModeCheck {
  private static let key = "UIBackgroundModes"

  static func findings(_ plist: Examined) -> [Finding] {
    var seen: Set<String> = []
    return (plist.info[key]?.array ?? []).enumerated().flatMap { index, value -> [Finding] in
      guard let name = value.string, !Placeholders.isFound(in: name) else { return [] }
      let place = "\(key)[\(index)]"
      guard seen.insert(name).inserted else {
        return [
          plist.warning(
            "duplicate-background-mode", key: place, "\(quoted(name)) is listed more than once.",
            next: "Remove one of them.")
        ]
      }
      guard let mode = BackgroundMode(rawValue: name) else {
        return [unknown(name, at: place, in: plist)]
      }
      return outOfTime(mode, at: place, in: plist)
    }
  }

  private static func unknown(_ name: String, at place: String, in plist: Examined) -> Finding {
    // ‘background-fetch’ folds to one of Xcode's names too, but nobody was shown that.
    if name.contains(" "),
      let mode = BackgroundModeNames.displayNames[BackgroundModeNames.folded(name)]
    {
      return plist.warning(
        "display-name-background-mode", key: place,
        "\(quoted(name)) is what Xcode shows, not what belongs in the file.",
        next: "Write ‘\(mode.rawValue)’.")
    }
    return plist.warning(
      "unknown-background-mode", key: place, "\(quoted(name)) is no background mode.",
      next: BackgroundModeNames.suggestion(for: name).map { "Did you mean ‘\($0.rawValue)’?" }
        ?? "Remove it; known are \(BackgroundMode.allCases.map(\.rawValue).joined(separator: ", "))."
    )
  }

  private static func outOfTime(
    _ mode: BackgroundMode, at place: String, in plist: Examined
  ) -> [Finding] {
    if !mode.isKnown(to: plist.profile) {
      return [
        plist.warning(
          "no-effect", key: place,
          "‘\(mode.rawValue)’ has no effect in the \(plist.profile.rawValue) profile.",
          next: "Run the app in the modern profile.")
      ]
    }
    if plist.profile == .modern, mode == .newsstandContent {
      return [
        plist.note(
          "outdated-background-mode", key: place, "Newsstand is no part of iOS any more.",
          next: "Use ‘remote-notification’ or ‘fetch’.")
      ]
    }
    return []
  }
}
