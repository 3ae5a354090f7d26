import Multitasking

/// The mode `location` and the texts that the permission dialog shows (G5).
enum LocationCheck {
  static func findings(_ plist: Examined) -> [Finding] {
    // iOS 7 asked without them.
    guard plist.profile == .modern, plist.modes.contains(.location) else { return [] }
    let texts = KnownKeys.locationUsage.compactMap { plist.info[$0]?.string }
    guard texts.allSatisfy(\.isEmpty) else { return [] }
    return [
      plist.warning(
        "location-without-usage-description", key: "NSLocationWhenInUseUsageDescription",
        "‘location’ is declared without a usage description, so requests for permission are "
          + "ignored (G5).",
        next: "Say in NSLocationWhenInUseUsageDescription what the location is for.")
    ]
  }
}
