/// What an app says of its sound: `AVAudioSession`.
public struct AudioConfiguration: Hashable, Sendable, Codable {
  public enum Category: String, Hashable, Sendable, Codable, CaseIterable {
    case ambient, soloAmbient, playback, record, playAndRecord, multiRoute
  }

  /// The bits of `AVAudioSession.CategoryOptions`.
  public struct Options: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let mixWithOthers = Options(rawValue: 0x1)
    public static let duckOthers = Options(rawValue: 0x2)
    public static let defaultToSpeaker = Options(rawValue: 0x8)
    /// Implies mixing (A8).
    public static let interruptSpokenAudio = Options(rawValue: 0x11)
  }

  public var category: Category
  public var options: Options
  /// `AVAudioSession.Mode.spokenAudio`: to be interrupted rather than ducked.
  public var isSpoken: Bool

  public init(_ category: Category, options: Options = [], isSpoken: Bool = false) {
    self.category = category
    self.options = options
    self.isSpoken = isSpoken
  }

  /// What a session is before the app says anything (A2).
  public static let initial = AudioConfiguration(.soloAmbient)

  /// A8: what its options mean for its category; elsewhere they mean nothing.
  private var effective: Options {
    switch category {
    case .playback, .playAndRecord, .multiRoute: options
    case .ambient, .soloAmbient, .record: []
    }
  }

  /// A8: whether it leaves other sound alone.
  public var isMixable: Bool {
    category == .ambient || !effective.isDisjoint(with: [.mixWithOthers, .duckOthers])
  }

  public var ducksOthers: Bool { effective.contains(.duckOthers) }

  public var interruptsSpokenAudio: Bool { effective.contains(.interruptSpokenAudio) }

  /// A1: whether it may sound in the background, where the app's Info.plist says so.
  public var mayBeInBackground: Bool {
    switch category {
    case .playback, .record, .playAndRecord, .multiRoute: true
    case .ambient, .soloAmbient: false
    }
  }

  /// A2: whether the lock and the Ring/Silent switch silence it.
  public var isSilencedByLock: Bool { category == .ambient || category == .soloAmbient }

  public var records: Bool { category == .record || category == .playAndRecord }
}

/// The sound of one process.
struct AudioSession: Hashable, Sendable {
  var configuration = AudioConfiguration.initial
  var isActive = false
  /// Orders sessions by when they became active; 0: never.
  var activation: UInt64 = 0
  var interruption: Interruption?
  /// A15: an interruption has ended with the word that sound may go on.
  var mayResume = false
  /// Players that have been played and not been let go of, by number.
  var players: [Player] = []
  /// Whether players that play are kept silent by the system (A2).
  var isCorked = false
  /// What is left of the app's volume, in percent: less while others duck it, nothing while muted.
  var gain = 100
  /// What was told last of A17.
  var wasHinted = false
  var isOverridden = false
  var commands: [RemoteCommand] = []
  /// Why the app made no more sound, for who asks why it was suspended.
  var lastStop = AudioStop.paused
  /// What is to be told when the app runs again.
  var pending: [AudioMessage] = []

  struct Player: Hashable, Sendable {
    var id: UInt64
    /// What `isPlaying` says.
    var isPlaying: Bool
  }

  /// A session that something else has taken the sound from (A8, A13).
  struct Interruption: Hashable, Sendable {
    var by: Interrupter
    var wasPlaying: Bool
  }

  var isPlaying: Bool { players.contains(where: \.isPlaying) }

  var playing: [UInt64] { players.filter(\.isPlaying).map(\.id) }

  /// Whether there is anything to tell from a session that was never used.
  var isUntouched: Bool { self == AudioSession() }
}

/// What takes the sound from an app.
public enum Interrupter: Hashable, Sendable, Codable {
  case app(AppID)
  case call
  /// A14: the system, since the app was suspended.
  case suspension
}

/// What a headset or a program beside the device asks of whoever plays.
public enum RemoteCommand: String, Hashable, Sendable, Codable, CaseIterable {
  case play, pause, togglePlayPause, stop, nextTrack, previousTrack
}

/// Why an app makes no more sound.
public enum AudioStop: Hashable, Sendable, Codable {
  case paused
  case finished
  /// A decoder gave up.
  case failed
  case interrupted(Interrupter)
  case deactivated
  case servicesLost
}
