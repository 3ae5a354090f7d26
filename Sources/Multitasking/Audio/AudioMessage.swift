/// What an app is told of its sound.
public enum AudioMessage: Hashable, Sendable, Codable {
  /// A12, A13; `wasSuspended`: A14.
  case interruptionBegan(wasSuspended: Bool)
  case interruptionEnded(shouldResume: Bool)
  /// A18.
  case routeChanged(SoundRoute.Change, previous: SoundRoute)
  /// A17.
  case silenceSecondaryAudio(Bool)
  /// A4.
  case finished(player: UInt64)
  case decodeFailed(player: UInt64, String)
  /// A19.
  case servicesLost
  case servicesReset
  case remoteCommand(RemoteCommand)
}

extension AudioMessage: CustomStringConvertible {
  /// The message by the name under which developers know it.
  public var description: String {
    switch self {
    case .interruptionBegan(let wasSuspended):
      "interruption began" + (wasSuspended ? " (app was suspended)" : "")
    case .interruptionEnded(let shouldResume):
      "interruption ended" + (shouldResume ? " (should resume)" : "")
    case .routeChanged(let change, _): "route change (\(change.words))"
    case .silenceSecondaryAudio(let begins): "silence secondary audio: \(begins ? "begin" : "end")"
    case .finished: "audioPlayerDidFinishPlaying"
    case .decodeFailed: "audioPlayerDecodeErrorDidOccur"
    case .servicesLost: "mediaServicesWereLost"
    case .servicesReset: "mediaServicesWereReset"
    case .remoteCommand(let command): "remote command \(command.rawValue)"
    }
  }
}

/// Why something was done about sound.
public enum AudioReason: Hashable, Sendable, Codable {
  case requested
  case interrupted(by: Interrupter)
  case interruptionOver(Interrupter)
  /// A20, A10, A11.
  case refused(AudioRefusal)
  /// A2.
  case notInBackground
  case backInFront
  case ducked(by: AppID)
  case silenced
  case fullVolume
  case stopped(AudioStop)
  case routeChanged(SoundRoute.Change)
  case servicesLost
  case servicesRestored
  case remoteCommand(RemoteCommand)
  /// A17.
  case otherSound(isPlaying: Bool)
  /// A1.
  case playing
  /// Its sound is kept from being lost by a freeze.
  case suspending
}

extension AudioReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .requested: "the app asked for it"
    case .interrupted(let interrupter): "\(interrupter.words) took the sound"
    case .interruptionOver(let interrupter): "\(interrupter.words) has given the sound back"
    case .refused(let refusal): refusal.message
    case .notInBackground:
      "its sound ends in the background: that takes audio in UIBackgroundModes and an active session "
        + "of a category such as playback (A2)"
    case .backInFront: "it is back in front"
    case .ducked(let app): "\(app) ducks other sound"
    case .silenced: "the lock or the Ring/Silent switch silences its category (A2)"
    case .fullVolume: "nothing lowers its sound any more"
    case .stopped(let stop): stop.words
    case .routeChanged(let change): "\(change.words)"
    case .servicesLost: "the media service is gone"
    case .servicesRestored: "the media service is back"
    case .remoteCommand(let command): "\(command.rawValue) was asked for from outside"
    case .otherSound(let isPlaying):
      isPlaying ? "another app's sound begins" : "no other app sounds any more"
    case .playing: "it plays sound"
    case .suspending: "it is about to be frozen"
    }
  }
}

extension AudioStop {
  public var words: String {
    switch self {
    case .paused: "it paused its sound"
    case .finished: "its sound came to the end"
    case .failed: "its sound could not be decoded any further"
    case .interrupted(let interrupter): "\(interrupter.words) interrupted its sound"
    case .deactivated: "it deactivated its audio session"
    case .servicesLost: "the media service is gone, and its sound with it"
    }
  }
}

extension Interrupter {
  public var words: String {
    switch self {
    case .app(let app): app.description
    case .call: "a call"
    case .suspension: "its suspension"
    }
  }
}
