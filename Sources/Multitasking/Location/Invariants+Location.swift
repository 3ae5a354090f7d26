// What must hold of location.
extension Invariants {
  func checkLocation(_ policy: Policy, _ violations: inout [String]) {
    let users = policy.apps.indices.filter { place in
      policy.apps[place].process.map { !$0.location.isUntouched } ?? false
    }
    if !users.allSatisfy(policy.locators.contains) {
      violations.append("the list of apps that use location is wrong")
    }
    for place in users { checkLocation(place, policy, &violations) }
    for app in policy.apps where app.location.regions.count > policy.profile.location.regionsMax {
      violations.append("\(app.id) monitors \(app.location.regions.count) regions (G12)")
    }
    let need = policy.apps.indices.map(policy.receiverNeed).max() ?? .off
    if need != policy.location.duty {
      violations.append("the receiver is \(policy.location.duty), and what apps need is \(need)")
    }
    if duty != policy.location.duty {
      violations.append("the driver was told another duty of the receiver than the one that holds")
    }
    if policy.location.isPromptShown, !policy.screen.isAlertShown || policy.location.prompts.isEmpty
    {
      violations.append("a question is shown, and no alert is, or nobody asks it")
    }
  }

  private func checkLocation(_ place: Int, _ policy: Policy, _ violations: inout [String]) {
    guard let process = policy.apps[place].process else { return }
    let app = policy.apps[place].id
    for manager in process.location.managers {
      if manager.queue.count > policy.profile.location.queueMax {
        violations.append("\(app) has more locations waiting than may wait (G1)")
      }
      if manager.isIdle {
        violations.append("\(app) has a location manager that does nothing")
      }
    }
    switch process.stage {
    case .foreground:
      if process.location.managers.contains(where: { !$0.queue.isEmpty }) {
        violations.append("\(app) is in front, and locations wait for it (G1)")
      }
    case .background(let background):
      let isHeld = policy.holdsByLocation(place)
      if isHeld, !background.holds(.location) {
        violations.append("\(app) updates its location in the background, and is not held (G4)")
      }
      if !isHeld, background.holds(.location) {
        violations.append("\(app) is held by location updates that do not run (G4)")
      }
    case .suspended:
      if policy.apps[place].location.permission.isOnce, !policy.isInUse(place) {
        violations.append("\(app) is suspended, and Allow Once goes on (G7)")
      }
    case .launching, .terminating: break
    }
  }

  func follow(
    _ message: LocationMessage, _ app: AppID, _ policy: Policy, _ track: inout Track,
    _ expect: (Bool, String) -> Void
  ) {
    switch message {
    case .authorization(let authorization): track.location = authorization.status
    case .locations(_, let fixes):
      expect(!fixes.isEmpty, "without a location")
      expect(
        zip(fixes, fixes.dropFirst()).allSatisfy { $0.at <= $1.at }, "in another order (G1)")
      expect(fixes.count <= policy.profile.location.queueMax, "with more than may wait (G1)")
      expect(track.location?.isGranted != false, "without permission (G5)")
    case .failed, .paused, .resumed, .finishedDeferred, .monitoringStarted, .monitoringFailed,
      .regionState, .regionEntered, .regionExited, .visited:
      break
    }
  }
}
