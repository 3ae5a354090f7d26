import AppLink
import Glibc
import LinkTranslation
import MediaLink
import Multitasking
import SoundDesk

// Sound without a media service: nobody plays, and sounds last exactly as long as they are. What they are
// a decoder tells, outside of virtual time.
extension Driver {
  /// The desk's clock is the device's time.
  private var soundNow: Int64 { now.nanoseconds }

  func take(
    _ request: AudioRequest, _ number: UInt64, with descriptor: PassedDescriptor?,
    from app: AppProcess
  ) {
    perform(
      sound.desk.take(
        request.onDeviceTime(appTime: World.monotonic, now: soundNow), number, from: app.id,
        at: soundNow, now), with: descriptor)
  }

  func perform(_ command: AudioCommand, of app: AppID) {
    perform(sound.desk.perform(command, of: app, at: soundNow, now))
  }

  func forgetSound(of app: AppID) { perform(sound.desk.forget(app)) }

  func audioState(of app: AppID) -> AudioState {
    AudioState(policy.soundStatus(of: app), policy.sound)
  }

  /// When the next sound comes to its end.
  var nextSoundEnd: Instant? { sound.media.nextEnd.map { Instant(nanoseconds: $0) } }

  /// Tells the policy of sounds that have come to their end.
  func endSounds() {
    for stream in sound.media.takeEnded(at: soundNow) { perform(sound.desk.finished(stream)) }
  }

  /// A19: as if the media service had crashed, and been there again at once.
  package func resetMediaServices() {
    sound.media = VirtualMedia()
    sound.descriptors = [:]
    perform(sound.desk.servicesLost(because: "it was reset"))
    handle(.sound(.servicesRestored))
  }

  private func perform(_ steps: [SoundDesk.Step], with descriptor: PassedDescriptor? = nil) {
    for step in steps {
      switch step {
      case .event(let event): handle(event)
      case .answer(let app, let request, let answer):
        tell(
          app,
          .audioAnswer(
            request: request, answer.onAppTime(World.monotonic, deviceTime: soundNow)))
      case .answerState(let app, let request):
        tell(app, .audioAnswer(request: request, .state(audioState(of: app))))
      case .notice(let app, let notice):
        tell(app, .audio(notice.onAppTime(World.monotonic, deviceTime: soundNow)))
      case .demand(let demand, let ticket):
        let reply = carry(out: demand, descriptor)
        perform(sound.desk.take(reply, for: ticket, at: soundNow))
      }
    }
  }

  private func tell(_ id: AppID, _ message: DeviceMessage) {
    guard let app, app.id == id else { return }
    answer(app, message)
  }

  private func carry(out demand: MediaDemand, _ descriptor: PassedDescriptor?) -> MediaReply {
    switch demand {
    case .load(let stream, _, _):
      guard let descriptor else {
        return .failed(MediaFailure(.system, "no descriptor came with the sound"))
      }
      let reply = decode(.describe, descriptor)
      if case .loaded(let description) = reply {
        sound.media.add(stream, description)
        sound.descriptors[stream] = descriptor
      }
      return reply
    case .levels(let stream):
      guard let descriptor = sound.descriptors[stream] else {
        return .failed(MediaFailure(.unknownStream, "there is no such stream"))
      }
      return decode(.levels, descriptor)
    case .unload(let streams):
      for stream in streams { sound.descriptors[stream] = nil }
      return sound.media.perform(demand, at: soundNow)
    default: return sound.media.perform(demand, at: soundNow)
    }
  }

  /// The clock stands still while the decoder works.
  private func decode(
    _ question: SoundDecoder.Question, _ sound: PassedDescriptor
  ) -> MediaReply {
    do {
      let decoder = try SoundDecoder(question, of: sound.rawValue)
      var ended = pollfd(
        fd: decoder.process.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      while true {
        if let reply = decoder.result() { return reply }
        poll(&ended, 1, -1)
      }
    } catch {
      return .failed(error)
    }
  }

  struct Sound {
    var desk = SoundDesk()
    var media = VirtualMedia()
    var descriptors: [UInt64: PassedDescriptor] = [:]
  }
}

extension AudioRequest {
  /// With the instant at which it is to play on the device's time instead of the app's.
  fileprivate func onDeviceTime(appTime: Int64, now: Int64) -> AudioRequest {
    guard case .play(let player, let at?) = self else { return self }
    return .play(player: player, at: now + (at - appTime))
  }
}

extension AudioAnswer {
  fileprivate func onAppTime(_ appTime: Int64, deviceTime: Int64) -> AudioAnswer {
    guard case .playback(let playback) = self else { return self }
    return .playback(playback.onAppTime(appTime, deviceTime: deviceTime))
  }
}

extension AudioNotice {
  fileprivate func onAppTime(_ appTime: Int64, deviceTime: Int64) -> AudioNotice {
    guard case .playback(let player, let playback) = self else { return self }
    return .playback(player: player, playback.onAppTime(appTime, deviceTime: deviceTime))
  }
}

extension Playback {
  fileprivate func onAppTime(_ appTime: Int64, deviceTime: Int64) -> Playback {
    var copy = self
    copy.at = appTime + (at - deviceTime)
    return copy
  }
}
