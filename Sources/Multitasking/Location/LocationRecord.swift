/// What a device keeps of an app's location beyond its processes, and beyond its own boots.
public struct LocationRecord: Hashable, Sendable, Codable {
  public var permission = LocationPermission()
  /// In the order in which they were added (G12).
  public var regions: [MonitoredRegion] = []
  /// G11.
  public var significantChanges = false
  /// What was told last of them, and when.
  public var significant: Fix?
  public var significantAt: Instant?
  /// G13.
  public var visits = false
  /// The stay whose arrival was told.
  public var visit: Visit?
  /// G19: a session that the app may join again.
  public var hasBackgroundActivity = false
  /// G18: live updates were running when its process ended.
  public var wasLive = false

  public init() {}

  public struct MonitoredRegion: Hashable, Sendable, Codable {
    public var region: Region
    public var state = Region.State.unknown
    /// On the other side of the border, since when: told when that has lasted.
    var crossing: Instant?
    /// The app wants to be told the state as soon as it is known.
    var isAsked = false

    init(_ region: Region) { self.region = region }
  }

  /// Whether something may happen to the app while it does not run.
  var isMonitoring: Bool { !regions.isEmpty || significantChanges || visits }
}

/// What the location of an app has cost.
public struct LocationAccount: Hashable, Sendable, Codable {
  /// The time for which the receiver was on because of it; shared with others that wanted as much.
  public var receiverOn = Duration.zero
  /// How often it was woken or launched for its location.
  public var wakes = 0
  /// Locations that it was told.
  public var fixes = 0

  public init() {}
}
