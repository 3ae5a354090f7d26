// What apps do with sound, and what happens to the sound of the device. Each changes sessions and
// players; `settleSound` then does what follows for everybody.
extension Policy {
  mutating func handle(_ event: AudioEvent, of app: AppID) throws(Refusal) {
    let place = try place(of: app)
    guard apps[place].process != nil else { return }
    noteSoundUser(place)
    switch event {
    case .configured(let configuration, let request): configure(place, configuration, request)
    case .activated(let request):
      if let refusal = activate(place) {
        command(place, .refuse(request: request, refusal), .refused(refusal))
      } else {
        command(place, .grant(request: request), .requested)
      }
    case .deactivated(let notifiesOthers, let request):
      deactivate(place, notifiesOthers: notifiesOthers, request)
    case .prepared(let player, let request): prepare(place, player, request)
    case .played(let player, let at, let request): play(place, player, at: at, request)
    case .paused(let player, let request):
      setPlaying(false, player, place, .paused)
      command(place, .pause(player: player, request: request), .requested)
    case .stopped(let player, let request):
      setPlaying(false, player, place, .paused)
      command(place, .stop(player: player, request: request), .requested)
    case .unloaded(let player):
      if isPlaying(player, place) {
        setPlaying(false, player, place, .paused)
        command(place, .halt([player]), .stopped(.paused))
      }
      withSound(place) { $0.players.removeAll { $0.id == player } }
    case .overridden(let toSpeaker, let request):
      changeRoute(of: place, .override) { $0.isOverridden = toSpeaker }
      command(place, .grant(request: request), .requested)
    case .remoteCommands(let commands): withSound(place) { $0.commands = commands }
    case .finished(let player):
      guard isPlaying(player, place) else { return }
      setPlaying(false, player, place, .finished)
      noteEnd(of: player, place, .finished)
      tell(.finished(player: player), place, .stopped(.finished))
    case .failed(let player, let why):
      if isPlaying(player, place) {
        setPlaying(false, player, place, .failed)
        noteEnd(of: player, place, .failed)
      }
      tell(.decodeFailed(player: player, why), place, .stopped(.failed))
    }
  }

  mutating func handle(_ event: SoundEvent) throws(Refusal) {
    switch event {
    case .headphones(let isPlugged):
      guard sound.hasHeadphones != isPlugged else {
        throw isPlugged ? .headphonesArePlugged : .noHeadphones
      }
      changeRoutes(isPlugged ? .newDevice : .oldDeviceUnavailable) {
        $0.sound.hasHeadphones = isPlugged
      }
    case .volume(let percent): sound.volume = min(max(percent, 0), 100)
    case .silentSwitch(let isOn): sound.isRingerSilent = isOn
    case .servicesLost: loseServices()
    case .servicesRestored: restoreServices()
    case .remoteCommand(let command): try control(command)
    }
  }

  // MARK: Players

  private mutating func prepare(_ place: Int, _ player: UInt64, _ request: UInt64) {
    // A9: preparing activates the session, where it may be active.
    if let refusal = activate(place) {
      return command(place, .refuse(request: request, refusal), .refused(refusal))
    }
    command(place, .prepare(player: player, request: request), .requested)
  }

  private mutating func play(
    _ place: Int, _ player: UInt64, at instant: Instant?, _ request: UInt64
  ) {
    // A9: playing activates the session.
    if let refusal = activate(place) ?? objectionToPlaying(place) {
      return command(place, .refuse(request: request, refusal), .refused(refusal))
    }
    setPlaying(true, player, place, .paused)
    command(place, .play(player: player, at: instant, request: request), .requested)
  }

  /// A2, A20.
  private func objectionToPlaying(_ place: Int) -> AudioRefusal? {
    guard wantsSilence(place) else { return nil }
    return AudioRefusal(
      .cannotStartPlaying,
      "\(apps[place].id) is in the background, where sound takes audio in UIBackgroundModes and a "
        + "category such as playback (A2)")
  }

  private func isPlaying(_ player: UInt64, _ place: Int) -> Bool {
    apps[place].process?.audio.players.contains { $0.id == player && $0.isPlaying } ?? false
  }

  private mutating func setPlaying(
    _ isPlaying: Bool, _ player: UInt64, _ place: Int, _ stop: AudioStop
  ) {
    withSound(place) { session in
      let wasPlaying = session.isPlaying
      if let index = session.players.firstIndex(where: { $0.id == player }) {
        session.players[index].isPlaying = isPlaying
      } else if isPlaying {
        let index = session.players.firstIndex { $0.id > player } ?? session.players.endIndex
        session.players.insert(AudioSession.Player(id: player, isPlaying: true), at: index)
      }
      if wasPlaying, !session.isPlaying { session.lastStop = stop }
    }
  }

  /// A sound can end right before its app is frozen: then it hears of it later, and nothing of that
  /// player is to go on.
  private mutating func noteEnd(of player: UInt64, _ place: Int, _ stop: AudioStop) {
    switch apps[place].process?.stage {
    case .foreground, .background, nil: break
    case .suspended, .launching, .terminating:
      command(place, .halt([player]), .stopped(stop))
    }
  }

  /// A13: the system stops all players of an app.
  mutating func halt(_ place: Int, _ stop: AudioStop, _ why: AudioReason) {
    let playing = apps[place].process?.audio.playing ?? []
    guard !playing.isEmpty else { return }
    withSound(place) { session in
      for index in session.players.indices { session.players[index].isPlaying = false }
      session.lastStop = stop
      session.isCorked = false
    }
    command(place, .halt(playing), why)
  }

  // MARK: Routes

  /// A18: whoever has an active session hears of it; others find the new route when they look.
  private mutating func changeRoutes(
    _ change: SoundRoute.Change, _ body: (inout Policy) -> Void
  ) {
    let before = soundUsers.map { route(of: $0) }
    body(&self)
    for (place, previous) in zip(soundUsers, before) { tellRoute(place, previous, change) }
  }

  mutating func changeRoute(
    of place: Int, _ change: SoundRoute.Change, _ body: (inout AudioSession) -> Void
  ) {
    let previous = route(of: place)
    withSound(place, body)
    tellRoute(place, previous, change)
  }

  private mutating func tellRoute(
    _ place: Int, _ previous: SoundRoute, _ change: SoundRoute.Change
  ) {
    guard apps[place].process?.audio.isActive == true, route(of: place) != previous else { return }
    tell(.routeChanged(change, previous: previous), place, .routeChanged(change))
  }

  func route(of place: Int) -> SoundRoute {
    sound.route(of: apps[place].process?.audio ?? AudioSession())
  }

  // MARK: Media services

  /// A19: everybody's players are gone with the service that played them.
  private mutating func loseServices() {
    guard !sound.areServicesLost else { return }
    sound.areServicesLost = true
    for place in soundUsers {
      halt(place, .servicesLost, .servicesLost)
      withSound(place) { session in
        session.players = []
        session.isActive = false
        session.isCorked = false
        session.interruption = nil
        session.mayResume = false
      }
      tell(.servicesLost, place, .servicesLost)
    }
  }

  private mutating func restoreServices() {
    guard sound.areServicesLost else { return }
    sound.areServicesLost = false
    for place in soundUsers { tell(.servicesReset, place, .servicesRestored) }
  }

  // MARK: Remote control

  /// Whoever had the sound last and answers to the command, running or frozen.
  private mutating func control(_ command: RemoteCommand) throws(Refusal) {
    var command = command
    if command == .togglePlayPause, answerer(to: command) == nil {
      // A key for both serves an app that answers to each of them.
      let isPlaying = soundUsers.contains { apps[$0].process?.audio.isPlaying == true }
      command = isPlaying ? .pause : .play
    }
    guard let place = answerer(to: command) else { throw .nobodyAnswers(command) }
    if case .suspended = apps[place].process?.stage {
      wake(place, holding: wakeAssertion(.remoteCommand), because: .woken(.remoteCommand))
    }
    tell(.remoteCommand(command), place, .remoteCommand(command))
  }

  private func answerer(to command: RemoteCommand) -> Int? {
    soundUsers.filter {
      apps[$0].process?.isEnding == false
        && apps[$0].process?.audio.commands.contains(command) == true
    }.max {
      (apps[$0].process?.audio.activation ?? 0) < (apps[$1].process?.audio.activation ?? 0)
    }
  }

  // MARK: Steps

  mutating func withSound(_ place: Int, _ body: (inout AudioSession) -> Void) {
    _ = apps[place].withProcess { body(&$0.audio) }
  }

  mutating func command(_ place: Int, _ command: AudioCommand, _ why: AudioReason) {
    emit(apps[place].id, .audio(command), .audio(why))
  }

  /// Tells an app now, or when it runs again (A14).
  mutating func tell(_ message: AudioMessage, _ place: Int, _ why: AudioReason) {
    switch apps[place].process?.stage {
    case nil, .terminating: return
    case .suspended, .launching: withSound(place) { $0.pending.append(message) }
    case .foreground, .background:
      deliver(.audio(message), .notice, to: place, because: .audio(why))
    }
  }

  /// What happened to its sound while the app could not be told.
  mutating func tellPendingSound(_ place: Int) {
    let pending = apps[place].process?.audio.pending ?? []
    guard !pending.isEmpty else { return }
    withSound(place) { $0.pending = [] }
    for message in pending {
      if case .interruptionEnded(shouldResume: true) = message {
        withSound(place) { $0.mayResume = true }
      }
      deliver(.audio(message), .notice, to: place, because: .audio(.backInFront))
    }
  }

  private mutating func noteSoundUser(_ place: Int) {
    let position = soundUsers.firstIndex { $0 >= place } ?? soundUsers.endIndex
    guard position == soundUsers.endIndex || soundUsers[position] != place else { return }
    soundUsers.insert(place, at: position)
  }
}
