/// What an app is told about location.
public enum LocationMessage: Hashable, Sendable, Codable {
  case authorization(LocationAuthorization)
  /// Oldest first (G1). `manager` nil: for every manager (G11). Times are those of the wall clock.
  case locations(manager: UInt64?, [Fix])
  case failed(manager: UInt64?, LocationFailure)
  /// G9.
  case paused(manager: UInt64)
  case resumed(manager: UInt64)
  /// G14.
  case finishedDeferred(manager: UInt64, LocationFailure?)
  case monitoringStarted(identifier: String)
  case monitoringFailed(identifier: String, LocationFailure)
  case regionState(identifier: String, Region.State)
  case regionEntered(identifier: String)
  case regionExited(identifier: String)
  case visited(Visit)
}

/// The codes of `CLError` that a device has a use for.
public enum LocationFailure: Int, Hashable, Sendable, Codable, CaseIterable {
  case locationUnknown = 0
  case denied = 1
  case regionMonitoringDenied = 4
  case regionMonitoringFailure = 5
  case deferredNotUpdatingLocation = 12
  case deferredAccuracyTooLow = 13
  case deferredDistanceFiltered = 14
  case deferredCanceled = 15
}

/// Why something was done about location.
public enum LocationReason: Hashable, Sendable, Codable {
  case requested
  case moved
  case runsAgain
  /// G1: fixes that waited, and older ones that there was no room for.
  case queued(Int, dropped: Int)
  case decided(LocationDecision)
  /// G7: Allow Once is over.
  case onceIsOver
  case asks(AuthorizationRequest)
  case asksAgain
  case obstacle(LocationObstacle)
  case needed(by: [AppID])
  case notNeeded
  case lost
  /// G9, G18.
  case notMoving(for: Duration)
  /// G11.
  case significantChange
  /// G12.
  case crossed(String)
  /// G13.
  case visit
  case timedOut
  case recordChanged
  /// G4: what held an app has ended.
  case stopped
  case service(isEnabled: Bool)
}

extension LocationMessage: CustomStringConvertible {
  /// The message by the name under which developers know it.
  public var description: String {
    switch self {
    case .authorization(let authorization):
      "didChangeAuthorization(\(authorization.status.rawValue))"
    case .locations(_, let fixes): "didUpdateLocations(\(fixes.count))"
    case .failed(_, let failure): "didFailWithError(\(failure))"
    case .paused: "didPauseLocationUpdates"
    case .resumed: "didResumeLocationUpdates"
    case .finishedDeferred: "didFinishDeferredUpdates"
    case .monitoringStarted(let identifier): "didStartMonitoring(\(identifier))"
    case .monitoringFailed(let identifier, _): "monitoringDidFail(\(identifier))"
    case .regionState(let identifier, let state):
      "didDetermineState(\(identifier) \(state.rawValue))"
    case .regionEntered(let identifier): "didEnterRegion(\(identifier))"
    case .regionExited(let identifier): "didExitRegion(\(identifier))"
    case .visited(let visit): visit.departure == nil ? "didVisit(arrival)" : "didVisit(departure)"
    }
  }
}

extension LocationReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .requested: "the app asked for it"
    case .moved: "there is a new location"
    case .runsAgain: "it runs again"
    case .queued(let count, let dropped):
      "\(count) location\(count == 1 ? "" : "s") waited for it to run (G1)"
        + (dropped == 0 ? "" : ", and \(dropped) older ones were dropped")
    case .decided(let decision): "the user decided: \(decision.words)"
    case .onceIsOver: "Allow Once is over with its use (G7)"
    case .asks(let request): "it asks for \(request.words)"
    case .asksAgain: "it uses its provisional permission (G7)"
    case .obstacle(let obstacle): obstacle.description
    case .needed(let apps):
      "\(apps.map(\.description).joined(separator: ", ")) want\(apps.count == 1 ? "s" : "") it"
    case .notNeeded: "nobody wants to know"
    case .lost: "nobody knows where the device is"
    case .notMoving(let time): "the device has not moved for \(time.spoken)"
    case .significantChange: "the device has moved far (G11)"
    case .crossed(let identifier): "the device has crossed the border of \(identifier) (G12)"
    case .visit: "the device stays, or has left (G13)"
    case .timedOut: "no location came in time (G15)"
    case .recordChanged: "it is to outlast a reboot"
    case .stopped: "its location updates ended"
    case .service(let isEnabled): "Location Services are \(isEnabled ? "on" : "off")"
    }
  }
}

extension LocationDecision {
  public var words: String {
    switch self {
    case .once: "once"
    case .whenInUse: "while using the app"
    case .always: "always"
    case .denied: "not"
    case .notAlways: "not always"
    case .reset: "to be asked again"
    case .restricted: "restricted"
    case .accuracy(let isFull): isFull ? "precise location" : "approximate location"
    }
  }
}

extension AuthorizationRequest {
  var words: String {
    switch self {
    case .whenInUse: "location while it is in use"
    case .always: "location always"
    case .fullAccuracy(let purpose): "precise location (\(purpose))"
    }
  }
}

extension ReceiverDuty: CustomStringConvertible {
  public var description: String {
    switch self {
    case .off: "off"
    case .sleeping(let interval): "a fix every \(interval.spoken)"
    case .on: "on"
    }
  }
}

extension LocationCommand: CustomStringConvertible {
  public var description: String {
    switch self {
    case .duty(let duty): "receiver: \(duty)"
    case .keepRecord: "kept"
    case .ignore(let obstacle): "location: without effect: \(obstacle)"
    }
  }
}

extension LocationObstacle: CustomStringConvertible {
  public var description: String {
    switch self {
    case .serviceOff: "Location Services are off"
    case .notDetermined:
      "the user has not been asked for its location, or has not answered"
    case .denied: "the user has denied it the location"
    case .restricted: "its location is restricted"
    case .usageDescriptionMissing(let key): "Info.plist lacks \(key.rawValue) (G5)"
    case .purposeMissing(let purpose):
      "NSLocationTemporaryUsageDescriptionDictionary in Info.plist lacks \(purpose)"
    case .modeMissing: "UIBackgroundModes in Info.plist lacks \"location\" (G3)"
    case .backgroundNotAllowed: "allowsBackgroundLocationUpdates is false (G4)"
    case .startedInBackground:
      "with permission while in use, updates begin in front (G5)"
    case .noBackgroundActivity:
      "live updates in the background take a CLBackgroundActivitySession or permission always (G19)"
    case .sessionNotInFront: "a CLBackgroundActivitySession begins in front (G19)"
    case .notAlways: "that takes permission always (G6)"
    case .accuracyReduced: "with approximate location there are no regions"
    case .alreadyDecided(let status): "the user has decided already: \(status.rawValue) (G7)"
    case .notInFront: "it is not in front"
    case .tooManyRegions(let most): "an app monitors at most \(most) regions (G12)"
    case .radiusTooLarge: "the radius is no radius, or larger than the largest one (G12)"
    case .paused: "its updates are paused, and it has not started them again (G9)"
    case .forceQuit: "it was force quit (C12)"
    }
  }
}
