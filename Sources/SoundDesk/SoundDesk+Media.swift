import AppLink
import LinkTranslation
import MediaLink
import Multitasking

// What whoever plays says: an answer, or news for the policy.
extension SoundDesk {
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
