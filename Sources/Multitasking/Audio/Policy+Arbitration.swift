// Who may have the sound: between apps (A8, A10, A11), and between apps and calls (A15).
extension Policy {
  mutating func configure(
    _ place: Int, _ configuration: AudioConfiguration, _ request: UInt64
  ) {
    let wasMixable = apps[place].process?.audio.configuration.isMixable ?? false
    changeRoute(of: place, .categoryChange) { $0.configuration = configuration }
    // Who stops mixing takes the sound from the others.
    if wasMixable, !configuration.isMixable, apps[place].process?.audio.isActive == true {
      takeSound(for: place)
    }
    command(place, .grant(request: request), .requested)
  }

  /// Makes a session active, and interrupts those that can't sound beside it (A8).
  ///
  /// - Returns: why it can't be; nil: it is active.
  mutating func activate(_ place: Int) -> AudioRefusal? {
    guard let process = apps[place].process else { return nil }
    let session = process.audio
    if session.isActive { return nil }
    if let objection = objectionToActivation(place, session) { return objection }
    lastActivation += 1
    let activation = lastActivation
    withSound(place) { session in
      session.isActive = true
      session.activation = activation
      session.interruption = nil
      session.mayResume = false
    }
    takeSound(for: place)
    return nil
  }

  private func objectionToActivation(_ place: Int, _ session: AudioSession) -> AudioRefusal? {
    if sound.areServicesLost {
      return AudioRefusal(.mediaServicesFailed, "the media service is gone (A19)")
    }
    // A10.
    if screen.call != nil, session.configuration.records {
      return AudioRefusal(
        .insufficientPriority, "a call has the microphone, and a higher priority (A10)")
    }
    // A20: who had the sound when it was interrupted may take it up again.
    guard !isInFront(place), !session.configuration.isMixable, !session.mayResume else {
      return nil
    }
    return AudioRefusal(
      .cannotStartPlaying,
      "\(apps[place].id) is in the background and holds no active session: sound that others would "
        + "have to stop for begins in front (A20)")
  }

  /// Launching to the front counts as being there: players are often started by `didFinishLaunching`.
  private func isInFront(_ place: Int) -> Bool {
    switch apps[place].process?.stage {
    case .foreground: true
    case .launching(let launching): launching.startsInactive
    case .background, .suspended, .terminating, nil: false
    }
  }

  private mutating func takeSound(for place: Int) {
    guard let session = apps[place].process?.audio else { return }
    let configuration = session.configuration
    for other in soundUsers where other != place {
      guard let theirs = apps[other].process?.audio, theirs.isActive else { continue }
      let isInTheWay =
        configuration.isMixable
        ? configuration.interruptsSpokenAudio && theirs.configuration.isSpoken
        : !theirs.configuration.isMixable
      if isInTheWay { interrupt(other, by: .app(apps[place].id)) }
    }
  }

  /// A13: its session is inactive and its sound stopped before it hears of it.
  mutating func interrupt(_ place: Int, by interrupter: Interrupter) {
    guard let session = apps[place].process?.audio, session.isActive else { return }
    let wasPlaying = session.isPlaying
    halt(place, .interrupted(interrupter), .interrupted(by: interrupter))
    withSound(place) { session in
      session.isActive = false
      session.isCorked = false
      session.interruption = AudioSession.Interruption(by: interrupter, wasPlaying: wasPlaying)
    }
    guard interrupter != .suspension else {
      // It runs for another instant, and is to hear of it when it runs again.
      return withSound(place) { $0.pending.append(.interruptionBegan(wasSuspended: true)) }
    }
    tell(.interruptionBegan(wasSuspended: false), place, .interrupted(by: interrupter))
  }

  /// A11, A15: the sound is free again for an app that lost it.
  mutating func endInterruption(_ place: Int, by interrupter: Interrupter, isNotified: Bool) {
    guard let interruption = apps[place].process?.audio.interruption,
      interruption.by == interrupter
    else { return }
    let shouldResume = isNotified && interruption.wasPlaying
    withSound(place) { session in
      session.interruption = nil
      session.mayResume = shouldResume
    }
    if shouldResume, case .suspended = apps[place].process?.stage,
      profile.endedInterruptionsWake, maySoundInBackground(place)
    {
      wake(place, holding: wakeAssertion(.audio), because: .woken(.audio))
    }
    tell(.interruptionEnded(shouldResume: shouldResume), place, .interruptionOver(interrupter))
  }

  /// A11: whatever still plays is stopped and makes the request fail; the session is inactive all the
  /// same.
  mutating func deactivate(_ place: Int, notifiesOthers: Bool, _ request: UInt64) {
    guard let session = apps[place].process?.audio else { return }
    let wasPlaying = session.isPlaying
    halt(place, .deactivated, .stopped(.deactivated))
    withSound(place) { session in
      session.isActive = false
      session.mayResume = false
    }
    if wasPlaying {
      let refusal = AudioRefusal(
        .isBusy, "sound was still running; it was stopped, and the session is inactive (A11)")
      command(place, .refuse(request: request, refusal), .refused(refusal))
    } else {
      command(place, .grant(request: request), .requested)
    }
    guard session.isActive, notifiesOthers else { return }
    let app = apps[place].id
    for other in soundUsers where other != place {
      endInterruption(other, by: .app(app), isNotified: true)
    }
  }

  /// A15: a call takes the sound from all, and gives it back when it is over.
  mutating func settleCall() {
    let hasCall = screen.call != nil
    guard hasCall != wasInCall else { return }
    wasInCall = hasCall
    for place in soundUsers {
      if hasCall {
        interrupt(place, by: .call)
      } else {
        endInterruption(place, by: .call, isNotified: true)
      }
    }
  }

  /// An app that is gone gives the sound back without a word.
  mutating func endVoidInterruptions() {
    for place in soundUsers {
      guard case .app(let app) = apps[place].process?.audio.interruption?.by else { continue }
      if let other = places[app], apps[other].process != nil { continue }
      endInterruption(place, by: .app(app), isNotified: false)
    }
  }
}
