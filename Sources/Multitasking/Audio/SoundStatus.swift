/// The sound of one app, for people who ask.
public struct SoundStatus: Hashable, Sendable, Codable {
  public var app: AppID
  public var state: AppState.Name
  public var configuration: AudioConfiguration
  public var isActive: Bool
  /// Players that play, by the app's numbers.
  public var playing: [UInt64]
  /// Whether the system keeps them silent.
  public var isCorked: Bool
  /// In percent.
  public var gain: Int
  public var interruptedBy: Interrupter?
  public var isOtherSoundPlaying: Bool
  public var shouldSilenceSecondarySound: Bool
  public var route: SoundRoute
  public var commands: [RemoteCommand]
  /// In a sentence: who holds the sound, or why there is none.
  public var why: String
}

extension Policy {
  /// The sound of an app; nil for one that does not run.
  public func soundStatus(of app: AppID) -> SoundStatus? {
    guard let place = places[app], let process = apps[place].process else { return nil }
    let session = process.audio
    return SoundStatus(
      app: app, state: apps[place].state.name, configuration: session.configuration,
      isActive: session.isActive, playing: session.playing, isCorked: session.isCorked,
      gain: session.gain, interruptedBy: session.interruption?.by,
      isOtherSoundPlaying: isOtherSoundPlaying(place),
      shouldSilenceSecondarySound: shouldSilenceSecondarySound(place), route: route(of: place),
      commands: session.commands, why: whySound(place, session))
  }

  /// Apps that have used sound since they were launched, in the order of installation.
  public var soundStatuses: [SoundStatus] {
    soundUsers.compactMap { soundStatus(of: apps[$0].id) }
  }

  private func whySound(_ place: Int, _ session: AudioSession) -> String {
    if let interruption = session.interruption {
      return "\(interruption.by.words) interrupted it"
    }
    guard session.isPlaying else {
      return session.isActive ? "its session is active and silent" : "it holds no session"
    }
    if session.isCorked { return AudioReason.notInBackground.description }
    guard session.gain < 100 else { return "it sounds" }
    if let ducker = ducker(of: place), session.gain > 0 { return "\(ducker) ducks it" }
    return AudioReason.silenced.description
  }
}

extension Process {
  /// Whether the reason of its suspension tells what became of its sound.
  var isSuspendedForSound: Bool {
    guard case .suspended(let suspension) = stage, case .audio = suspension.reason else {
      return false
    }
    return true
  }
}
