// What an app and its device say about sound.
//
// An app's players have numbers, chosen by the app. Everything that an app asks carries a number as
// well, ``AppMessage/unasked`` where it does not wait; the device answers with
// ``DeviceMessage/audioAnswer(request:_:)`` on the thread that reads the link, because most of Apple's
// methods return what came of it.

/// What an app asks of its device about sound.
public enum AudioRequest: Hashable, Sendable, Codable {
  // MARK: The session

  /// `setCategory(_:mode:policy:options:)`.
  case configure(AudioConfiguration)
  /// `setActive(_:options:)`; `notifiesOthers`: with `.notifyOthersOnDeactivation` (A11).
  case setActive(Bool, notifiesOthers: Bool)
  /// `overrideOutputAudioPort(_:)`.
  case overrideOutput(toSpeaker: Bool)
  /// Answered with ``AudioAnswer/state(_:)``.
  case state

  // MARK: Players

  /// A new player for the sound behind the descriptor that comes with this message. Answered with
  /// ``AudioAnswer/loaded(_:)``.
  ///
  /// `type` is the file's extension or type where the app named one; the content decides.
  case load(player: UInt64, type: String?)
  /// Answered with ``AudioAnswer/levels(_:)``.
  case levels(player: UInt64)
  case prepare(player: UInt64)
  /// Answered with ``AudioAnswer/playback(_:)``. `at` is an instant of `CLOCK_MONOTONIC` in
  /// nanoseconds; nil: now.
  case play(player: UInt64, at: Int64?)
  case pause(player: UInt64)
  case stop(player: UInt64)
  /// In seconds; beyond the end: to the start, as `AVAudioPlayer` does.
  case seek(player: UInt64, to: Double)
  case set(player: UInt64, PlayerSettings)
  /// The app has let go of the player.
  case unload(player: UInt64)

  // MARK: Remote control

  /// What the app answers to of ``RemoteCommand``.
  case remoteCommands([RemoteCommand])
  /// What the app says that it plays; nil: nothing.
  case nowPlaying(NowPlaying?)
}

/// What a device answers.
public enum AudioAnswer: Hashable, Sendable, Codable {
  case done
  case refused(AudioRefusal)
  case state(AudioState)
  case loaded(SoundDescription)
  case playback(Playback)
  case levels(SoundLevels)
}

/// What a device tells without being asked.
public enum AudioNotice: Hashable, Sendable, Codable {
  /// The system has changed what a player does: corked it, let it go on, moved it.
  case playback(player: UInt64, Playback)
  /// `audioPlayerDidFinishPlaying(_:successfully:)`.
  case finished(player: UInt64, successfully: Bool)
  /// `audioPlayerDecodeErrorDidOccur(_:error:)`.
  case decodeError(player: UInt64, AudioRefusal)
  case interruptionBegan(InterruptionReason)
  case interruptionEnded(shouldResume: Bool)
  case routeChanged(RouteChangeReason, previous: AudioRoute, AudioState)
  case silenceSecondaryAudio(Bool)
  /// Something of ``AudioState`` that has no notification of its own.
  case stateChanged(AudioState)
  case mediaServicesLost
  case mediaServicesReset
  case remoteCommand(RemoteCommand)
}

/// Category, mode and options of a session; the raw values are Apple's.
public struct AudioConfiguration: Hashable, Sendable, Codable {
  /// `AVAudioSessionCategoryPlayback` and so on.
  public var category: String
  public var mode: String
  /// `AVAudioSession.CategoryOptions`.
  public var options: UInt
  /// `AVAudioSession.RouteSharingPolicy`.
  public var policy: UInt

  public init(category: String, mode: String, options: UInt, policy: UInt = 0) {
    self.category = category
    self.mode = mode
    self.options = options
    self.policy = policy
  }
}

/// Why something can't be: a code of `AVAudioSession.ErrorCode` or of Core Audio, and a sentence.
public struct AudioRefusal: Error, Hashable, Sendable, Codable {
  public var code: Int
  public var message: String

  public init(code: Int, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// What `AVAudioSession` reports of the device.
public struct AudioState: Hashable, Sendable, Codable {
  public var isActive: Bool
  /// A17.
  public var isOtherAudioPlaying: Bool
  public var shouldSilenceSecondaryAudio: Bool
  /// 0...1.
  public var outputVolume: Double
  public var route: AudioRoute
  public var sampleRate: Double

  public init(
    isActive: Bool, isOtherAudioPlaying: Bool, shouldSilenceSecondaryAudio: Bool,
    outputVolume: Double, route: AudioRoute, sampleRate: Double
  ) {
    self.isActive = isActive
    self.isOtherAudioPlaying = isOtherAudioPlaying
    self.shouldSilenceSecondaryAudio = shouldSilenceSecondaryAudio
    self.outputVolume = outputVolume
    self.route = route
    self.sampleRate = sampleRate
  }
}

/// Where sound goes to and comes from.
public struct AudioRoute: Hashable, Sendable, Codable {
  public struct Port: Hashable, Sendable, Codable {
    /// `AVAudioSession.Port`: `Speaker`, `Headphones`, `Receiver`, `MicrophoneBuiltIn`.
    public var type: String
    public var name: String
    public var uid: String

    public init(type: String, name: String, uid: String) {
      self.type = type
      self.name = name
      self.uid = uid
    }
  }

  public var outputs: [Port]
  public var inputs: [Port]

  public init(outputs: [Port], inputs: [Port]) {
    self.outputs = outputs
    self.inputs = inputs
  }
}

/// `AVAudioSession.InterruptionReason`.
public enum InterruptionReason: UInt, Hashable, Sendable, Codable {
  case `default` = 0
  case appWasSuspended = 1
  case builtInMicMuted = 2
  case routeDisconnected = 4
}

/// `AVAudioSession.RouteChangeReason`.
public enum RouteChangeReason: UInt, Hashable, Sendable, Codable {
  case unknown = 0
  case newDeviceAvailable = 1
  case oldDeviceUnavailable = 2
  case categoryChange = 3
  case override = 4
  case wakeFromSleep = 6
  case noSuitableRouteForCategory = 7
  case routeConfigurationChange = 8
}

/// What a sound is, as whoever decodes it found.
public struct SoundDescription: Hashable, Sendable, Codable {
  /// Seconds.
  public var duration: Double
  public var channels: Int
  public var sampleRate: Double
  /// In the decoder's words, such as `MPEG-1 Layer 3 (MP3)`.
  public var format: String
  public var title: String?
  public var artist: String?

  public init(
    duration: Double, channels: Int, sampleRate: Double, format: String, title: String? = nil,
    artist: String? = nil
  ) {
    self.duration = duration
    self.channels = channels
    self.sampleRate = sampleRate
    self.format = format
    self.title = title
    self.artist = artist
  }
}

/// How loud a sound is, piece by piece: what metering looks up.
public struct SoundLevels: Hashable, Sendable, Codable {
  /// Seconds of one piece.
  public var interval: Double
  /// For each channel: power of each piece in dB, from -128 to 0.
  public var average: [[Int8]]
  public var peak: [[Int8]]

  public init(interval: Double, average: [[Int8]], peak: [[Int8]]) {
    self.interval = interval
    self.average = average
    self.peak = peak
  }
}

/// Where a player is in its sound, and whether it moves: enough to know where it is later.
public struct Playback: Hashable, Sendable, Codable {
  /// What `isPlaying` says.
  public var isPlaying: Bool
  /// Seconds, at the instant ``at``.
  public var position: Double
  /// Nanoseconds of `CLOCK_MONOTONIC`. In the future for a player that begins later.
  public var at: Int64
  /// Seconds of sound in a second; 0 while the system has corked it.
  public var speed: Double

  public init(isPlaying: Bool, position: Double, at: Int64, speed: Double) {
    self.isPlaying = isPlaying
    self.position = position
    self.at = at
    self.speed = speed
  }
}

/// What an app may set of a player at any time.
public struct PlayerSettings: Hashable, Sendable, Codable {
  /// 0...1.
  public var volume: Double
  /// -1...1.
  public var pan: Double
  /// 0.5...2.
  public var rate: Double
  /// How often the sound is repeated; negative: for ever.
  public var loops: Int

  public init(volume: Double = 1, pan: Double = 0, rate: Double = 1, loops: Int = 0) {
    self.volume = volume
    self.pan = pan
    self.rate = rate
    self.loops = loops
  }
}

/// What a headset or another program asks of the app that plays.
public enum RemoteCommand: String, Hashable, Sendable, Codable, CaseIterable {
  case play, pause, togglePlayPause, stop, nextTrack, previousTrack
}

/// What an app says that it plays.
public struct NowPlaying: Hashable, Sendable, Codable {
  public var title: String?
  public var artist: String?
  public var album: String?
  /// Seconds.
  public var duration: Double?
  public var elapsed: Double?
  public var rate: Double?

  public init(
    title: String? = nil, artist: String? = nil, album: String? = nil, duration: Double? = nil,
    elapsed: Double? = nil, rate: Double? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.duration = duration
    self.elapsed = elapsed
    self.rate = rate
  }
}
