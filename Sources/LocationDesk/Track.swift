import Multitasking

/// Where the device is, in the course of time: one fix after the other.
public protocol Track: Sendable {
  /// The first fix after `elapsed` since the beginning, and when; nil: there is none any more.
  func next(after elapsed: Duration) -> (at: Duration, fix: Fix)?
  /// The last fix at or before `elapsed`; nil: there has been none yet.
  func last(at elapsed: Duration) -> Fix?
}

/// Fixes that somebody has recorded.
public struct RecordedTrack: Track {
  private let fixes: [(at: Duration, fix: Fix)]

  /// - Parameter fixes: In any order.
  public init(_ fixes: [(at: Duration, fix: Fix)]) {
    self.fixes = fixes.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    .map(\.element)
  }

  public func next(after elapsed: Duration) -> (at: Duration, fix: Fix)? {
    let index = firstIndex(after: elapsed)
    return index < fixes.count ? fixes[index] : nil
  }

  public func last(at elapsed: Duration) -> Fix? {
    let index = firstIndex(after: elapsed)
    return index > 0 ? fixes[index - 1].fix : nil
  }

  private func firstIndex(after elapsed: Duration) -> Int {
    var (low, high) = (0, fixes.count)
    while low < high {
      let middle = (low + high) / 2
      if fixes[middle].at <= elapsed { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// From place to place at one speed, as `simctl location start` does it.
public struct Route: Track {
  /// Why something is no route.
  public enum Problem: Error, Hashable, Sendable {
    case tooFewPlaces
    case notAPlace(Place)
    case badSpeed(Double)
    case badStep
  }

  private let places: [Place]
  /// Metres from the beginning, for each place.
  private let marks: [Double]
  /// Metres per second.
  private let speed: Double
  private let step: Duration
  private let end: Duration

  /// - Parameters:
  ///   - places: Two or more.
  ///   - speed: Metres per second.
  ///   - step: From one fix to the next.
  public init(_ places: [Place], speed: Double = 20, every step: Duration) throws(Problem) {
    guard places.count >= 2 else { throw .tooFewPlaces }
    if let bad = places.first(where: { !$0.isValid }) { throw .notAPlace(bad) }
    guard speed > 0, speed.isFinite else { throw .badSpeed(speed) }
    guard step >= .milliseconds(1), step <= .seconds(86_400 * 365) else { throw .badStep }
    var marks = [0.0]
    for (from, to) in zip(places, places.dropFirst()) {
      marks.append((marks.last ?? 0) + from.distance(to: to))
    }
    let seconds = (marks.last ?? 0) / speed
    guard seconds < 3e9 else { throw .badSpeed(speed) }
    self.places = places
    self.marks = marks
    self.speed = speed
    self.step = step
    end = .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  /// The same with metres from one fix to the next.
  public init(_ places: [Place], speed: Double = 20, every metres: Double) throws(Problem) {
    guard metres > 0, speed > 0, metres / speed < 3e7 else { throw .badStep }
    try self.init(
      places, speed: speed, every: .nanoseconds(Int64((metres / speed * 1e9).rounded())))
  }

  public func next(after elapsed: Duration) -> (at: Duration, fix: Fix)? {
    if elapsed < .zero { return (.zero, fix(at: .zero)) }
    guard elapsed < end else { return nil }
    let count = elapsed.inNanoseconds / step.inNanoseconds + 1
    let at = min(Duration.nanoseconds(count * step.inNanoseconds), end)
    return (at, fix(at: at))
  }

  public func last(at elapsed: Duration) -> Fix? {
    guard elapsed >= .zero else { return nil }
    guard elapsed < end else { return fix(at: end) }
    return fix(at: .nanoseconds(elapsed.inNanoseconds / step.inNanoseconds * step.inNanoseconds))
  }

  private func fix(at elapsed: Duration) -> Fix {
    let metres = elapsed >= end ? marks[marks.count - 1] : elapsed.inSeconds * speed
    let leg = min((marks.firstIndex { $0 > metres } ?? marks.count) - 1, places.count - 2)
    let length = marks[leg + 1] - marks[leg]
    let part = length > 0 ? min((metres - marks[leg]) / length, 1) : 1
    let place = places[leg].between(places[leg + 1], at: part)
    return Fix(
      place, course: place.course(to: places[leg + 1]), speed: elapsed >= end ? 0 : speed)
  }
}

extension Fix {
  /// A fix that a person has made up; when it is, whoever gives it out says.
  public init(_ place: Place, course: Double = -1, speed: Double = -1) {
    self.init(
      latitude: place.latitude, longitude: place.longitude, altitude: place.altitude ?? 0,
      horizontalAccuracy: 5, verticalAccuracy: place.altitude == nil ? -1 : 5, course: course,
      speed: speed, at: .zero, isSimulated: true)
  }
}
