import AppLink

// What a device and its media service say to each other: frames of JSON on a socket that the service
// inherits. Streams have numbers, chosen by the device, unique while it is booted.

/// One request, with the number of its reply.
public struct MediaRequest: Hashable, Sendable, Codable {
  public var id: UInt64
  public var demand: MediaDemand

  public init(id: UInt64, demand: MediaDemand) {
    self.id = id
    self.demand = demand
  }
}

/// What a device wants from its media service.
public enum MediaDemand: Hashable, Sendable, Codable {
  /// A new stream for the sound behind the descriptor that comes with this message. `owner` is a bundle
  /// identifier, for those who look at the sound server. Replied to with
  /// ``MediaReply/loaded(_:)``.
  case load(stream: UInt64, owner: String, type: String?)
  /// Replied to with ``MediaReply/levels(_:)``.
  case levels(stream: UInt64)
  /// Gets everything ready, so that ``play(stream:at:)`` sounds at once.
  case prepare(stream: UInt64)
  /// Replied to with ``MediaReply/playback(_:)`` when sound runs. `at`: nanoseconds of
  /// `CLOCK_MONOTONIC`; nil: now.
  case play(stream: UInt64, at: Int64?)
  /// Keeps everything ready.
  case pause(stream: UInt64)
  /// Lets go of what ``prepare(stream:)`` has got; the position stays (A9).
  case stop(stream: UInt64)
  /// Seconds; beyond the end: to the start.
  case seek(stream: UInt64, to: Double)
  case set(stream: UInt64, PlayerSettings)
  /// Pauses streams by order of the system: those that play go on at ``uncork(_:)``. Replied to with
  /// ``MediaReply/playbacks(_:)`` when they are silent.
  case cork([UInt64])
  case uncork([UInt64])
  /// A factor on the volume of streams, beside that of their settings: ducking, muting.
  case gain([UInt64], Double)
  case unload([UInt64])
  /// The volume of the device, 0...1.
  case deviceVolume(Double)
  /// What programs on this machine are told of whoever plays (MPRIS); nil: nobody does.
  case present(Presentation?)
  /// Replied to with ``MediaReply/streams(_:)``: what the sound server says of them.
  case streams
}

/// Who plays what, for programs that show it and control it.
public struct Presentation: Hashable, Sendable, Codable {
  /// The app's name.
  public var app: String
  public var nowPlaying: NowPlaying
  public var isPlaying: Bool
  public var commands: [RemoteCommand]

  public init(app: String, nowPlaying: NowPlaying, isPlaying: Bool, commands: [RemoteCommand]) {
    self.app = app
    self.nowPlaying = nowPlaying
    self.isPlaying = isPlaying
    self.commands = commands
  }
}

/// What a media service tells its device.
public enum MediaReport: Hashable, Sendable, Codable {
  /// The first message: the sound server is there.
  case ready(SoundServer)
  /// No sound server could be had; the service ends.
  case unavailable(MediaFailure)
  case reply(id: UInt64, MediaReply)
  /// A stream has come to its end.
  case finished(stream: UInt64)
  /// A stream can't go on.
  case failed(stream: UInt64, MediaFailure)
  /// Somebody on this machine asks for it (MPRIS).
  case remoteCommand(RemoteCommand)
}

public enum MediaReply: Hashable, Sendable, Codable {
  case done
  case failed(MediaFailure)
  case loaded(SoundDescription)
  case levels(SoundLevels)
  case playback(Playback)
  case playbacks([UInt64: Playback])
  case streams([StreamStatus])
}

/// The sound server that is used.
public struct SoundServer: Hashable, Sendable, Codable {
  /// As `PULSE_SERVER` names it.
  public var address: String
  /// Whether it was started for this device, with a sink that nobody hears.
  public var isPrivate: Bool
  /// The sink; its monitor is `NAME.monitor`.
  public var sink: String

  public init(address: String, isPrivate: Bool, sink: String) {
    self.address = address
    self.isPrivate = isPrivate
    self.sink = sink
  }
}

/// One stream, as the service and the sound server see it.
public struct StreamStatus: Hashable, Sendable, Codable {
  public var stream: UInt64
  public var owner: String
  public var format: String
  public var playback: Playback
  public var gain: Double
  public var isCorked: Bool

  public init(
    stream: UInt64, owner: String, format: String, playback: Playback, gain: Double,
    isCorked: Bool
  ) {
    self.stream = stream
    self.owner = owner
    self.format = format
    self.playback = playback
    self.gain = gain
    self.isCorked = isCorked
  }
}

/// Why sound can't be had.
public struct MediaFailure: Error, Hashable, Sendable, Codable {
  public enum Cause: String, Hashable, Sendable, Codable {
    /// Not a sound, or one that ends too early.
    case notASound
    /// A sound in a form that nothing here decodes.
    case unknownFormat
    case empty
    case tooLarge
    /// More at once than may be.
    case tooMany
    case unknownStream
    /// The sound server, or the machine.
    case system
  }

  public var cause: Cause
  public var message: String

  public init(_ cause: Cause, _ message: String) {
    self.cause = cause
    self.message = message
  }
}

/// Bounds on both ends.
public enum MediaLimits {
  /// Streams that may be loaded at once.
  public static let streamsMax = 1_024
  /// Streams that may sound at once, all apps together.
  public static let soundingMax = 64
  /// Bytes of one sound.
  public static let soundBytesMax: Int64 = 4 << 30
  /// Bytes of one frame.
  public static let frameBytesMax = 4 * 1024 * 1024
  /// The descriptor on which the service finds its link.
  public static let descriptor: Int32 = 3
}
