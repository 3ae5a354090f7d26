import AppLink
import Multitasking

// Location: between the policy's words and those on the wire.

extension LocationEvent {
  /// Numbers that are none, and texts that are too long, are brought into what can be.
  package init(_ request: LocationRequest) {
    switch request {
    case .authorize(.whenInUse): self = .asked(.whenInUse)
    case .authorize(.always): self = .asked(.always)
    case .authorize(.fullAccuracy(let purpose)):
      self = .asked(.fullAccuracy(purpose: purpose.cut))
    case .update(let manager, let needs):
      self = .updating(manager: manager, Multitasking.LocationNeeds(needs))
    case .stopUpdating(let manager): self = .stoppedUpdating(manager: manager)
    case .requestOnce(let manager, let needs):
      self = .requestedOnce(manager: manager, Multitasking.LocationNeeds(needs))
    case .significantChanges(let isOn): self = .significantChanges(isOn)
    case .visits(let isOn): self = .visits(isOn)
    case .monitor(let region): self = .monitoring(Region(region))
    case .stopMonitoring(let identifier): self = .stoppedMonitoring(identifier: identifier.cut)
    case .regionState(let identifier): self = .regionStateAsked(identifier: identifier.cut)
    case .backgroundActivity(let session, let isOn):
      self = .backgroundActivity(session: session, isOn: isOn)
    case .deferUpdates(let manager, let distance, let timeout):
      self = .deferring(
        manager: manager, distance: distance.flatMap { $0.isFinite ? max($0, 0) : nil },
        timeout: timeout.flatMap(Duration.seconds(upTo:)))
    }
  }
}

extension Duration {
  /// Nil: for ever.
  fileprivate static func seconds(upTo seconds: Double) -> Duration? {
    // Apple's CLTimeIntervalMax is no number of nanoseconds.
    guard seconds.isFinite, seconds < 3e9 else { return nil }
    return .nanoseconds(Int64(max(0, seconds) * 1e9))
  }
}

extension String {
  fileprivate var cut: String { String(prefix(LinkLimits.regionIdentifierLengthMax)) }
}

extension Double {
  /// Zero for what is no number.
  fileprivate var number: Double { isNaN ? 0 : min(max(self, -1e300), 1e300) }
}

extension Multitasking.LocationNeeds {
  package init(_ needs: AppLink.LocationNeeds) {
    self.init(
      desiredAccuracy: needs.desiredAccuracy.number, distanceFilter: needs.distanceFilter.number,
      pausesAutomatically: needs.pausesAutomatically, allowsBackground: needs.allowsBackground,
      showsIndicator: needs.showsIndicator, isLive: needs.isLive)
  }
}

extension Region {
  package init(_ region: LocationRegion) {
    self.init(
      identifier: region.identifier.cut, latitude: region.latitude.number,
      longitude: region.longitude.number, radius: region.radius.number,
      notifiesOnEntry: region.notifiesOnEntry, notifiesOnExit: region.notifiesOnExit)
  }
}

extension LocationRegion {
  package init(_ region: Region) {
    self.init(
      identifier: region.identifier, latitude: region.latitude, longitude: region.longitude,
      radius: region.radius, notifiesOnEntry: region.notifiesOnEntry,
      notifiesOnExit: region.notifiesOnExit)
  }
}

extension AppLink.LocationAuthorization {
  package init(_ authorization: Multitasking.LocationAuthorization) {
    let status: Status =
      switch authorization.status {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .always: .always
      case .whenInUse: .whenInUse
      }
    self.init(
      status: status, isAccuracyReduced: authorization.isAccuracyReduced,
      isServiceEnabled: authorization.isServiceEnabled)
  }
}

extension LocationAtLaunch {
  /// Nil for an app that has nothing to do with location.
  package init?(of app: AppID, in policy: Policy) {
    guard policy.usesLocation(app), let authorization = policy.locationAuthorization(of: app),
      let record = policy.locationRecord(of: app)
    else { return nil }
    self.init(
      authorization: AppLink.LocationAuthorization(authorization),
      monitored: record.regions.map { LocationRegion($0.region) })
  }

  /// What follows the launch, for who waits for notices.
  package var notices: [LocationNotice] { [.authorization(authorization), .monitored(monitored)] }
}

extension LocationFix {
  package init(_ fix: Fix) {
    self.init(
      latitude: fix.latitude, longitude: fix.longitude, altitude: fix.altitude,
      horizontalAccuracy: fix.horizontalAccuracy, verticalAccuracy: fix.verticalAccuracy,
      course: fix.course, speed: fix.speed, timestamp: fix.at.secondsSince1970,
      isSimulated: fix.isSimulated)
  }
}

extension Instant {
  /// To the microsecond: so many nanoseconds fit into no number of this kind.
  fileprivate var secondsSince1970: Double {
    Double(nanoseconds / 1_000_000_000) + Double(nanoseconds % 1_000_000_000) / 1e9
  }
}

extension LocationNotice {
  package init(_ message: LocationMessage) {
    switch message {
    case .authorization(let authorization):
      self = .authorization(AppLink.LocationAuthorization(authorization))
    case .locations(let manager, let fixes):
      self = .locations(manager: manager, fixes.map(LocationFix.init))
    case .failed(let manager, let failure):
      self = .failed(manager: manager, code: failure.rawValue)
    case .paused(let manager): self = .paused(manager: manager)
    case .resumed(let manager): self = .resumed(manager: manager)
    case .finishedDeferred(let manager, let failure):
      self = .finishedDeferred(manager: manager, code: failure?.rawValue)
    case .monitoringStarted(let identifier): self = .monitoringStarted(identifier: identifier)
    case .monitoringFailed(let identifier, let failure):
      self = .monitoringFailed(identifier: identifier, code: failure.rawValue)
    case .regionState(let identifier, let state):
      self = .regionState(identifier: identifier, RegionState(state))
    case .regionEntered(let identifier): self = .regionEntered(identifier: identifier)
    case .regionExited(let identifier): self = .regionExited(identifier: identifier)
    case .visited(let visit):
      self = .visited(
        LocationVisit(
          latitude: visit.place.latitude, longitude: visit.place.longitude,
          horizontalAccuracy: visit.place.horizontalAccuracy,
          arrival: visit.arrival.secondsSince1970,
          departure: visit.departure?.secondsSince1970))
    }
  }
}

extension RegionState {
  fileprivate init(_ state: Region.State) {
    self =
      switch state {
      case .unknown: .unknown
      case .inside: .inside
      case .outside: .outside
      }
  }
}
