import Glibc
import Multitasking

/// A place as people write it: `53.9,27.56`.
public struct Place: Hashable, Sendable, Codable {
  public var latitude: Double
  public var longitude: Double
  /// Metres.
  public var altitude: Double?

  public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// Whether it is on the earth.
  public var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

  /// Reads `LAT,LON`, or `LAT,LON,ALTITUDE`; nil for what is no place.
  public init?(text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1]
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
    if numbers.count == 3 {
      guard let altitude = numbers[2], altitude.isFinite else { return nil }
      self.altitude = altitude
    }
    guard isValid else { return nil }
  }

  /// Metres along a sphere.
  public func distance(to other: Place) -> Double { Place.earthRadius * angle(to: other) }

  /// The place on the shortest way to `other` at this part of it, 0 to 1.
  func between(_ other: Place, at part: Double) -> Place {
    let angle = angle(to: other)
    guard angle > 1e-12 else { return part < 1 ? self : other }
    let (a, b) = (sin((1 - part) * angle) / sin(angle), sin(part * angle) / sin(angle))
    let (one, two) = (vector, other.vector)
    let x = a * one.x + b * two.x
    let y = a * one.y + b * two.y
    let z = a * one.z + b * two.z
    let climb = altitude.flatMap { low in other.altitude.map { low + part * ($0 - low) } }
    return Place(
      latitude: Place.degrees(atan2(z, (x * x + y * y).squareRoot())),
      longitude: Place.degrees(atan2(y, x)), altitude: climb ?? altitude)
  }

  /// To a tenth of a millimetre: a way along a meridian stays on it.
  private static func degrees(_ angle: Double) -> Double {
    (angle / radians * 1e9).rounded() / 1e9
  }

  /// Degrees from north, 0 to 360.
  func course(to other: Place) -> Double {
    let east = (other.longitude - longitude) * Place.radians
    let (from, to) = (latitude * Place.radians, other.latitude * Place.radians)
    let course =
      atan2(sin(east) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(east))
      / Place.radians
    return course < 0 ? course + 360 : course
  }

  private static let radians = Double.pi / 180
  private static let earthRadius = 6_371_008.8

  private var vector: (x: Double, y: Double, z: Double) {
    let (north, east) = (latitude * Place.radians, longitude * Place.radians)
    return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
  }

  private func angle(to other: Place) -> Double {
    let north = sin((other.latitude - latitude) * Place.radians / 2)
    let east = sin((other.longitude - longitude) * Place.radians / 2)
    let part =
      north * north + cos(latitude * Place.radians) * cos(other.latitude * Place.radians) * east
      * east
    return 2 * asin(min(1, part.squareRoot()))
  }
}
