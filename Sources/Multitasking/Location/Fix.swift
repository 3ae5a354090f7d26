import Glibc

/// Where the device was, as whoever knows it says. Negative accuracies, course and speed: not known.
public struct Fix: Hashable, Sendable, Codable {
  public var latitude: Double
  public var longitude: Double
  /// Metres.
  public var altitude: Double
  public var horizontalAccuracy: Double
  public var verticalAccuracy: Double
  /// Degrees from true north.
  public var course: Double
  /// Metres per second.
  public var speed: Double
  /// On the device's timeline.
  public var at: Instant
  /// Whether a person or a file made it up.
  public var isSimulated: Bool

  public init(
    latitude: Double, longitude: Double, altitude: Double = 0, horizontalAccuracy: Double = 5,
    verticalAccuracy: Double = -1, course: Double = -1, speed: Double = -1, at: Instant,
    isSimulated: Bool = true
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.speed = speed
    self.at = at
    self.isSimulated = isSimulated
  }

  /// Whether it names a place on the earth.
  public var isPlace: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180 && altitude.isFinite && course.isFinite
      && speed.isFinite && horizontalAccuracy.isFinite && verticalAccuracy.isFinite
  }

  /// Metres along the surface of a sphere of the earth's mean radius.
  func distance(to other: Fix) -> Double {
    distance(latitude: other.latitude, longitude: other.longitude)
  }

  func distance(latitude other: Double, longitude otherLongitude: Double) -> Double {
    let radians = Double.pi / 180
    let north = sin((other - latitude) * radians / 2)
    let east = sin((otherLongitude - longitude) * radians / 2)
    let part = north * north + cos(latitude * radians) * cos(other * radians) * east * east
    return 2 * Fix.earthRadius * asin(min(1, part.squareRoot()))
  }

  /// G10: all that reduced accuracy leaves: the middle of a field in a grid of this width, in metres.
  func coarsened(to width: Double) -> Fix {
    let metresPerDegree = Fix.earthRadius * Double.pi / 180
    let northStep = width / metresPerDegree
    var coarse = self
    coarse.latitude = min(max((latitude / northStep).rounded() * northStep, -90), 90)
    let shrinking = max(cos(coarse.latitude * Double.pi / 180), 1e-6)
    let eastStep = min(northStep / shrinking, 360)
    coarse.longitude = min(max((longitude / eastStep).rounded() * eastStep, -180), 180)
    coarse.horizontalAccuracy = max(horizontalAccuracy, width)
    coarse.altitude = 0
    coarse.verticalAccuracy = -1
    coarse.course = -1
    coarse.speed = -1
    return coarse
  }

  private static let earthRadius = 6_371_008.8
}

/// A stay at a place (G13).
public struct Visit: Hashable, Sendable, Codable {
  public var place: Fix
  public var arrival: Instant
  /// Nil while it lasts.
  public var departure: Instant?
}

/// A circle that an app wants to know of (G12).
public struct Region: Hashable, Sendable, Codable {
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

  public enum State: String, Hashable, Sendable, Codable { case unknown, inside, outside }

  /// Metres from the border, negative inside.
  func distance(of fix: Fix) -> Double {
    fix.distance(latitude: latitude, longitude: longitude) - radius
  }
}
