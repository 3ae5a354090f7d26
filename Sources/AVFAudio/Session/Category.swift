extension AVAudioSession {
  /// What sound is for in an app, and how it gets on with that of others (A8).
  public struct Category: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not needed by the app: mixes with others, silent when locked and by the switch (A2).
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// As ``ambient``, and interrupts others. What a session has at first.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Needed by the app: goes on in the background, with the mode `audio` (A1).
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording alone.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Playing while recording.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Different sounds to different devices.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

    static let all: [Category] = [
      .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
    ]

    var takesInput: Bool { [.record, .playAndRecord, .multiRoute].contains(self) }
  }

  /// What kind of sound it is, within a category.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Interrupted where others would be ducked, by
    /// ``AVAudioSession/CategoryOptions/interruptSpokenAudioAndMixWithOthers``.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")

    static let all: [Mode] = [
      .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .videoChat,
      .spokenAudio, .voicePrompt,
    ]
  }

  /// Where sound of the app goes, together with that of others.
  public enum RouteSharingPolicy: UInt, Sendable {
    case `default` = 0
    /// Music and the like; needs the category ``AVAudioSession/Category/playback``.
    case longFormAudio = 1
    case independent = 2
    /// Films and the like; needs the category ``AVAudioSession/Category/playback``.
    case longFormVideo = 3

    /// The older spelling of ``longFormAudio``.
    public static var longForm: RouteSharingPolicy { .longFormAudio }
  }
}
