import AppLink
import MediaLink

/// Who plays in virtual time: nobody. Sounds last exactly as long as they are, and nothing is decoded
/// but for what they are.
package struct VirtualMedia {
  private struct Stream {
    var clock: PlayerClock
    var isCorked = false
  }

  private var streams: [UInt64: Stream] = [:]

  package init() {}

  /// A sound is there; what it is has been found out by a decoder.
  package mutating func add(_ stream: UInt64, _ sound: SoundDescription) {
    streams[stream] = Stream(clock: PlayerClock(duration: sound.duration))
  }

  /// Does what a media service would do. Loading and levels are the decoder's.
  package mutating func perform(_ demand: MediaDemand, at now: Int64) -> MediaReply {
    switch demand {
    case .load, .levels:
      return .failed(MediaFailure(.system, "a decoder tells what a sound is"))
    case .prepare(let stream): return playback(stream, at: now)
    case .play(let stream, let start):
      streams[stream]?.clock.start(at: max(start ?? now, now))
      return playback(stream, at: now)
    case .pause(let stream), .stop(let stream):
      streams[stream]?.clock.stop(at: now)
      streams[stream]?.isCorked = false
      return playback(stream, at: now)
    case .seek(let stream, let position):
      streams[stream]?.clock.seek(to: position, at: now)
      return playback(stream, at: now)
    case .set(let stream, let settings):
      streams[stream]?.clock.set(rate: settings.rate, loops: settings.loops, at: now)
      return .done
    case .cork(let ids):
      for id in ids where streams[id]?.clock.isRunning == true {
        streams[id]?.clock.stop(at: now)
        streams[id]?.isCorked = true
      }
      return playbacks(ids, at: now)
    case .uncork(let ids):
      for id in ids where streams[id]?.isCorked == true {
        streams[id]?.clock.start(at: now)
        streams[id]?.isCorked = false
      }
      return playbacks(ids, at: now)
    case .unload(let ids):
      for id in ids { streams[id] = nil }
      return .done
    case .gain, .deviceVolume, .present: return .done
    case .streams: return .streams([])
    }
  }

  private func playback(_ stream: UInt64, at now: Int64) -> MediaReply {
    guard let clock = streams[stream]?.clock else {
      return .failed(MediaFailure(.unknownStream, "there is no stream \(stream)"))
    }
    return .playback(Self.playback(clock, at: now))
  }

  private func playbacks(_ ids: [UInt64], at now: Int64) -> MediaReply {
    var playbacks: [UInt64: Playback] = [:]
    for id in ids { playbacks[id] = streams[id].map { Self.playback($0.clock, at: now) } }
    return .playbacks(playbacks)
  }

  private static func playback(_ clock: PlayerClock, at now: Int64) -> Playback {
    Playback(
      isPlaying: clock.isRunning, position: clock.position(at: now),
      at: clock.startsLater(than: now) ?? now, speed: clock.isRunning ? clock.rate : 0)
  }

  /// When the next sound comes to its end; nil: none does.
  package var nextEnd: Int64? { streams.values.compactMap(\.clock.endsAt).min() }

  /// Streams that have come to their end, in order.
  package mutating func takeEnded(at now: Int64) -> [UInt64] {
    let ended = streams.filter { ($0.value.clock.endsAt ?? .max) <= now }
      .sorted { ($0.value.clock.endsAt ?? 0, $0.key) < ($1.value.clock.endsAt ?? 0, $1.key) }
      .map(\.key)
    for stream in ended { streams[stream]?.clock.rewind() }
    return ended
  }
}
