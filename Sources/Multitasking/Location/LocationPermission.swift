/// What an app may know of the device's location, as it is told.
public struct LocationAuthorization: Hashable, Sendable, Codable {
  public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
    case notDetermined = "not determined"
    case restricted, denied, always
    case whenInUse = "when in use"

    /// Whether it gives anything at all.
    public var isGranted: Bool { self == .always || self == .whenInUse }
  }

  public var status: Status
  public var isAccuracyReduced: Bool
  /// Of the whole device.
  public var isServiceEnabled: Bool
}

/// What a person has decided about an app's location, and is kept.
public struct LocationPermission: Hashable, Sendable, Codable {
  public var status = LocationAuthorization.Status.notDetermined
  /// Allow Once: until the app is no longer in use (G7).
  public var isOnce = false
  /// `always`, and the person has not been asked about it yet (G7).
  public var isProvisional = false
  public var isAccuracyReduced = false
  /// `requestAlwaysAuthorization` is honoured once (G7).
  public var hasAskedForAlways = false

  public init() {}
}

/// What a person says about an app's location: in answer to a prompt, or beforehand.
public enum LocationDecision: Hashable, Sendable, Codable {
  case once, whenInUse, always, denied
  /// Always is taken away: what is left is while in use, or nothing where there is no such permission.
  case notAlways
  /// As if the app had never asked.
  case reset
  /// By parental controls: the person can't change it.
  case restricted
  /// The switch Precise Location; in answer to a request for full accuracy, for this time only.
  case accuracy(isFull: Bool)
}

/// What an app asks for.
public enum AuthorizationRequest: Hashable, Sendable, Codable {
  case whenInUse, always
  /// For the time in which the app is in use.
  case fullAccuracy(purpose: String)
}

/// A question of the system to the person about an app's location: a system alert (L52).
public struct LocationPrompt: Hashable, Sendable, Codable {
  public enum Question: Hashable, Sendable, Codable {
    /// Allow Once, While Using the App, Don't Allow. `wantsAlways`: While Using gives provisional
    /// always (G7).
    case access(wantsAlways: Bool)
    /// An app that may when in use asks for always: keep, or change.
    case upgrade
    /// An app with provisional always has used it (G7): keep only while using, or change to always.
    case confirmAlways
    case fullAccuracy(purpose: String)
  }

  public var app: AppID
  public var question: Question
}

/// What the Info.plist of an app says about location (G5).
public struct LocationManifest: Hashable, Sendable, Codable {
  /// Keys of usage descriptions that are there and not empty.
  public enum Usage: String, Hashable, Sendable, Codable, CaseIterable {
    case whenInUse = "NSLocationWhenInUseUsageDescription"
    case alwaysAndWhenInUse = "NSLocationAlwaysAndWhenInUseUsageDescription"
    /// iOS 8 to 10.
    case always = "NSLocationAlwaysUsageDescription"
  }

  public var usage: [Usage]
  /// Keys of `NSLocationTemporaryUsageDescriptionDictionary`, sorted.
  public var purposes: [String]
  /// `NSLocationDefaultAccuracyReduced`.
  public var isAccuracyReduced: Bool

  public init(
    usage: [Usage] = [], purposes: [String] = [], isAccuracyReduced: Bool = false
  ) {
    self.usage = usage
    self.purposes = purposes
    self.isAccuracyReduced = isAccuracyReduced
  }

  /// All keys that a permission may need.
  public static let complete = LocationManifest(usage: [.whenInUse, .alwaysAndWhenInUse])
}
