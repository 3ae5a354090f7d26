import Multitasking

/// `BGTaskSchedulerPermittedIdentifiers` and the modes that belong to them.
enum BackgroundTaskCheck {
  private static let key = "BGTaskSchedulerPermittedIdentifiers"

  static func findings(_ plist: Examined) -> [Finding] {
    switch plist.profile {
    case .classic: classic(plist)
    case .modern: modern(plist) + odd(plist)
    }
  }

  private static func classic(_ plist: Examined) -> [Finding] {
    guard plist.info[key] != nil else { return [] }
    return [
      plist.warning(
        "no-effect", key: key,
        "The key has no effect in the classic profile, which has no BGTaskScheduler.",
        next: "Run the app in the modern profile.")
    ]
  }

  private static func modern(_ plist: Examined) -> [Finding] {
    let identifiers = plist.info[key]?.strings ?? []
    let modes = plist.modes
    var findings: [Finding] = []
    if plist.info[key] != nil, modes.contains(.fetch) {
      findings.append(
        plist.note(
          "fetch-superseded", key: key,
          "With this key, performFetch is not called any more (F13); ‘fetch’ serves "
            + "BGAppRefreshTask only.",
          next: "Move the work to a BGAppRefreshTask, or remove the key."))
    }
    if modes.contains(.processing), identifiers.isEmpty {
      findings.append(
        plist.warning(
          "processing-without-identifiers", key: key,
          "‘processing’ is declared and no identifier is permitted, so register returns false "
            + "(F20).",
          next: "List the identifiers of the app's background tasks."))
    }
    // Continued processing tasks, the ones with a wildcard, need no mode.
    let needsMode = identifiers.contains { !$0.hasSuffix(".*") }
    if needsMode, modes.isDisjoint(with: [.fetch, .processing]) {
      findings.append(
        plist.warning(
          "identifiers-without-mode", key: "UIBackgroundModes",
          "Task identifiers are permitted without the mode ‘fetch’ or ‘processing’, so submit "
            + "throws notPermitted (F22).",
          next: "Add ‘fetch’ for refresh tasks or ‘processing’ for processing tasks."))
    }
    return findings
  }

  private static func odd(_ plist: Examined) -> [Finding] {
    var seen: Set<String> = []
    return (plist.info[key]?.array ?? []).enumerated().compactMap { index, value in
      guard let name = value.string else { return nil }
      let place = "\(key)[\(index)]"
      if name.isEmpty {
        return plist.warning("empty-task-identifier", key: place, "The identifier is empty.")
      }
      if !seen.insert(name).inserted {
        return plist.warning(
          "duplicate-task-identifier", key: place, "\(quoted(name)) is listed more than once.",
          next: "Remove one of them.")
      }
      return nil
    }
  }
}
