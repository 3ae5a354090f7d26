// How Swift spelt all this before version 4.2. Books and older apps still do.

public typealias AVAudioSessionCategoryOptions = AVAudioSession.CategoryOptions
public typealias AVAudioSessionSetActiveOptions = AVAudioSession.SetActiveOptions
public typealias AVAudioSessionPortOverride = AVAudioSession.PortOverride
public typealias AVAudioSessionRouteChangeReason = AVAudioSession.RouteChangeReason
public typealias AVAudioSessionInterruptionType = AVAudioSession.InterruptionType
public typealias AVAudioSessionInterruptionOptions = AVAudioSession.InterruptionOptions
public typealias AVAudioSessionSilenceSecondaryAudioHintType =
  AVAudioSession.SilenceSecondaryAudioHintType
public typealias AVAudioSessionRecordPermission = AVAudioSession.RecordPermission

public let AVAudioSessionCategoryAmbient = AVAudioSession.Category.ambient
public let AVAudioSessionCategorySoloAmbient = AVAudioSession.Category.soloAmbient
public let AVAudioSessionCategoryPlayback = AVAudioSession.Category.playback
public let AVAudioSessionCategoryRecord = AVAudioSession.Category.record
public let AVAudioSessionCategoryPlayAndRecord = AVAudioSession.Category.playAndRecord
public let AVAudioSessionCategoryMultiRoute = AVAudioSession.Category.multiRoute

public let AVAudioSessionModeDefault = AVAudioSession.Mode.default
public let AVAudioSessionModeVoiceChat = AVAudioSession.Mode.voiceChat
public let AVAudioSessionModeGameChat = AVAudioSession.Mode.gameChat
public let AVAudioSessionModeVideoRecording = AVAudioSession.Mode.videoRecording
public let AVAudioSessionModeMeasurement = AVAudioSession.Mode.measurement
public let AVAudioSessionModeMoviePlayback = AVAudioSession.Mode.moviePlayback
public let AVAudioSessionModeVideoChat = AVAudioSession.Mode.videoChat
public let AVAudioSessionModeSpokenAudio = AVAudioSession.Mode.spokenAudio

public let AVAudioSessionPortBuiltInSpeaker = AVAudioSession.Port.builtInSpeaker
public let AVAudioSessionPortBuiltInReceiver = AVAudioSession.Port.builtInReceiver
public let AVAudioSessionPortHeadphones = AVAudioSession.Port.headphones
public let AVAudioSessionPortBuiltInMic = AVAudioSession.Port.builtInMic
public let AVAudioSessionPortHeadsetMic = AVAudioSession.Port.headsetMic
public let AVAudioSessionPortBluetoothA2DP = AVAudioSession.Port.bluetoothA2DP
public let AVAudioSessionPortBluetoothLE = AVAudioSession.Port.bluetoothLE
public let AVAudioSessionPortBluetoothHFP = AVAudioSession.Port.bluetoothHFP
public let AVAudioSessionPortAirPlay = AVAudioSession.Port.airPlay

extension NSNotification.Name {
  public static var AVAudioSessionInterruption: NSNotification.Name {
    AVAudioSession.interruptionNotification
  }
  public static var AVAudioSessionRouteChange: NSNotification.Name {
    AVAudioSession.routeChangeNotification
  }
  public static var AVAudioSessionSilenceSecondaryAudioHint: NSNotification.Name {
    AVAudioSession.silenceSecondaryAudioHintNotification
  }
  public static var AVAudioSessionMediaServicesWereLost: NSNotification.Name {
    AVAudioSession.mediaServicesWereLostNotification
  }
  public static var AVAudioSessionMediaServicesWereReset: NSNotification.Name {
    AVAudioSession.mediaServicesWereResetNotification
  }
}

extension AVAudioSession {
  /// The spelling of Swift 3 of ``setCategory(_:options:)``.
  public func setCategory(_ category: Category, with options: CategoryOptions) throws {
    try setCategory(category, options: options)
  }

  /// The spelling of Swift 3 of ``setActive(_:options:)``.
  public func setActive(_ active: Bool, with options: SetActiveOptions) throws {
    try setActive(active, options: options)
  }

  /// The spelling of Swift 2 of ``setActive(_:options:)``.
  public func setActive(_ active: Bool, withOptions options: SetActiveOptions) throws {
    try setActive(active, options: options)
  }
}
