/// The shape that a value must have.
indirect enum PlistShape: Hashable, Sendable {
  case string
  case boolean
  case list(of: PlistShape)
  /// A dictionary whose values all have one shape, whatever their keys.
  case table(of: PlistShape)
  /// A dictionary with known keys; others are allowed.
  case record([String: PlistShape])
  case any

  var typeName: String {
    switch self {
    case .string: "a string"
    case .boolean: "a boolean"
    case .table, .record: "a dictionary"
    case .list(.string): "an array of strings"
    case .list(.record): "an array of dictionaries"
    case .list: "an array"
    case .any: "any type"
    }
  }

  var example: String {
    switch self {
    case .string: "<string>…</string>"
    case .boolean: "<true/> or <false/>"
    case .table, .record: "<dict>…</dict>"
    case .list(let element): "<array>\(element.example)</array>"
    case .any: "…"
    }
  }
}

/// What is known about the keys of `Info.plist`.
enum KnownKeys {
  /// The keys that the device acts on; a wrong type here is an error.
  static let device: [String: PlistShape] = [
    "CFBundleIdentifier": .string,
    "CFBundleExecutable": .string,
    "CFBundleName": .string,
    "CFBundleDisplayName": .string,
    "UIApplicationExitsOnSuspend": .boolean,
    "UIBackgroundModes": .list(of: .string),
    "BGTaskSchedulerPermittedIdentifiers": .list(of: .string),
    "CFBundleURLTypes": .list(of: .record(["CFBundleURLSchemes": .list(of: .string)])),
    "UIApplicationSceneManifest": .record([
      "UIApplicationSupportsMultipleScenes": .boolean,
      "UISceneConfigurations": .table(
        of: .list(
          of: .record([
            "UISceneConfigurationName": .string,
            "UISceneDelegateClassName": .string,
            "UISceneClassName": .string,
          ]))),
    ]),
  ]

  /// Keys that other parts of iOS read; a wrong type here is a warning.
  static let documented: [String: PlistShape] = {
    var keys: [String: PlistShape] = [:]
    for name in strings { keys[name] = .string }
    for name in booleans { keys[name] = .boolean }
    for name in lists { keys[name] = .list(of: .string) }
    for name in others { keys[name] = .any }
    return keys
  }()

  /// Keys that have a place, which is not the top: the key in which they belong.
  static let homes: [String: String] = [
    "UIApplicationSupportsMultipleScenes": "UIApplicationSceneManifest",
    "UISceneConfigurations": "UIApplicationSceneManifest",
    "UISceneDelegateClassName": "UIApplicationSceneManifest",
    "UISceneConfigurationName": "UIApplicationSceneManifest",
    "CFBundleURLSchemes": "CFBundleURLTypes",
    "CFBundleURLName": "CFBundleURLTypes",
    "CFBundleTypeRole": "CFBundleURLTypes",
  ]

  static let locationUsage = [
    "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription",
    "NSLocationAlwaysUsageDescription",
  ]

  private static let strings =
    locationUsage + [
      "CFBundleShortVersionString", "CFBundleVersion", "CFBundleDevelopmentRegion",
      "CFBundleInfoDictionaryVersion", "CFBundlePackageType", "CFBundleSignature",
      "CFBundleIconFile", "CFBundleIconName", "CFBundleGetInfoString", "CFBundleSpokenName",
      "MinimumOSVersion", "NSHumanReadableCopyright", "NSPrincipalClass", "NSMainNibFile",
      "UILaunchStoryboardName", "UIMainStoryboardFile", "UILaunchImageFile", "UIStatusBarStyle",
      "UIUserInterfaceStyle", "DTPlatformName", "DTSDKName", "DTXcode", "LSMinimumSystemVersion",
      "LSApplicationCategoryType",
      "NSAppleMusicUsageDescription", "NSBluetoothAlwaysUsageDescription",
      "NSBluetoothPeripheralUsageDescription", "NSCalendarsUsageDescription",
      "NSCameraUsageDescription", "NSContactsUsageDescription", "NSFaceIDUsageDescription",
      "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription",
      "NSHomeKitUsageDescription", "NSLocalNetworkUsageDescription", "NSLocationUsageDescription",
      "NSMicrophoneUsageDescription", "NSMotionUsageDescription",
      "NSNearbyInteractionUsageDescription", "NSPhotoLibraryAddUsageDescription",
      "NSPhotoLibraryUsageDescription", "NSRemindersUsageDescription", "NSSiriUsageDescription",
      "NSSpeechRecognitionUsageDescription", "NSUserTrackingUsageDescription",
    ]

  private static let booleans = [
    "UIFileSharingEnabled", "UIRequiresFullScreen", "UIRequiresPersistentWiFi",
    "UIStatusBarHidden", "UIViewControllerBasedStatusBarAppearance", "UIPrerenderedIcon",
    "UIApplicationSupportsIndirectInputEvents", "UISupportsDocumentBrowser",
    "UINewsstandApp", "LSRequiresIPhoneOS", "LSSupportsOpeningDocumentsInPlace",
    "ITSAppUsesNonExemptEncryption", "CADisableMinimumFrameDurationOnPhone",
    "NSSupportsLiveActivities", "NSSupportsLiveActivitiesFrequentUpdates",
    "UIDesignRequiresCompatibility",
  ]

  private static let lists = [
    "LSApplicationQueriesSchemes", "NSUserActivityTypes", "UIAppFonts", "CFBundleIconFiles",
    "CFBundleLocalizations", "CFBundleSupportedPlatforms", "UISupportedInterfaceOrientations",
    "UISupportedExternalAccessoryProtocols", "NSBonjourServices",
  ]

  private static let others = [
    "CFBundleIcons", "CFBundleDocumentTypes", "NSAppTransportSecurity", "UIDeviceFamily",
    "UILaunchScreen", "UILaunchScreens", "UILaunchImages", "UILaunchStoryboards",
    "UIRequiredDeviceCapabilities", "UIApplicationShortcutItems", "UTExportedTypeDeclarations",
    "UTImportedTypeDeclarations", "NSExtension", "UIStatusBarTintParameters",
    "NSLocationTemporaryUsageDescriptionDictionary", "NSLocationDefaultAccuracyReduced",
    "NSAccessorySetupKitSupports",
  ]
}
