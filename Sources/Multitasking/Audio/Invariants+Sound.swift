// What must hold of sound.
extension Invariants {
  func checkSound(_ policy: Policy, _ violations: inout [String]) {
    let users = policy.apps.indices.filter {
      policy.apps[$0].process.map { !$0.audio.isUntouched } ?? false
    }
    if !users.allSatisfy(policy.soundUsers.contains) {
      violations.append("the list of apps that use sound is wrong")
    }
    let exclusive = users.filter {
      let session = policy.apps[$0].process?.audio
      return session?.isActive == true && session?.configuration.isMixable == false
    }
    if exclusive.count > 1 {
      let names = exclusive.map { policy.apps[$0].id.description }.joined(separator: " and ")
      violations.append("\(names) have sessions that do not mix, and both are active (A8)")
    }
    for place in users { checkSound(policy.apps[place], policy, &violations) }
  }

  private func checkSound(_ app: App, _ policy: Policy, _ violations: inout [String]) {
    guard let process = app.process else { return }
    let (session, track) = (process.audio, tracks[app.id] ?? Track())
    if session.isPlaying, !session.isActive {
      violations.append("\(app.id) plays without an active session (A9)")
    }
    if session.isActive, session.interruption != nil {
      violations.append("\(app.id) is interrupted, and its session is active (A13)")
    }
    if track.playing != session.playing {
      violations.append("\(app.id) has other players that play than those told to")
    }
    let sounds = track.playing.contains { !track.corked.contains($0) }
    switch process.stage {
    case .suspended:
      if sounds { violations.append("\(app.id) is suspended, and sounds") }
    case .background(let background):
      let mayBe =
        app.manifest.backgroundModes.contains(.audio)
        && session.configuration.mayBeInBackground
      if sounds, !mayBe { violations.append("\(app.id) sounds in the background (A2)") }
      if sounds, mayBe, !background.holds(.audio) {
        violations.append("\(app.id) sounds in the background, and that does not hold it (A1)")
      }
      if !sounds, background.holds(.audio) {
        violations.append("\(app.id) is held by sound that does not run (A3)")
      }
    case .launching, .foreground, .terminating: break
    }
  }

  func follow(
    _ command: AudioCommand, _ app: AppID, _ track: inout Track, _ violations: inout [String]
  ) {
    switch command {
    case .grant, .refuse, .prepare, .gain: break
    case .play(let player, _, _):
      if track.isFrozen { violations.append("\(app) plays while frozen") }
      track.playing.removeAll { $0 == player }
      track.playing.append(player)
      track.playing.sort()
    case .pause(let player, _), .stop(let player, _): track.stop([player])
    case .halt(let players):
      if !players.allSatisfy(track.playing.contains) {
        violations.append("\(app): players were halted that did not play")
      }
      track.stop(players)
    case .cork(let players):
      if !players.allSatisfy(track.playing.contains) {
        violations.append("\(app): players were corked that do not play")
      }
      track.corked += players
    case .uncork(let players):
      if track.isFrozen { violations.append("\(app) was uncorked while frozen") }
      track.corked.removeAll(where: players.contains)
    }
  }

  func follow(_ message: AudioMessage, _ track: inout Track) {
    switch message {
    case .finished(let player), .decodeFailed(let player, _): track.stop([player])
    case .servicesLost: track.stop(track.playing)
    case .interruptionBegan, .interruptionEnded, .routeChanged, .silenceSecondaryAudio,
      .servicesReset, .remoteCommand:
      break
    }
  }
}

extension Invariants.Track {
  fileprivate mutating func stop(_ players: [UInt64]) {
    playing.removeAll(where: players.contains)
    corked.removeAll(where: players.contains)
  }
}
