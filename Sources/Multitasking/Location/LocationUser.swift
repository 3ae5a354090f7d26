/// What a location manager that updates needs.
public struct LocationNeeds: Hashable, Sendable, Codable {
  /// Metres, or one of Apple's negative constants (G10).
  public var desiredAccuracy: Double
  /// Metres; not positive: every movement.
  public var distanceFilter: Double
  public var pausesAutomatically: Bool
  /// G4.
  public var allowsBackground: Bool
  /// G8.
  public var showsIndicator: Bool
  /// Of `CLLocationUpdate.liveUpdates`: pauses and goes on by itself (G18).
  public var isLive: Bool

  public init(
    desiredAccuracy: Double = -1, distanceFilter: Double = -1, pausesAutomatically: Bool = true,
    allowsBackground: Bool = false, showsIndicator: Bool = false, isLive: Bool = false
  ) {
    self.desiredAccuracy = desiredAccuracy
    self.distanceFilter = distanceFilter
    self.pausesAutomatically = pausesAutomatically
    self.allowsBackground = allowsBackground
    self.showsIndicator = showsIndicator
    self.isLive = isLive
  }

  /// G10: `kCLLocationAccuracyReduced` stands outside of the values that are metres or better.
  var wantsReduced: Bool { desiredAccuracy > 3_000 || desiredAccuracy < -2 }
  /// G14.
  var isBest: Bool { desiredAccuracy == -1 || desiredAccuracy == -2 }
}

/// What the processes of an app do with location: gone with the process (G2).
struct LocationUser: Hashable, Sendable {
  /// In the order of their numbers.
  var managers: [Manager] = []
  /// Background activity sessions that the app holds (G19).
  var sessions: [UInt64] = []
  /// The person has granted full accuracy for this time.
  var hasFullAccuracy = false
  /// What is to be told when the app runs again.
  var pending: [LocationMessage] = []

  /// A `CLLocationManager`, by the app's number.
  struct Manager: Hashable, Sendable {
    var id: UInt64
    var needs: LocationNeeds
    var isUpdating = false
    /// G5: what was started in the background is not started in use.
    var startedInFront: Bool
    var since: Instant
    /// The fix that was told or queued last, as the app sees it.
    var last: Fix?
    /// G16: started, and has had no fix since.
    var wantsFix = false
    /// G9, G18.
    var isPaused = false
    /// `requestLocation()` (G15): until when it waits.
    var onceUntil: Instant?
    /// Fixes that wait for the app to run again, oldest first (G1).
    var queue: [Fix] = []
    /// Older ones that there was no room for.
    var dropped = 0
    /// `locationUnknown` was told since the location was lost.
    var wasToldUnknown = false
    /// G14.
    var deferral: Deferral?

    var wantsFixes: Bool { (isUpdating && !isPaused) || onceUntil != nil }
    /// Nothing is left of what it was asked for.
    var isIdle: Bool { !isUpdating && onceUntil == nil && queue.isEmpty }
  }

  /// G14: fixes are kept until the app wants them all together.
  struct Deferral: Hashable, Sendable {
    /// Metres; nil: however far.
    var distance: Double?
    /// Nil: however long.
    var until: Instant?
    var travelled = 0.0
  }

  var isUntouched: Bool { self == LocationUser() }

  func manager(_ id: UInt64) -> Manager? { managers.first { $0.id == id } }

  /// Changes a manager, which is made if need be, and forgotten when it has nothing left to do.
  mutating func with(_ id: UInt64, made: Manager, _ body: (inout Manager) -> Void) {
    let index = managers.firstIndex { $0.id >= id } ?? managers.endIndex
    if index == managers.endIndex || managers[index].id != id { managers.insert(made, at: index) }
    body(&managers[index])
    if managers[index].isIdle { managers.remove(at: index) }
  }
}
