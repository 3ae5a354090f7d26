/// The bundle identifier of an app: its name towards the device.
public struct AppID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  public let bundleIdentifier: String

  public init(_ bundleIdentifier: String) { self.bundleIdentifier = bundleIdentifier }
  public init(stringLiteral value: String) { self.init(value) }
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bundleIdentifier)
  }

  public var description: String { bundleIdentifier }
  public static func < (a: AppID, b: AppID) -> Bool { a.bundleIdentifier < b.bundleIdentifier }
}

/// What an app says about itself in `Info.plist`, as far as the policy needs it.
public struct AppManifest: Hashable, Sendable, Codable {
  public var id: AppID
  /// The name under the icon.
  public var displayName: String
  /// `UIApplicationExitsOnSuspend` (O3).
  public var exitsOnSuspend: Bool
  /// `UIBackgroundModes`, known values only, sorted.
  public var backgroundModes: [BackgroundMode]
  /// `CFBundleURLTypes`: the schemes that open the app, lower-cased, sorted.
  public var urlSchemes: [String]
  /// Whether `UIApplicationSceneManifest` is there (L13).
  public var usesScenes: Bool
  /// `UIApplicationSupportsMultipleScenes` (L8).
  public var supportsMultipleScenes: Bool
  /// `BGTaskSchedulerPermittedIdentifiers`, in the order of the file (F20).
  public var permittedTaskIdentifiers: [String]
  /// G5.
  public var location: LocationManifest

  public init(
    id: AppID, displayName: String? = nil, exitsOnSuspend: Bool = false,
    backgroundModes: [BackgroundMode] = [], urlSchemes: [String] = [], usesScenes: Bool = false,
    supportsMultipleScenes: Bool = false, permittedTaskIdentifiers: [String] = [],
    location: LocationManifest = LocationManifest()
  ) {
    self.id = id
    self.displayName = displayName ?? id.bundleIdentifier
    self.exitsOnSuspend = exitsOnSuspend
    self.backgroundModes = backgroundModes
    self.urlSchemes = urlSchemes
    self.usesScenes = usesScenes
    self.supportsMultipleScenes = supportsMultipleScenes
    self.permittedTaskIdentifiers = permittedTaskIdentifiers
    self.location = location
  }
}

extension AppManifest {
  /// Whether tasks of this identifier may be submitted: listed, or covered by a wildcard (F20, F40).
  func permitsTask(_ identifier: String) -> Bool {
    permittedTaskIdentifiers.contains { permitted in
      guard permitted.hasSuffix(".*") else { return permitted == identifier }
      let prefix = permitted.dropLast()
      return identifier.hasPrefix(prefix) && identifier.count > prefix.count
    }
  }
}

/// A value of `UIBackgroundModes`.
public enum BackgroundMode: String, Hashable, Sendable, Codable, CaseIterable {
  case audio
  case bluetoothCentral = "bluetooth-central"
  case bluetoothPeripheral = "bluetooth-peripheral"
  case externalAccessory = "external-accessory"
  case fetch
  case location
  case nearbyInteraction = "nearby-interaction"
  case newsstandContent = "newsstand-content"
  case processing
  case pushToTalk = "push-to-talk"
  case remoteNotification = "remote-notification"
  case voip
}
