/// Every number and choice about location.
public struct LocationRules: Hashable, Sendable, Codable {
  /// G5 (iOS 8): apps ask, and there is a permission while in use. If not, the system asks at the
  /// first use, and an app may always or never.
  public var hasInUseAuthorization = true
  /// G4 (iOS 9).
  public var needsAllowsBackground = true
  /// G4: updates keep an app running. If not, each of them wakes it (G3).
  public var keepsRunning = true
  /// G17, C12.
  public var relaunchesAfterForceQuit = true
  /// G14 (iOS 6 to 12).
  public var defersUpdates = false

  /// G1: fixes that wait for one manager of a suspended app (the amount is a choice).
  public var queueMax = 100
  /// G1: how often fixes are taken for those who can't have them now (a choice).
  public var queueInterval = Duration.seconds(60)
  /// G9: how long the device must not have moved, and what counts as having moved, in metres (choices).
  public var pauseAfter = Duration.seconds(900)
  public var movementDistance = 50
  /// G18: the same for live updates (a choice).
  public var stationaryAfter = Duration.seconds(120)
  /// G11: metres, and the least time between two.
  public var significantDistance = 500
  public var significantInterval = Duration.seconds(300)
  /// G12.
  public var regionsMax = 20
  /// G12: metres (the amount is a choice).
  public var regionRadiusMax = 1_000_000
  /// G12: how far out of a region is out of it, in metres (a choice).
  public var regionMargin = 50
  /// G12: how long the device must be on the other side of the border (a choice).
  public var regionDelay = Duration.seconds(20)
  /// G13: how long a stay lasts before it is one, and how far is away, in metres (choices).
  public var visitAfter = Duration.seconds(300)
  public var visitDistance = 100
  /// G10: the grid that reduced accuracy leaves, in metres, and how often (choices within 1-20 km, a
  /// few per hour).
  public var reducedGrid = 5_000
  public var reducedInterval = Duration.seconds(900)
  /// G10: how often there is a fix for a hundred metres, and for a kilometre and more (choices).
  public var hundredMetresInterval = Duration.seconds(10)
  public var kilometreInterval = Duration.seconds(60)
  /// How often there is a fix for regions, visits and significant changes: with ``regionDelay`` a
  /// crossing is told about 3 min later (G12).
  public var monitoringInterval = Duration.seconds(180)
  /// How long the receiver is on for one fix when it sleeps otherwise (a choice).
  public var fixDuration = Duration.seconds(3)
  /// G15: how long a single request waits (a choice).
  public var requestTimeout = Duration.seconds(10)
  /// How long nobody knows the location before apps are told (a choice).
  public var unknownAfter = Duration.seconds(10)

  /// Of iOS 18 and 26.
  public static let modern = LocationRules()

  /// Of iOS 7.
  public static let classic: LocationRules = {
    var rules = LocationRules()
    rules.hasInUseAuthorization = false
    rules.needsAllowsBackground = false
    rules.keepsRunning = false
    rules.relaunchesAfterForceQuit = false
    rules.defersUpdates = true
    rules.queueInterval = .seconds(10)
    return rules
  }()
}
