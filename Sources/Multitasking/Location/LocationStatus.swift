/// The location of one app, for people who ask.
public struct LocationStatus: Hashable, Sendable, Codable {
  public var app: AppID
  public var state: AppState.Name
  public var permission: LocationPermission
  /// Location managers that update, by the app's numbers.
  public var updating: [UInt64]
  /// Locations that wait for the app to run, and those that there was no room for (G1).
  public var queued: Int
  public var dropped: Int
  public var regions: [LocationRecord.MonitoredRegion]
  public var significantChanges: Bool
  public var visits: Bool
  /// Whether a background activity session is held, or can be joined again (G19).
  public var hasBackgroundActivity: Bool
  /// Whether the status bar tells that the app uses the location in the background (G8).
  public var showsIndicator: Bool
  /// What the app demands of the receiver.
  public var need: ReceiverDuty
  public var account: LocationAccount
  /// In a sentence: what it gets, or why it gets nothing.
  public var why: String
}

extension Policy {
  /// The location of an app; nil when it is not installed.
  public func locationStatus(of app: AppID, at instant: Instant? = nil) -> LocationStatus? {
    guard let place = places[app], let account = locationAccount(of: app, at: instant) else {
      return nil
    }
    let record = apps[place].location
    let managers = apps[place].process?.location.managers ?? []
    return LocationStatus(
      app: app, state: apps[place].state.name, permission: record.permission,
      updating: managers.filter(\.isUpdating).map(\.id),
      queued: managers.reduce(0) { $0 + $1.queue.count },
      dropped: managers.reduce(0) { $0 + $1.dropped }, regions: record.regions,
      significantChanges: record.significantChanges, visits: record.visits,
      hasBackgroundActivity: record.hasBackgroundActivity,
      showsIndicator: showsLocationIndicator(place), need: receiverNeed(of: place),
      account: account, why: whyLocation(place) ?? "it asks for no location")
  }

  /// What is to be kept of an app's location; nil when it is not installed.
  public func locationRecord(of app: AppID) -> LocationRecord? {
    places[app].map { apps[$0].location }
  }

  /// What an app may know (G5); nil when it is not installed.
  public func locationAuthorization(of app: AppID) -> LocationAuthorization? {
    places[app].map(authorization)
  }

  /// Whether an app has to do with location at all: only those are told of it at launch.
  public func usesLocation(_ app: AppID) -> Bool {
    guard let place = places[app] else { return false }
    let (manifest, record) = (apps[place].manifest, apps[place].location)
    return manifest.location != LocationManifest() || record != LocationRecord()
      || manifest.backgroundModes.contains(.location)
  }

  /// For drivers that bound what apps may have.
  public func knowsLocationManager(_ manager: UInt64, of app: AppID) -> Bool {
    places[app].flatMap { apps[$0].process?.location.manager(manager) } != nil
  }

  public func locationManagerCount(of app: AppID) -> Int {
    places[app].flatMap { apps[$0].process?.location.managers.count } ?? 0
  }

  public func backgroundActivityCount(of app: AppID) -> Int {
    places[app].flatMap { apps[$0].process?.location.sessions.count } ?? 0
  }

  /// G8.
  private func showsLocationIndicator(_ place: Int) -> Bool {
    guard case .background = apps[place].process?.stage, let user = apps[place].process?.location
    else { return false }
    let isAlways = apps[place].location.permission.status == .always
    return isAuthorized(place) && !user.sessions.isEmpty
      || user.managers.contains {
        $0.isUpdating && !$0.isPaused && hasRight($0, place)
          && (!isAlways || $0.needs.showsIndicator)
      }
  }

  // MARK: Explanation

  /// What an app gets of what it asked for; nil: it asks for nothing.
  func whyLocation(_ place: Int) -> String? {
    let record = apps[place].location
    let managers = apps[place].process?.location.managers ?? []
    var parts: [String] = []
    if let manager = managers.first(where: \.isUpdating) ?? managers.first {
      parts.append(whyUpdates(manager, place))
      let (queued, dropped) = managers.reduce((0, 0)) {
        ($0.0 + $1.queue.count, $0.1 + $1.dropped)
      }
      if queued > 0 {
        parts.append(
          "\(queued) location\(queued == 1 ? "" : "s") wait for it to run (G1)"
            + (dropped == 0 ? "" : ", \(dropped) older ones were dropped"))
      }
    }
    if record.isMonitoring {
      let what = monitored(place).joined(separator: ", ")
      if let obstacle = obstacleToRelaunch(place) {
        parts.append("it is not launched for \(what): \(obstacle)")
      } else {
        parts.append("it is launched for \(what)")
      }
    }
    if let prompt = location.prompts.first(where: { $0.app == apps[place].id }) {
      parts.append(
        prompt == location.shownPrompt
          ? "the user is asked for permission"
          : "the user is to be asked for permission")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func whyUpdates(_ manager: LocationUser.Manager, _ place: Int) -> String {
    if let obstacle = obstacleToAny(place) { return "it gets no location: \(obstacle)" }
    if manager.isPaused {
      return manager.needs.isLive
        ? "its live updates pause until the device moves (G18)"
        : "it gets no location: \(LocationObstacle.paused)"
    }
    if isShown(place) { return "it gets locations in front" }
    if let obstacle = obstacleInBackground(manager, place) {
      return "it gets no location in the background: \(obstacle)"
    }
    return profile.location.keepsRunning
      ? "it gets locations in the background, which keep it running (G4)"
      : "it is woken for locations in the background (G3)"
  }

  func monitored(_ place: Int) -> [String] {
    let record = apps[place].location
    return (record.significantChanges ? ["significant location changes"] : [])
      + record.regions.map { "region \($0.region.identifier)" } + (record.visits ? ["visits"] : [])
  }
}
