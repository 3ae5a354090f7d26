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
  private var gains: [AppID: Double] = [:]
  private var nowPlaying: [AppID: NowPlaying] = [:]
  private var purposes: [UInt64: Purpose] = [:]
  private var lastTicket: UInt64 = 0
  private var lastStream: UInt64 = 0

  package init() {}

  // MARK: From apps

  /// - Parameters:
  ///   - request: The number under which the app waits; ``AppMessage/unasked``: it does not.
  ///   - now: On the clock that ``Playback/at`` is on.
  ///   - instant: The same on the device's timeline.
  package mutating func take(
    _ message: AudioRequest, _ request: UInt64, from app: AppID, at now: Int64, _ instant: Instant
  ) -> [Step] {
    switch message {
    case .configure(let configuration):
      return [event(app, .configured(AudioConfiguration(configuration), request: request))]
    case .setActive(true, _): return [event(app, .activated(request: request))]
    case .setActive(false, let notifies):
      return [event(app, .deactivated(notifiesOthers: notifies, request: request))]
    case .overrideOutput(let toSpeaker):
      return [event(app, .overridden(toSpeaker: toSpeaker, request: request))]
    case .state: return [.answerState(app, request: request)]
    case .load(let player, let type): return load(Key(app: app, player: player), type, request)
    case .levels(let player):
      return withStream(app, player, request) { desk, key, stream in
        [desk.demand(.levels(stream: stream.id), for: .levels(key, request: request))]
      }
    case .prepare(let player):
      return withStream(app, player, request) { _, _, _ in
        [Self.event(app, .prepared(player: player, request: request))]
      }
    case .play(let player, let at):
      return withStream(app, player, request) { _, _, _ in
        let start = at.map { instant + .nanoseconds($0 - now) }
        return [Self.event(app, .played(player: player, at: start, request: request))]
      }
    case .pause(let player):
      return withStream(app, player, request) { _, _, _ in
        [Self.event(app, .paused(player: player, request: request))]
      }
    case .stop(let player):
      return withStream(app, player, request) { _, _, _ in
        [Self.event(app, .stopped(player: player, request: request))]
      }
    case .seek(let player, let position):
      return withStream(app, player, request) { desk, key, stream in
        desk.streams[key]?.clock.seek(to: position, at: now)
        return [
          desk.demand(.seek(stream: stream.id, to: position), for: .move(key, request: request))
        ]
      }
    case .set(let player, let settings):
      return withStream(app, player, request) { desk, key, stream in
        desk.set(settings.bounded, key, stream, request, at: now)
      }
    case .unload(let player): return unload(Key(app: app, player: player))
    case .remoteCommands(let commands):
      return [event(app, .remoteCommands(commands.map(Multitasking.RemoteCommand.init)))]
    case .nowPlaying(let playing):
      nowPlaying[app] = playing
      return []
    }
  }

  private func event(_ app: AppID, _ event: AudioEvent) -> Step { Self.event(app, event) }
  private static func event(_ app: AppID, _ event: AudioEvent) -> Step {
    .event(.audio(app, event))
  }

  private mutating func withStream(
    _ app: AppID, _ player: UInt64, _ request: UInt64,
    _ body: (inout SoundDesk, Key, Stream) -> [Step]
  ) -> [Step] {
    let key = Key(app: app, player: player)
    guard let stream = streams[key] else {
      let refusal = AppLink.AudioRefusal(
        code: Multitasking.AudioRefusal.Code.mediaServicesFailed.rawValue,
        "player \(player) is not known: the media service that knew it is gone (A19)")
      return answer(app, request, .refused(refusal))
    }
    return body(&self, key, stream)
  }

  private func answer(_ app: AppID, _ request: UInt64, _ answer: AudioAnswer) -> [Step] {
    request == AppMessage.unasked ? [] : [.answer(app, request: request, answer)]
  }

  private mutating func demand(_ demand: MediaDemand, for purpose: Purpose = .nothing) -> Step {
    lastTicket += 1
    purposes[lastTicket] = purpose
    return .demand(demand, Ticket(number: lastTicket))
  }

  private mutating func load(_ key: Key, _ type: String?, _ request: UInt64) -> [Step] {
    let held = streams.keys.count { $0.app == key.app } + (loading[key.app] ?? 0)
    guard held < LinkLimits.playersMax else {
      return answer(
        key.app, request,
        .refused(
          AppLink.AudioRefusal(
            code: AppLink.AudioRefusal.unspecified,
            "an app may hold \(LinkLimits.playersMax) players; let go of some")))
    }
    loading[key.app, default: 0] += 1
    lastStream += 1
    let owner = key.app.bundleIdentifier
    return [
      demand(
        .load(stream: lastStream, owner: owner, type: type),
        for: .load(key, request: request, stream: lastStream))
    ]
  }

  private mutating func set(
    _ settings: PlayerSettings, _ key: Key, _ stream: Stream, _ request: UInt64, at now: Int64
  ) -> [Step] {
    streams[key]?.settings = settings
    streams[key]?.clock.set(rate: settings.rate, loops: settings.loops, at: now)
    var steps = [
      demand(.set(stream: stream.id, settings), for: .nothing)
    ]
    let changesTime =
      settings.rate != stream.settings.rate || settings.loops != stream.settings.loops
    if changesTime, let playback = playback(key, at: now) {
      steps.append(.notice(key.app, .playback(player: key.player, playback)))
    }
    return steps + answer(key.app, request, .done)
  }

  private mutating func unload(_ key: Key) -> [Step] {
    guard let stream = streams.removeValue(forKey: key) else { return [] }
    keys[stream.id] = nil
    // The policy first: a player that plays is halted before it is gone.
    return [event(key.app, .unloaded(player: key.player)), demand(.unload([stream.id]))]
  }

  /// An app has ended.
  package mutating func forget(_ app: AppID) -> [Step] {
    let gone = streams.keys.filter { $0.app == app }.sorted()
    loading[app] = nil
    gains[app] = nil
    nowPlaying[app] = nil
    guard !gone.isEmpty else { return [] }
    let ids = gone.compactMap { streams.removeValue(forKey: $0)?.id }
    for id in ids { keys[id] = nil }
    return [demand(.unload(ids))]
  }

  // MARK: From the policy

  package mutating func perform(
    _ command: AudioCommand, of app: AppID, at now: Int64, _ instant: Instant
  ) -> [Step] {
    switch command {
    case .grant(let request): return answer(app, request, .done)
    case .refuse(let request, let refusal):
      return answer(app, request, .refused(AppLink.AudioRefusal(refusal)))
    case .prepare(let player, let request):
      return withStream(app, player, request) { desk, key, stream in
        [desk.demand(.prepare(stream: stream.id), for: .move(key, request: request))]
      }
    case .play(let player, let start, let request):
      return withStream(app, player, request) { desk, key, stream in
        let at = start.map { now + instant.duration(to: $0).inNanoseconds }
        desk.streams[key]?.isPlaying = true
        desk.streams[key]?.clock.start(at: at.map { max($0, now) } ?? now)
        return [desk.demand(.play(stream: stream.id, at: at), for: .move(key, request: request))]
      }
    case .pause(let player, let request):
      return halt(app, player, request, at: now) { .pause(stream: $0) }
    case .stop(let player, let request):
      return halt(app, player, request, at: now) { .stop(stream: $0) }
    case .halt(let players):
      return players.flatMap { player -> [Step] in
        let key = Key(app: app, player: player)
        let steps = halt(app, player, AppMessage.unasked, at: now) { .pause(stream: $0) }
        guard let playback = playback(key, at: now) else { return [] }
        return [.notice(app, .playback(player: player, playback))] + steps
      }
    case .cork(let players): return cork(app, players, at: now)
    case .uncork(let players):
      let ids = players.compactMap { streams[Key(app: app, player: $0)]?.id }
      for id in ids {
        guard let key = keys[id] else { continue }
        streams[key]?.isCorked = false
        streams[key]?.clock.start(at: now)
      }
      return ids.isEmpty ? [] : [demand(.uncork(ids), for: .uncork(ids))]
    case .gain(let percent):
      gains[app] = Double(percent) / 100
      let ids = streams.filter { $0.key.app == app }.map(\.value.id).sorted()
      return ids.isEmpty ? [] : [demand(.gain(ids, Double(percent) / 100))]
    }
  }

  private mutating func halt(
    _ app: AppID, _ player: UInt64, _ request: UInt64, at now: Int64,
    _ order: (UInt64) -> MediaDemand
  ) -> [Step] {
    let key = Key(app: app, player: player)
    guard let stream = streams[key] else { return answer(app, request, .done) }
    streams[key]?.isPlaying = false
    streams[key]?.isCorked = false
    streams[key]?.clock.stop(at: now)
    return [demand(order(stream.id), for: .move(key, request: request))]
  }

  private mutating func cork(_ app: AppID, _ players: [UInt64], at now: Int64) -> [Step] {
    var ids: [UInt64] = []
    var steps: [Step] = []
    for player in players {
      let key = Key(app: app, player: player)
      guard let stream = streams[key] else { continue }
      ids.append(stream.id)
      streams[key]?.isCorked = true
      streams[key]?.clock.stop(at: now)
      if let playback = playback(key, at: now) {
        steps.append(.notice(app, .playback(player: player, playback)))
      }
    }
    return ids.isEmpty ? [] : [demand(.cork(ids))] + steps
  }

  // MARK: From whoever plays

  package mutating func take(_ reply: MediaReply, for ticket: Ticket, at now: Int64) -> [Step] {
    guard let purpose = purposes.removeValue(forKey: ticket.number) else { return [] }
    switch (purpose, reply) {
    case (.load(let key, let request, let stream), _):
      return loaded(key, request, stream, reply)
    case (.levels(let key, let request), .levels(let levels)):
      return answer(key.app, request, .levels(levels))
    case (.levels(let key, let request), .failed(let failure)):
      return answer(key.app, request, .refused(AppLink.AudioRefusal(failure)))
    case (.move(let key, let request), .failed(let failure)):
      let steps = answer(key.app, request, .refused(AppLink.AudioRefusal(failure)))
      guard streams[key]?.isPlaying == true else { return steps }
      streams[key]?.isPlaying = false
      streams[key]?.clock.stop(at: now)
      return steps + [event(key.app, .failed(player: key.player, failure.message))]
    case (.move(let key, let request), .playback(let playback)):
      correct(key, playback)
      return answerPlayback(key, request, at: now)
    case (.move(let key, let request), _): return answerPlayback(key, request, at: now)
    case (.uncork(let ids), _):
      if case .playbacks(let playbacks) = reply {
        for (id, playback) in playbacks.sorted(by: { $0.key < $1.key }) {
          if let key = keys[id] { correct(key, playback) }
        }
      }
      return ids.compactMap { id in
        guard let key = keys[id], let playback = playback(key, at: now) else { return nil }
        return .notice(key.app, .playback(player: key.player, playback))
      }
    case (.nothing, _), (.levels, _): return []
    }
  }

  private mutating func correct(_ key: Key, _ playback: Playback) {
    guard var stream = streams[key] else { return }
    stream.clock.correct(
      position: playback.position, at: playback.at,
      isRunning: stream.isPlaying && !stream.isCorked)
    streams[key] = stream
  }

  private mutating func loaded(
    _ key: Key, _ request: UInt64, _ stream: UInt64, _ reply: MediaReply
  ) -> [Step] {
    // The app may have ended meanwhile.
    guard let count = loading[key.app], count > 0 else { return [demand(.unload([stream]))] }
    loading[key.app] = count - 1
    switch reply {
    case .loaded(let sound):
      streams[key] = Stream(id: stream, sound: sound, clock: PlayerClock(duration: sound.duration))
      keys[stream] = key
      let gain = gains[key.app].flatMap { $0 < 1 ? demand(.gain([stream], $0)) : nil }
      return (gain.map { [$0] } ?? []) + answer(key.app, request, .loaded(sound))
    case .failed(let failure):
      return answer(key.app, request, .refused(AppLink.AudioRefusal(failure)))
    default:
      return answer(
        key.app, request,
        .refused(
          AppLink.AudioRefusal(
            code: AppLink.AudioRefusal.unspecified, "the media service gave no answer")))
    }
  }

  private func answerPlayback(_ key: Key, _ request: UInt64, at now: Int64) -> [Step] {
    guard let playback = playback(key, at: now) else { return answer(key.app, request, .done) }
    return answer(key.app, request, .playback(playback))
  }

  /// A stream has come to its end.
  package mutating func finished(_ stream: UInt64) -> [Step] {
    guard let key = keys[stream], streams[key]?.isPlaying == true else { return [] }
    streams[key]?.isPlaying = false
    streams[key]?.isCorked = false
    streams[key]?.clock.rewind()
    return [event(key.app, .finished(player: key.player))]
  }

  package mutating func failed(_ stream: UInt64, _ failure: MediaFailure, at now: Int64) -> [Step] {
    guard let key = keys[stream] else { return [] }
    streams[key]?.isPlaying = false
    streams[key]?.clock.stop(at: now)
    return [event(key.app, .failed(player: key.player, failure.message))]
  }

  /// A19: all that was played is gone; whoever waits for an answer gets one.
  package mutating func servicesLost(because why: String) -> [Step] {
    let hadSound = !streams.isEmpty
    let waiting = purposes.sorted { $0.key < $1.key }.map(\.value)
    (streams, keys, purposes, loading) = ([:], [:], [:], [:])
    let refusal = AppLink.AudioRefusal(
      code: Multitasking.AudioRefusal.Code.mediaServicesFailed.rawValue,
      "there is no media service (A19): \(why)")
    let answers = waiting.flatMap { purpose -> [Step] in
      switch purpose {
      case .load(let key, let request, _), .levels(let key, let request),
        .move(let key, let request):
        answer(key.app, request, .refused(refusal))
      case .uncork, .nothing: []
      }
    }
    return (hadSound ? [.event(.sound(.servicesLost))] : []) + answers
  }

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

extension PlayerClock {
  /// When it begins, if that is to come.
  func startsLater(than now: Int64) -> Int64? { start.flatMap { $0 > now ? $0 : nil } }
}

extension AppLink.AudioRefusal {
  /// The codes that `AVAudioPlayer` gives for what it can't open.
  init(_ failure: MediaFailure) {
    let code =
      switch failure.cause {
      // 'typ?'
      case .notASound, .unknownFormat: 1_954_115_647
      // 'dta?'
      case .empty: 1_685_348_671
      case .tooLarge, .tooMany, .unknownStream: AppLink.AudioRefusal.unspecified
      case .system: Multitasking.AudioRefusal.Code.mediaServicesFailed.rawValue
      }
    self.init(code: code, failure.message)
  }
}

extension PlayerSettings {
  /// Within what Apple allows.
  var bounded: PlayerSettings {
    PlayerSettings(
      volume: volume.isFinite ? min(max(volume, 0), 1) : 1,
      pan: pan.isFinite ? min(max(pan, -1), 1) : 0,
      rate: rate.isFinite ? min(max(rate, 0.5), 2) : 1, loops: loops)
  }
}
