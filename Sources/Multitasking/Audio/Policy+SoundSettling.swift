// What follows from the state of all sessions: silence in the background, ducking, hints, and who is
// held in the background by sound.
extension Policy {
  /// After every event.
  mutating func settleSound() {
    guard !soundUsers.isEmpty || (screen.call != nil) != wasInCall else { return }
    soundUsers.removeAll { apps[$0].process.map(\.audio.isUntouched) ?? true }
    endVoidInterruptions()
    settleCall()
    for place in soundUsers {
      settleSilence(place)
      settleHold(place)
    }
    for place in soundUsers {
      settleGain(place)
      settleHint(place)
    }
  }

  /// A1: whether sound may go on when the app is in the background.
  func maySoundInBackground(_ place: Int) -> Bool {
    guard let process = apps[place].process else { return false }
    return apps[place].manifest.backgroundModes.contains(.audio)
      && process.audio.configuration.mayBeInBackground
  }

  /// A2: whether an app is where its sound is not to be heard.
  func wantsSilence(_ place: Int) -> Bool {
    switch apps[place].process?.stage {
    case .foreground, nil: false
    case .launching(let launching): !launching.startsInactive && !maySoundInBackground(place)
    case .background: !maySoundInBackground(place)
    case .suspended, .terminating: true
    }
  }

  private mutating func settleSilence(_ place: Int) {
    guard let session = apps[place].process?.audio else { return }
    let wantsSilence = wantsSilence(place) && session.isPlaying
    guard wantsSilence != session.isCorked else { return }
    withSound(place) { $0.isCorked = wantsSilence }
    guard session.isPlaying else { return }
    if wantsSilence {
      command(place, .cork(session.playing), .notInBackground)
    } else {
      command(place, .uncork(session.playing), .backInFront)
    }
  }

  /// A1, A3: sound that is really running holds the app in the background.
  private mutating func settleHold(_ place: Int) {
    guard let process = apps[place].process, case .background(let background) = process.stage
    else { return }
    let isHeld = holdsBySound(place)
    guard isHeld != background.holds(.audio) else { return }
    let (now, grace) = (now, profile.releaseGrace)
    withBackground(place) { background in
      if isHeld {
        background.assert(Assertion(kind: .audio, since: now, endsAt: nil))
      } else {
        background.release(
          .audio, at: now, grace: grace, .audio(.stopped(process.audio.lastStop)))
      }
    }
  }

  func holdsBySound(_ place: Int) -> Bool {
    guard let session = apps[place].process?.audio else { return false }
    return session.isActive && session.isPlaying && maySoundInBackground(place)
  }

  /// A2, A8: what others and the switch leave of an app's volume.
  private mutating func settleGain(_ place: Int) {
    guard let session = apps[place].process?.audio else { return }
    let ducker = ducker(of: place)
    let isMuted =
      session.configuration.isSilencedByLock && (screen.isLocked || sound.isRingerSilent)
    let gain = isMuted ? 0 : ducker == nil ? 100 : profile.duckedVolumePercent
    guard gain != session.gain else { return }
    withSound(place) { $0.gain = gain }
    let why: AudioReason = isMuted ? .silenced : ducker.map { .ducked(by: $0) } ?? .fullVolume
    command(place, .gain(gain), why)
  }

  func ducker(of place: Int) -> AppID? {
    soundUsers.first { other in
      guard other != place, let theirs = apps[other].process?.audio else { return false }
      return theirs.isActive && theirs.configuration.ducksOthers
    }.map { apps[$0].id }
  }

  /// A17: only apps in front with an active session are told.
  private mutating func settleHint(_ place: Int) {
    guard let process = apps[place].process, process.stage == .foreground, process.audio.isActive
    else { return }
    let isHinted = shouldSilenceSecondarySound(place)
    guard isHinted != process.audio.wasHinted else { return }
    withSound(place) { $0.wasHinted = isHinted }
    tell(.silenceSecondaryAudio(isHinted), place, .otherSound(isPlaying: isHinted))
  }

  /// A17.
  func shouldSilenceSecondarySound(_ place: Int) -> Bool {
    otherSound(than: place) { !$0.configuration.isMixable }
  }

  func isOtherSoundPlaying(_ place: Int) -> Bool { otherSound(than: place) { _ in true } }

  private func otherSound(than place: Int, where counts: (AudioSession) -> Bool) -> Bool {
    soundUsers.contains { other in
      guard other != place, let theirs = apps[other].process?.audio else { return false }
      return theirs.isActive && theirs.isPlaying && !theirs.isCorked && counts(theirs)
    }
  }

  // MARK: Suspension

  /// Before the freeze: nothing sounds on, and no position is lost.
  ///
  /// A14: a session that would keep others from their sound does not stay active in an app that can't
  /// hear; the app learns of it when it runs again.
  mutating func suspendSound(_ place: Int) {
    guard let session = apps[place].process?.audio, session.isActive else { return }
    withSound(place) { $0.mayResume = false }
    if profile.suspensionDeactivatesSessions, !session.configuration.isMixable {
      return interrupt(place, by: .suspension)
    }
    guard session.isPlaying, !session.isCorked else { return }
    withSound(place) { $0.isCorked = true }
    command(place, .cork(session.playing), .suspending)
  }
}
