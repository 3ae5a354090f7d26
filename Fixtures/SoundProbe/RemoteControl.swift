import MediaPlayer

/// Play and pause, from a headset or another program: the way to reach an app in the background.
@MainActor
enum RemoteControl {
  static func prepare(_ players: Players) {
    let center = MPRemoteCommandCenter.shared()
    center.playCommand.addTarget { _ in
      MainActor.assumeIsolated { players.resume() }
      return .success
    }
    center.pauseCommand.addTarget { _ in
      MainActor.assumeIsolated { players.pause() }
      return .success
    }
    center.nextTrackCommand.addTarget { _ in
      MainActor.assumeIsolated { players.tell(1) }
      return .success
    }
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: "Tone", MPMediaItemPropertyArtist: "Probe",
    ]
  }
}
