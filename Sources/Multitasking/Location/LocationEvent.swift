/// What an app does with location, and what a person decides about it.
public enum LocationEvent: Hashable, Sendable, Codable {
  case asked(AuthorizationRequest)
  /// `startUpdatingLocation()`, or a change of what a manager that updates needs.
  case updating(manager: UInt64, LocationNeeds)
  case stoppedUpdating(manager: UInt64)
  /// `requestLocation()` (G15).
  case requestedOnce(manager: UInt64, LocationNeeds)
  /// G11.
  case significantChanges(Bool)
  /// G13.
  case visits(Bool)
  /// G12.
  case monitoring(Region)
  case stoppedMonitoring(identifier: String)
  case regionStateAsked(identifier: String)
  /// G19.
  case backgroundActivity(session: UInt64, isOn: Bool)
  /// G14; neither distance nor timeout: no deferral any more.
  case deferring(manager: UInt64, distance: Double?, timeout: Duration?)
  case decided(LocationDecision)
}

/// What happens to the location of the whole device.
public enum PositionEvent: Hashable, Sendable, Codable {
  case fix(Fix)
  /// Nobody knows any more where the device is.
  case lost
  /// The switch Location Services of the device.
  case service(isEnabled: Bool)
}

/// How much the receiver has to be on.
public enum ReceiverDuty: Hashable, Sendable, Codable, Comparable {
  case off
  /// It sleeps from one fix to the next.
  case sleeping(every: Duration)
  case on

  public static func < (a: ReceiverDuty, b: ReceiverDuty) -> Bool {
    switch (a, b) {
    case (.off, .off), (.on, _): false
    case (.off, _), (_, .on): true
    case (_, .off): false
    case (.sleeping(let one), .sleeping(let other)): one > other
    }
  }
}

/// What a driver has to do about location.
public enum LocationCommand: Hashable, Sendable, Codable {
  /// From now on fixes are wanted like that. Where the receiver has more to do than before, a driver
  /// that knows where the device is says so at once.
  case duty(ReceiverDuty)
  /// Keep ``Policy/locationRecord(of:)`` before doing anything that follows.
  case keepRecord
  /// What the app asked for has no effect.
  case ignore(LocationObstacle)
}

/// Why an app gets nothing of what it asked for.
public enum LocationObstacle: Hashable, Sendable, Codable {
  case serviceOff
  case notDetermined, denied, restricted
  /// G5.
  case usageDescriptionMissing(LocationManifest.Usage)
  case purposeMissing(String)
  /// G3.
  case modeMissing
  /// G4.
  case backgroundNotAllowed
  /// G5: with when-in-use authorization updates begin in front.
  case startedInBackground
  /// G18, G19.
  case noBackgroundActivity
  /// G19.
  case sessionNotInFront
  /// G6.
  case notAlways
  case accuracyReduced
  /// G7: honoured once, and only from where the person has not decided otherwise.
  case alreadyDecided(LocationAuthorization.Status)
  case notInFront
  /// G12.
  case tooManyRegions(Int)
  case radiusTooLarge
  /// G9.
  case paused
  /// L74, C12.
  case forceQuit
}
