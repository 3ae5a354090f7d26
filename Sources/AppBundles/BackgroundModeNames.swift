import Multitasking

/// Other names under which people know the background modes.
enum BackgroundModeNames {
  /// What was probably meant by an unknown mode.
  static func suggestion(for name: String) -> BackgroundMode? {
    let name = folded(name)
    for mode in BackgroundMode.allCases where folded(mode.rawValue) == name { return mode }
    if let mode = aliases[name] { return mode }
    let names = BackgroundMode.allCases.map(\.rawValue)
    return Misspelling.nearest(to: name, in: names.map(folded))
      .flatMap { near in BackgroundMode.allCases.first { folded($0.rawValue) == near } }
  }

  /// Letters and digits only, in lower case: `backgroundFetch`, `background-fetch` and
  /// `Background fetch` are one name.
  static func folded(_ name: String) -> String {
    String(
      name.prefix(BundleLimits.comparedCharactersMax).lowercased()
        .filter { $0.isLetter || $0.isNumber })
  }

  /// What Xcode's editors show for the values, old and new.
  static let displayNames: [String: BackgroundMode] = folded([
    "App plays audio or streams audio/video using AirPlay": .audio,
    "App plays audio": .audio,
    "Audio, AirPlay, and Picture in Picture": .audio,
    "Audio and AirPlay": .audio,
    "App registers for location updates": .location,
    "Location updates": .location,
    "App provides Voice over IP services": .voip,
    "Voice over IP": .voip,
    "App communicates using CoreBluetooth": .bluetoothCentral,
    "Uses Bluetooth LE accessories": .bluetoothCentral,
    "App shares data using CoreBluetooth": .bluetoothPeripheral,
    "Acts as a Bluetooth LE accessory": .bluetoothPeripheral,
    "App communicates with an accessory": .externalAccessory,
    "External accessory communication": .externalAccessory,
    "App downloads content from the network": .fetch,
    "Background fetch": .fetch,
    "App downloads content in response to push notifications": .remoteNotification,
    "Remote notifications": .remoteNotification,
    "App processes Newsstand Kit downloads": .newsstandContent,
    "Newsstand downloads": .newsstandContent,
    "Background processing": .processing,
    "Uses Nearby Interaction": .nearbyInteraction,
    "Uses Push to Talk": .pushToTalk,
  ])

  private static let aliases: [String: BackgroundMode] = folded([
    "background-fetch": .fetch, "fetching": .fetch, "app-refresh": .fetch, "refresh": .fetch,
    "background-app-refresh": .fetch, "background-task": .processing,
    "background-tasks": .processing, "background-process": .processing, "process": .processing,
    "bluetooth": .bluetoothCentral, "ble": .bluetoothCentral, "corebluetooth": .bluetoothCentral,
    "central": .bluetoothCentral, "peripheral": .bluetoothPeripheral,
    "push": .remoteNotification, "push-notification": .remoteNotification,
    "push-notifications": .remoteNotification, "notification": .remoteNotification,
    "silent-push": .remoteNotification, "remote": .remoteNotification,
    "gps": .location, "location-updates": .location, "background-location": .location,
    "core-location": .location, "music": .audio, "sound": .audio, "airplay": .audio,
    "background-audio": .audio, "picture-in-picture": .audio, "playback": .audio,
    "voice-over-ip": .voip, "call": .voip, "calls": .voip, "accessory": .externalAccessory,
    "newsstand": .newsstandContent, "ptt": .pushToTalk,
  ])

  private static func folded(_ names: [String: BackgroundMode]) -> [String: BackgroundMode] {
    Dictionary(names.map { (folded($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
