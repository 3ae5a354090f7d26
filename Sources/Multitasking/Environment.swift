/// Conditions around all apps that change while they run or wait.
public struct Environment: Hashable, Sendable, Codable {
  public enum BatteryState: String, Hashable, Sendable, Codable, CaseIterable {
    case unknown, unplugged, charging, full
  }

  public enum Orientation: String, Hashable, Sendable, Codable, CaseIterable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
  }

  /// The network that the device has.
  public enum Network: String, Hashable, Sendable, Codable, CaseIterable {
    case wifi, cellular, none
  }

  /// Whether apps may be woken to refresh their content (F10).
  public enum BackgroundRefresh: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not, and the person can't change that.
    case restricted
    case denied
    case available
  }

  /// 0...100.
  public var batteryPercent = 100
  public var batteryState = BatteryState.full
  public var isLowPowerModeEnabled = false
  public var network = Network.wifi
  /// F10: of the device, or, in what an app is told, of that app.
  public var backgroundRefresh = BackgroundRefresh.available
  public var orientation = Orientation.portrait
  public var locale = "en_US"
  /// How often the clock was set, the day changed or the time zone moved (L91).
  public var significantTimeChanges = 0
  /// How often settings of apps were changed from outside.
  public var settingsChanges = 0
  /// How often an app came or went that opens URLs.
  public var urlSchemeChanges = 0

  public init() {}

  /// Whether the device gets power from outside.
  var isCharging: Bool { batteryState == .charging || batteryState == .full }

  /// What differs from `earlier`: each kind once, in a fixed order, net changes only (L90, L91).
  public func changes(since earlier: Environment) -> [EnvironmentKind] {
    EnvironmentKind.allCases.filter { kind in
      switch kind {
      case .userDefaults: settingsChanges != earlier.settingsChanges
      case .locale: locale != earlier.locale
      case .orientation: orientation != earlier.orientation
      case .batteryLevel: batteryPercent != earlier.batteryPercent
      case .batteryState: batteryState != earlier.batteryState
      case .powerState: isLowPowerModeEnabled != earlier.isLowPowerModeEnabled
      case .significantTimeChange: significantTimeChanges != earlier.significantTimeChanges
      case .backgroundRefresh: backgroundRefresh != earlier.backgroundRefresh
      }
    }
  }
}

/// The kinds of change that an app is told of.
public enum EnvironmentKind: String, Hashable, Sendable, Codable, CaseIterable {
  case userDefaults, locale, orientation, batteryLevel, batteryState, powerState
  case significantTimeChange, backgroundRefresh
}

/// A change that a person or the machine makes.
public enum EnvironmentChange: Hashable, Sendable, Codable {
  case battery(percent: Int)
  case batteryState(Environment.BatteryState)
  case lowPowerMode(Bool)
  case orientation(Environment.Orientation)
  case locale(String)
  case significantTimeChange
  case settings
  case network(Environment.Network)
  case backgroundRefresh(Environment.BackgroundRefresh)

  func apply(to environment: inout Environment) {
    switch self {
    case .battery(let percent): environment.batteryPercent = min(max(percent, 0), 100)
    case .batteryState(let state): environment.batteryState = state
    case .lowPowerMode(let isOn): environment.isLowPowerModeEnabled = isOn
    case .orientation(let orientation): environment.orientation = orientation
    case .locale(let identifier): environment.locale = identifier
    case .significantTimeChange: environment.significantTimeChanges += 1
    case .settings: environment.settingsChanges += 1
    case .network(let network): environment.network = network
    case .backgroundRefresh(let status): environment.backgroundRefresh = status
    }
  }
}
