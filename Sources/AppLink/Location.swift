// What an app and its device say about where they are.
//
// Location managers have numbers, chosen by the app; what an app monitors (regions, visits,
// significant changes) belongs to the app as a whole and outlives its process.

/// What an app asks of its device about location.
public enum LocationRequest: Hashable, Sendable, Codable {
  case authorize(AuthorizationRequest)
  /// `startUpdatingLocation()`, or a change of what a manager that updates needs.
  case update(manager: UInt64, LocationNeeds)
  case stopUpdating(manager: UInt64)
  /// `requestLocation()` (G15).
  case requestOnce(manager: UInt64, LocationNeeds)
  /// G11.
  case significantChanges(Bool)
  /// G13.
  case visits(Bool)
  /// G12; one of the same identifier is replaced.
  case monitor(LocationRegion)
  case stopMonitoring(identifier: String)
  /// Answered by ``LocationNotice/regionState(identifier:_:)``.
  case regionState(identifier: String)
  /// `CLBackgroundActivitySession`: begun or invalidated (G19).
  case backgroundActivity(session: UInt64, isOn: Bool)
  /// Allow or disallow deferral until this distance (m) or time (s) (G14); nil: no deferral.
  case deferUpdates(manager: UInt64, distance: Double?, timeout: Double?)
}

public enum AuthorizationRequest: Hashable, Sendable, Codable {
  case whenInUse, always
  /// `requestTemporaryFullAccuracyAuthorization(withPurposeKey:)`.
  case fullAccuracy(purpose: String)
}

/// What a manager that updates needs.
public struct LocationNeeds: Hashable, Sendable, Codable {
  /// Metres, or one of Apple's negative constants (G10).
  public var desiredAccuracy: Double
  /// Metres; negative: every movement.
  public var distanceFilter: Double
  /// `CLActivityType`.
  public var activityType: Int
  public var pausesAutomatically: Bool
  public var allowsBackground: Bool
  public var showsIndicator: Bool
  /// Of `CLLocationUpdate.liveUpdates`: pauses and goes on by itself (G18).
  public var isLive: Bool

  public init(
    desiredAccuracy: Double, distanceFilter: Double, activityType: Int = 1,
    pausesAutomatically: Bool = true, allowsBackground: Bool = false,
    showsIndicator: Bool = false, isLive: Bool = false
  ) {
    self.desiredAccuracy = desiredAccuracy
    self.distanceFilter = distanceFilter
    self.activityType = activityType
    self.pausesAutomatically = pausesAutomatically
    self.allowsBackground = allowsBackground
    self.showsIndicator = showsIndicator
    self.isLive = isLive
  }
}

/// What a device tells an app about location. All of it is told on the main thread, in order.
public enum LocationNotice: Hashable, Sendable, Codable {
  case authorization(LocationAuthorization)
  /// Oldest first (G1). `manager` nil: for every manager (significant changes).
  case locations(manager: UInt64?, [LocationFix])
  /// `locationManager(_:didFailWithError:)` with a code of `CLError`.
  case failed(manager: UInt64?, code: Int)
  /// G9.
  case paused(manager: UInt64)
  case resumed(manager: UInt64)
  case finishedDeferred(manager: UInt64, code: Int?)
  case monitoringStarted(identifier: String)
  case monitoringFailed(identifier: String?, code: Int)
  case regionState(identifier: String, RegionState)
  case regionEntered(identifier: String)
  case regionExited(identifier: String)
  case visited(LocationVisit)
  /// The regions that the app monitors, told at launch.
  case monitored([LocationRegion])
}

public struct LocationAuthorization: Hashable, Sendable, Codable {
  /// The raw values of `CLAuthorizationStatus`.
  public enum Status: Int32, Hashable, Sendable, Codable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case always = 3
    case whenInUse = 4
  }

  public var status: Status
  public var isAccuracyReduced: Bool
  /// Of the whole device.
  public var isServiceEnabled: Bool

  public init(status: Status, isAccuracyReduced: Bool = false, isServiceEnabled: Bool = true) {
    self.status = status
    self.isAccuracyReduced = isAccuracyReduced
    self.isServiceEnabled = isServiceEnabled
  }
}

/// Where the device was. Negative accuracies: not known, as in `CLLocation`.
public struct LocationFix: Hashable, Sendable, Codable {
  public var latitude: Double
  public var longitude: Double
  /// Metres.
  public var altitude: Double
  public var horizontalAccuracy: Double
  public var verticalAccuracy: Double
  /// Degrees from true north; negative: not known.
  public var course: Double
  /// Metres per second; negative: not known.
  public var speed: Double
  /// Seconds since 1970.
  public var timestamp: Double
  /// Whether a person or a file made it up.
  public var isSimulated: Bool

  public init(
    latitude: Double, longitude: Double, altitude: Double = 0, horizontalAccuracy: Double,
    verticalAccuracy: Double = -1, course: Double = -1, speed: Double = -1, timestamp: Double,
    isSimulated: Bool = false
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.speed = speed
    self.timestamp = timestamp
    self.isSimulated = isSimulated
  }
}

/// A circle that an app wants to know of.
public struct LocationRegion: Hashable, Sendable, Codable {
  public var identifier: String
  public var latitude: Double
  public var longitude: Double
  /// Metres.
  public var radius: Double
  public var notifiesOnEntry: Bool
  public var notifiesOnExit: Bool

  public init(
    identifier: String, latitude: Double, longitude: Double, radius: Double,
    notifiesOnEntry: Bool = true, notifiesOnExit: Bool = true
  ) {
    self.identifier = identifier
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.notifiesOnEntry = notifiesOnEntry
    self.notifiesOnExit = notifiesOnExit
  }
}

/// The raw values of `CLRegionState`.
public enum RegionState: Int, Hashable, Sendable, Codable { case unknown, inside, outside }

/// A stay at a place; the departure is nil while it lasts (G13).
public struct LocationVisit: Hashable, Sendable, Codable {
  public var latitude: Double
  public var longitude: Double
  public var horizontalAccuracy: Double
  /// Seconds since 1970.
  public var arrival: Double?
  public var departure: Double?

  public init(
    latitude: Double, longitude: Double, horizontalAccuracy: Double, arrival: Double?,
    departure: Double?
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.horizontalAccuracy = horizontalAccuracy
    self.arrival = arrival
    self.departure = departure
  }
}

/// What an app finds at its launch: objects can be asked before any notice comes. The same is told
/// again as notices, right after the launch.
public struct LocationAtLaunch: Hashable, Sendable, Codable {
  public var authorization: LocationAuthorization
  public var monitored: [LocationRegion]

  public init(authorization: LocationAuthorization, monitored: [LocationRegion]) {
    self.authorization = authorization
    self.monitored = monitored
  }
}
