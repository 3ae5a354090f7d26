import AppLink
import LinkTranslation
import MediaLink
import Multitasking

// What the policy says: an answer, or an order to whoever plays.
extension SoundDesk {
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
}
