import AVFAudio
import MediaPlayer

/// What a headset or another program may ask of the player, and what it is shown.
@MainActor
final class RemoteControl {
  func start(_ player: MusicPlayer) {
    let center = MPRemoteCommandCenter.shared()
    answer(center.playCommand, player) { $0.resume() }
    answer(center.pauseCommand, player) { $0.pause() }
    answer(center.togglePlayPauseCommand, player) { $0.toggle() }
    answer(center.nextTrackCommand, player) { $0.playNext() }
  }

  private func answer(
    _ command: MPRemoteCommand, _ player: MusicPlayer, _ action: @escaping (MusicPlayer) -> Void
  ) {
    command.addTarget { [weak player] _ in
      guard let player else { return .noSuchContent }
      action(player)
      return .success
    }
  }

  func tell(_ player: AVAudioPlayer, title: String) {
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: title, MPMediaItemPropertyArtist: "MusicPlayer",
      MPMediaItemPropertyPlaybackDuration: player.duration,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: player.currentTime,
      MPNowPlayingInfoPropertyPlaybackRate: player.isPlaying ? 1.0 : 0.0,
    ]
  }

  func tellNothing() { MPNowPlayingInfoCenter.default().nowPlayingInfo = nil }
}
