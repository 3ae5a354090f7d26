import AppLink
import LinkTranslation
import MediaLink
import Multitasking

/// The sound of all apps, between the policy and whoever plays it: which stream is which app's player,
/// where each is, who waits for which answer.
///
/// A value without clock and I/O, which both drivers have. What goes in comes with the time; what is to
/// be done comes out as ``Step``s, in order.
package struct SoundDesk {
  package enum Step {
    /// The policy is to hear of it.
    case event(Event)
    case answer(AppID, request: UInt64, AudioAnswer)
    case notice(AppID, AudioNotice)
    /// For whoever plays; the reply comes back with ``SoundDesk/take(_:for:at:)``.
    case demand(MediaDemand, Ticket)
    /// What the app asks can be read from the policy.
    case answerState(AppID, request: UInt64)
  }

  /// What a reply is for.
  package struct Ticket: Hashable, Sendable {
    package let number: UInt64
    package init(number: UInt64) { self.number = number }
  }

  struct Key: Hashable, Comparable {
    var app: AppID
    var player: UInt64

    static func < (a: Key, b: Key) -> Bool { (a.app, a.player) < (b.app, b.player) }
  }

  struct Stream {
    var id: UInt64
    var sound: SoundDescription
    var settings = PlayerSettings()
    var clock: PlayerClock
    var isPlaying = false
    var isCorked = false
  }

  enum Purpose {
    case load(Key, request: UInt64, stream: UInt64)
    case levels(Key, request: UInt64)
    /// Play, pause, seek and the like.
    case move(Key, request: UInt64)
    case uncork([UInt64])
    case nothing
  }

  var streams: [Key: Stream] = [:]
  var keys: [UInt64: Key] = [:]
  var loading: [AppID: Int] = [:]
  var gains: [AppID: Double] = [:]
  var nowPlaying: [AppID: NowPlaying] = [:]
  var purposes: [UInt64: Purpose] = [:]
  var lastTicket: UInt64 = 0
  var lastStream: UInt64 = 0

  package init() {}

  // MARK: The device

  package mutating func demandVolume(_ volume: Double) -> Step { demand(.deviceVolume(volume)) }

  package mutating func demandPresentation(_ presentation: Presentation?) -> Step {
    demand(.present(presentation))
  }

  /// What an app says that it plays, or what is known of what it plays.
  package func presentation(of app: AppID, at now: Int64) -> NowPlaying {
    if let told = nowPlaying[app] { return told }
    let players = players(of: app, at: now)
    guard let current = players.last(where: \.playback.isPlaying) ?? players.last else {
      return NowPlaying()
    }
    return NowPlaying(
      title: current.sound.title, artist: current.sound.artist, duration: current.sound.duration,
      elapsed: current.playback.position)
  }

  // MARK: What can be asked

  package var isEmpty: Bool { streams.isEmpty && loading.values.allSatisfy { $0 == 0 } }

  func playback(_ key: Key, at now: Int64) -> Playback? {
    guard let stream = streams[key] else { return nil }
    let start = stream.clock.startsLater(than: now)
    return Playback(
      isPlaying: stream.isPlaying, position: stream.clock.position(at: now), at: start ?? now,
      speed: stream.clock.isRunning ? stream.clock.rate : 0)
  }

  /// The players of an app: what they play and where they are.
  package func players(
    of app: AppID, at now: Int64
  ) -> [(player: UInt64, sound: SoundDescription, playback: Playback)] {
    streams.keys.filter { $0.app == app }.sorted().compactMap { key in
      guard let stream = streams[key], let playback = playback(key, at: now) else { return nil }
      return (key.player, stream.sound, playback)
    }
  }
}
