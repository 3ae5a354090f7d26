import AppLink
import LinkTranslation
import MediaLink
import Multitasking

// What apps ask: a word for the policy, or for whoever plays.
extension SoundDesk {
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

  func event(_ app: AppID, _ event: AudioEvent) -> Step { Self.event(app, event) }
  static func event(_ app: AppID, _ event: AudioEvent) -> Step {
    .event(.audio(app, event))
  }

  mutating func withStream(
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

  func answer(_ app: AppID, _ request: UInt64, _ answer: AudioAnswer) -> [Step] {
    request == AppMessage.unasked ? [] : [.answer(app, request: request, answer)]
  }

  mutating func demand(_ demand: MediaDemand, for purpose: Purpose = .nothing) -> Step {
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
}
