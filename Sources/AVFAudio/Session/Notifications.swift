extension AVAudioSession {
  /// The session was interrupted, or that is over (A12). Posted on the main thread; the session is the
  /// object.
  ///
  /// ```swift
  /// guard let info = notification.userInfo,
  ///   let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
  ///   let type = AVAudioSession.InterruptionType(rawValue: value)
  /// else { return }
  /// ```
  /// When it begins, the session is inactive and players have stopped already (A13). It need not end.
  public class var interruptionNotification: NSNotification.Name {
    name("AVAudioSessionInterruptionNotification")
  }

  /// Sound goes to or comes from another device (A18). Posted on a thread that is not the main thread.
  public class var routeChangeNotification: NSNotification.Name {
    name("AVAudioSessionRouteChangeNotification")
  }

  /// Another app's main sound has begun or ended (A17). Posted on the main thread, to apps in front
  /// with an active session.
  public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
    name("AVAudioSessionSilenceSecondaryAudioHintNotification")
  }

  /// Whatever plays sound has ended: players are void (A19). Posted on the main thread.
  public class var mediaServicesWereLostNotification: NSNotification.Name {
    name("AVAudioSessionMediaServicesWereLostNotification")
  }

  /// Whatever plays sound is there again: make new players, set the category again (A19). Posted on
  /// the main thread.
  public class var mediaServicesWereResetNotification: NSNotification.Name {
    name("AVAudioSessionMediaServicesWereResetNotification")
  }

  /// Whoever waits for a notification wants the device to be listened to.
  private class func name(_ name: String) -> NSNotification.Name {
    AudioService.shared.listen()
    return NSNotification.Name(name)
  }

  /// The value of ``AVAudioSessionInterruptionTypeKey``.
  public enum InterruptionType: UInt, Sendable {
    case ended = 0
    case began = 1
  }

  /// The value of ``AVAudioSessionInterruptionOptionKey``.
  public struct InterruptionOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The app may go on with what was interrupted.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// The value of ``AVAudioSessionInterruptionReasonKey``.
  public enum InterruptionReason: UInt, Sendable {
    /// Another session has become active.
    case `default` = 0
    /// The app was suspended (A14).
    case appWasSuspended = 1
    case builtInMicMuted = 2
    case routeDisconnected = 4
  }

  /// The value of ``AVAudioSessionRouteChangeReasonKey``.
  public enum RouteChangeReason: UInt, Sendable {
    case unknown = 0
    case newDeviceAvailable = 1
    /// Headphones were pulled out: whoever plays should stop.
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8
  }

  /// The value of ``AVAudioSessionSilenceSecondaryAudioHintTypeKey``.
  public enum SilenceSecondaryAudioHintType: UInt, Sendable {
    case end = 0
    case begin = 1
  }
}

/// The raw value of an ``AVAudioSession/InterruptionType``.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The raw value of ``AVAudioSession/InterruptionOptions``; there when an interruption has ended.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The raw value of an ``AVAudioSession/InterruptionReason``; there when an interruption begins.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// True, and only there, when an interruption begins because the app was suspended (A14).
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// The raw value of an ``AVAudioSession/RouteChangeReason``.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// An ``AVAudioSessionRouteDescription``.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// The raw value of an ``AVAudioSession/SilenceSecondaryAudioHintType``.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
