import Multitasking

/// The mode `location` and the texts that the permission dialog shows (G5).
enum LocationCheck {
  private static let whenInUse = LocationManifest.Usage.whenInUse.rawValue
  private static let always = LocationManifest.Usage.alwaysAndWhenInUse.rawValue
  private static let oldAlways = LocationManifest.Usage.always.rawValue
  private static let purposes = "NSLocationTemporaryUsageDescriptionDictionary"

  static func findings(_ plist: Examined) -> [Finding] {
    // iOS 7 asked without them.
    guard plist.profile == .modern else { return [] }
    return mode(plist) + alwaysAlone(plist) + oldKey(plist) + empty(plist) + accuracy(plist)
  }

  private static func has(_ key: String, _ plist: Examined) -> Bool {
    plist.info[key]?.string?.isEmpty == false
  }

  private static func mode(_ plist: Examined) -> [Finding] {
    guard plist.modes.contains(.location),
      !KnownKeys.locationUsage.contains(where: { has($0, plist) })
    else { return [] }
    return [
      plist.warning(
        "location-without-usage-description", key: whenInUse,
        "‘location’ is declared without a usage description, so requests for permission are "
          + "ignored (G5).",
        next: "Say in \(whenInUse) what the location is for.")
    ]
  }

  /// A request for always takes both texts: the first question is the one while in use (G7).
  private static func alwaysAlone(_ plist: Examined) -> [Finding] {
    guard has(always, plist), !has(whenInUse, plist) else { return [] }
    return [
      plist.warning(
        "always-without-when-in-use", key: always,
        "\(always) is there without \(whenInUse), so all requests for permission are ignored (G5).",
        next: "Add \(whenInUse).")
    ]
  }

  private static func oldKey(_ plist: Examined) -> [Finding] {
    guard has(oldAlways, plist), !has(always, plist) else { return [] }
    return [
      plist.warning(
        "outdated-location-key", key: oldAlways,
        "\(oldAlways) has no effect since iOS 11: requests for always are ignored (G5).",
        next: "Say it in \(always), beside \(whenInUse).")
    ]
  }

  /// A text that is empty counts as none.
  private static func empty(_ plist: Examined) -> [Finding] {
    // Without any other, the mode's finding tells it.
    guard KnownKeys.locationUsage.contains(where: { has($0, plist) }) else { return [] }
    return [whenInUse, always].filter { plist.info[$0]?.string?.isEmpty == true }.map { key in
      plist.warning(
        "empty-usage-description", key: key, "\(key) is empty, which counts as missing (G5).",
        next: "Say what the location is for.")
    }
  }

  private static func accuracy(_ plist: Examined) -> [Finding] {
    guard let texts = plist.info[purposes]?.dictionary else { return [] }
    return texts.keys.sorted().filter { texts[$0]?.string?.isEmpty != false }.map { purpose in
      plist.warning(
        "purpose-without-text", key: "\(purposes).\(purpose)",
        "The purpose \(quoted(purpose)) says nothing, so requests for it fail.",
        next: "Say what precise location is for.")
    }
  }
}
