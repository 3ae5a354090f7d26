/// What an app does with sound. Requests carry the number under which the app waits for an answer.
public enum AudioEvent: Hashable, Sendable, Codable {
  case configured(AudioConfiguration, request: UInt64)
  case activated(request: UInt64)
  /// A11.
  case deactivated(notifiesOthers: Bool, request: UInt64)
  /// A9.
  case prepared(player: UInt64, request: UInt64)
  /// `at`: when it is to begin; nil: now.
  case played(player: UInt64, at: Instant?, request: UInt64)
  case paused(player: UInt64, request: UInt64)
  case stopped(player: UInt64, request: UInt64)
  /// The app has let go of it.
  case unloaded(player: UInt64)
  case overridden(toSpeaker: Bool, request: UInt64)
  case remoteCommands([RemoteCommand])
  /// A sound has come to its end.
  case finished(player: UInt64)
  /// A sound can't be decoded any further.
  case failed(player: UInt64, String)
}

/// What happens to the sound of the whole device.
public enum SoundEvent: Hashable, Sendable, Codable {
  case headphones(isPlugged: Bool)
  /// 0...100.
  case volume(Int)
  /// The Ring/Silent switch (A2).
  case silentSwitch(Bool)
  /// A19: the media service is gone.
  case servicesLost
  case servicesRestored
  case remoteCommand(RemoteCommand)
}

/// The sound of the device, beside what apps do.
public struct SoundConditions: Hashable, Sendable, Codable {
  public var hasHeadphones = false
  /// 0...100.
  public var volume = 50
  public var isRingerSilent = false
  /// A19: whether apps have been told that media services are gone.
  public var areServicesLost = false

  public init() {}
}
