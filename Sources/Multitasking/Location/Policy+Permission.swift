// Who may know where the device is: requests of apps, prompts, and what people decide (G5-G7).
extension Policy {
  func authorization(of place: Int) -> LocationAuthorization {
    let permission = apps[place].location.permission
    let hasFull = apps[place].process?.location.hasFullAccuracy ?? false
    return LocationAuthorization(
      status: permission.status, isAccuracyReduced: permission.isAccuracyReduced && !hasFull,
      isServiceEnabled: location.isServiceEnabled)
  }

  /// Whether an app may have locations at all.
  func isAuthorized(_ place: Int) -> Bool {
    location.isServiceEnabled && apps[place].location.permission.status.isGranted
  }

  // MARK: Requests

  mutating func ask(_ request: AuthorizationRequest, _ place: Int) {
    if let obstacle = objection(to: request, place) { return ignore(obstacle, place) }
    let permission = apps[place].location.permission
    switch request {
    case .whenInUse: prompt(.access(wantsAlways: false), place, .asks(request))
    case .always:
      change(place) { $0.permission.hasAskedForAlways = true }
      let question: LocationPrompt.Question =
        permission.status == .notDetermined ? .access(wantsAlways: true) : .upgrade
      prompt(question, place, .asks(request))
    case .fullAccuracy(let purpose):
      prompt(.fullAccuracy(purpose: purpose), place, .asks(request))
    }
  }

  private func objection(
    to request: AuthorizationRequest, _ place: Int
  ) -> LocationObstacle? {
    guard location.isServiceEnabled else { return .serviceOff }
    let permission = apps[place].location.permission
    let manifest = apps[place].manifest.location
    func missing(_ usage: LocationManifest.Usage) -> LocationObstacle? {
      // iOS 7 asked without them.
      guard profile.location.hasInUseAuthorization, !manifest.usage.contains(usage) else {
        return nil
      }
      return .usageDescriptionMissing(usage)
    }
    switch request {
    case .whenInUse:
      guard permission.status == .notDetermined else { return .alreadyDecided(permission.status) }
      if let missing = missing(.whenInUse) { return missing }
    case .always:
      if let missing = missing(.whenInUse) ?? missing(.alwaysAndWhenInUse) { return missing }
      switch permission.status {
      case .notDetermined: break
      // G7: honoured once, and not of who may this once.
      case .whenInUse where !permission.isOnce && !permission.hasAskedForAlways: break
      case let status: return .alreadyDecided(status)
      }
    case .fullAccuracy(let purpose):
      guard permission.status.isGranted else { return .notDetermined }
      guard authorization(of: place).isAccuracyReduced else {
        return .alreadyDecided(permission.status)
      }
      guard manifest.purposes.contains(purpose) else { return .purposeMissing(purpose) }
    }
    return isShown(place) ? nil : .notInFront
  }

  /// Before iOS 8 the first use asks.
  mutating func askByItself(_ place: Int) {
    guard !profile.location.hasInUseAuthorization,
      apps[place].location.permission.status == .notDetermined
    else { return }
    ask(.always, place)
  }

  private mutating func prompt(
    _ question: LocationPrompt.Question, _ place: Int, _ why: LocationReason
  ) {
    let prompt = LocationPrompt(app: apps[place].id, question: question)
    guard !location.prompts.contains(prompt) else { return }
    location.prompts.append(prompt)
  }

  /// G7: whoever uses a provisional permission has the person asked about it.
  mutating func confirmProvisionalAlways(_ place: Int) {
    guard apps[place].location.permission.isProvisional else { return }
    prompt(.confirmAlways, place, .asksAgain)
  }

  // MARK: Prompts

  /// Shows what is to be asked when nothing else covers the screen; takes away what nobody asks any more.
  mutating func settlePrompts() {
    let mayAsk = location.prompts.filter(isToBeAsked)
    if mayAsk != location.prompts {
      let wasShown = location.shownPrompt
      location.prompts = mayAsk
      if let wasShown, mayAsk.first != wasShown { takePromptAway(.alertDismissed) }
    }
    guard !location.isPromptShown, !location.prompts.isEmpty, !screen.isAlertShown,
      !screen.isLocked, screen.call == nil, !isShuttingDown
    else { return }
    location.isPromptShown = true
    screen.isAlertShown = true
    reconcile(leaving: .alertShown, arriving: .alertShown)
  }

  /// Questions of apps end with their processes; that about provisional permission does not.
  private func isToBeAsked(_ prompt: LocationPrompt) -> Bool {
    guard let place = places[prompt.app], !apps[place].isToBeForgotten else { return false }
    if prompt.question == .confirmAlways { return apps[place].location.permission.isProvisional }
    return apps[place].process.map { !$0.isEnding } ?? false
  }

  private mutating func takePromptAway(_ why: Reason) {
    location.isPromptShown = false
    screen.isAlertShown = false
    reconcile(leaving: why, arriving: why)
  }

  // MARK: Decisions

  mutating func decide(_ decision: LocationDecision, _ place: Int) throws(Refusal) {
    let app = apps[place].id
    let prompts = location.prompts.filter { $0.app == app }
    let shown = location.shownPrompt
    if case .accuracy(let isFull) = decision {
      if let asked = prompts.first(where: \.asksForAccuracy) {
        remove(asked)
        changeAuthorization(place, decision) { policy in
          if isFull { policy.withLocation(place) { $0.hasFullAccuracy = true } }
        }
      } else {
        changePermission(place, decision) { $0.isAccuracyReduced = !isFull }
      }
    } else {
      let asked = prompts.first { !$0.asksForAccuracy }
      if let asked { remove(asked) }
      let isOld = !profile.location.hasInUseAuthorization
      changePermission(place, decision) { permission in
        permission.take(decision, answering: asked?.question, hasInUse: !isOld)
      }
    }
    if let shown, !location.prompts.contains(shown) { takePromptAway(.alertDismissed) }
  }

  private mutating func remove(_ prompt: LocationPrompt) {
    location.prompts.removeAll { $0 == prompt }
  }

  private mutating func changePermission(
    _ place: Int, _ decision: LocationDecision, _ body: (inout LocationPermission) -> Void
  ) {
    changeAuthorization(place, decision) { policy in
      policy.change(place) { body(&$0.permission) }
    }
  }

  /// Tells the app what it may know now, if that has changed.
  private mutating func changeAuthorization(
    _ place: Int, _ decision: LocationDecision, _ body: (inout Policy) -> Void
  ) {
    let before = authorization(of: place)
    body(&self)
    tellAuthorization(place, before: before, .decided(decision))
  }

  private mutating func tellAuthorization(
    _ place: Int, before: LocationAuthorization, _ why: LocationReason
  ) {
    let after = authorization(of: place)
    guard after != before else { return }
    tell(.authorization(after), place, why)
    let user = apps[place].process?.location
    if after.status.isGranted {
      guard !before.status.isGranted else { return }
      forEachManager(place) { $0.wantsFix = true }
      return
    }
    // What waits is not for who may not know it any more.
    withLocation(place) { user in
      user.pending.removeAll { if case .locations = $0 { true } else { false } }
    }
    forEachManager(place) { manager in
      manager.queue = []
      manager.dropped = 0
    }
    if after.status != .notDetermined {
      for manager in user?.managers ?? [] where manager.wantsFixes {
        tell(.failed(manager: manager.id, .denied), place, why)
        withManager(manager.id, place) { $0.onceUntil = nil }
      }
    }
  }

  /// G7: Allow Once, and full accuracy for this time, are over when the app is not in use any more.
  mutating func settleTemporaryPermissions() {
    for place in locators where !isInUseForOnce(place) {
      let before = authorization(of: place)
      if apps[place].location.permission.isOnce {
        change(place) { record in
          record.permission.status = .notDetermined
          record.permission.isOnce = false
        }
      }
      if apps[place].process?.location.hasFullAccuracy == true {
        withLocation(place) { $0.hasFullAccuracy = false }
      }
      tellAuthorization(place, before: before, .onceIsOver)
    }
  }

  /// The short time after leaving the front lasts as long as the app runs (a choice).
  private func isInUseForOnce(_ place: Int) -> Bool {
    switch apps[place].phase {
    case .notRunning, .dying: false
    case .alive(let process):
      switch process.stage {
      case .suspended: isInUse(place)
      case .launching, .foreground, .background, .terminating: true
      }
    }
  }
}

extension LocationPrompt {
  var asksForAccuracy: Bool { if case .fullAccuracy = question { true } else { false } }
}

extension LocationPermission {
  mutating func take(
    _ decision: LocationDecision, answering question: LocationPrompt.Question?, hasInUse: Bool
  ) {
    isOnce = isOnce && decision == .notAlways
    isProvisional = false
    switch decision {
    case .once:
      status = hasInUse ? .whenInUse : .always
      isOnce = hasInUse
    case .whenInUse:
      // G7: whoever asked for always gets it for the time being.
      isProvisional = hasInUse && question == .access(wantsAlways: true)
      status = isProvisional || !hasInUse ? .always : .whenInUse
    case .always: status = .always
    case .denied:
      // To an upgrade, no means: as before.
      status = question == .upgrade || question == .confirmAlways ? .whenInUse : .denied
    case .notAlways:
      if status == .always { status = hasInUse ? .whenInUse : .denied }
    case .restricted: status = .restricted
    case .reset:
      status = .notDetermined
      hasAskedForAlways = false
    case .accuracy: break
    }
  }
}
