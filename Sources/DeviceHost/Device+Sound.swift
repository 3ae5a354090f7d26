import AppLink
import ControlAPI
import Dispatch
import LinkTranslation
import MediaLink
import Multitasking
import ProcessControl
import SoundDesk

// Sound: between apps, the policy and the media service. The desk knows what is whose; here are the
// process, and the clock of a device without one.
extension Device {
  /// A number on the clock that app and device share.
  private var monotonicNow: Int64 { clock.monotonic(clock.now) }

  func take(
    _ request: AudioRequest, _ number: UInt64, with descriptor: OwnedDescriptor?, from app: AppID
  ) {
    perform(
      sound.desk.take(request, number, from: app, at: monotonicNow, clock.now), with: descriptor)
  }

  func perform(_ command: AudioCommand, of app: AppID) {
    perform(sound.desk.perform(command, of: app, at: monotonicNow, clock.now))
  }

  /// Its players are gone with it.
  func forgetSound(of app: AppID) {
    perform(sound.desk.forget(app))
    presentSound()
  }

  private func perform(_ steps: [SoundDesk.Step], with descriptor: OwnedDescriptor? = nil) {
    for step in steps {
      switch step {
      case .event(let event): handle(event)
      case .answer(let app, let request, let answer):
        self.answer(app, .audioAnswer(request: request, answer))
      case .answerState(let app, let request):
        self.answer(app, .audioAnswer(request: request, .state(audioState(of: app))))
      case .notice(let app, let notice): answer(app, .audio(notice))
      case .demand(let demand, let ticket): carry(out: demand, ticket, descriptor)
      }
    }
    watchIdleness()
  }

  func audioState(of app: AppID) -> AudioState {
    AudioState(policy.soundStatus(of: app), policy.sound)
  }

  private func carry(
    out demand: MediaDemand, _ ticket: SoundDesk.Ticket, _ descriptor: OwnedDescriptor?
  ) {
    guard held == nil else { return carryOutVirtually(demand, ticket, descriptor) }
    do {
      guard let media = try mediaProcess(for: demand) else { return replied(ticket, .done) }
      media.send(demand, ticket, with: descriptor)
      if case .cork = demand, !media.wait(for: ticket) {
        note("the media service did not say that it is silent; the freeze does not wait for it")
      }
    } catch {
      replied(ticket, .failed(error))
    }
  }

  private func replied(_ ticket: SoundDesk.Ticket, _ reply: MediaReply) {
    perform(sound.desk.take(reply, for: ticket, at: monotonicNow))
  }

  // MARK: The process

  /// The media service, which starts with the first sound; nil: there is nothing to be done about sounds
  /// that are gone.
  private func mediaProcess(for demand: MediaDemand) throws(MediaFailure) -> MediaProcess? {
    if let running = sound.media { return running }
    guard case .load = demand else { return nil }
    let media = try MediaProcess(sound: configuration.sound)
    media.onReply = { [weak self] in self?.replied($0, $1) }
    media.onReport = { [weak self] in self?.take($0) }
    media.onEnd = { [weak self] in self?.mediaEnded($0) }
    sound.media = media
    media.start()
    return media
  }

  private func take(_ report: MediaReport) {
    switch report {
    case .ready(let server):
      note(
        "the media service plays through \(server.address), sink \(server.sink)"
          + (server.isPrivate ? ", which nobody hears: `parec -d \(server.sink).monitor` does" : "")
      )
      setVolume()
    case .finished(let stream): perform(sound.desk.finished(stream))
    case .failed(let stream, let failure):
      perform(sound.desk.failed(stream, failure, at: monotonicNow))
    case .remoteCommand(let command):
      handle(.sound(.remoteCommand(Multitasking.RemoteCommand(command))))
    case .reply, .unavailable: break
    }
  }

  /// A19: a service that ends by itself takes all players along.
  private func mediaEnded(_ why: String) {
    note("the media service is gone: \(why)")
    sound.media = nil
    perform(sound.desk.servicesLost(because: why))
    // Apps may ask for players again at once: with them it is started again.
    if policy.sound.areServicesLost { handle(.sound(.servicesRestored)) }
  }

  /// Nothing is left to be played: the service ends after a while.
  private func watchIdleness() {
    guard held == nil, sound.media != nil else { return }
    guard sound.desk.isEmpty else {
      sound.idle?.cancel()
      sound.idle = nil
      return
    }
    guard sound.idle == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + DeviceSound.idleTime, leeway: .seconds(1))
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.sound.desk.isEmpty else { return }
        self.stopMedia()
      }
    }
    sound.idle = timer
    timer.resume()
  }

  func resetMediaServices(_ responder: Responder) {
    if let media = sound.media {
      media.crash()
      return responder.answer(.done)
    }
    guard held != nil else {
      return responder.fail(
        ControlError(
          .refused, "there is no media service: nothing has been played",
          nextStep: "it starts with the first sound"))
    }
    sound.virtual = VirtualMedia()
    sound.descriptors = [:]
    armSoundTimer()
    mediaEnded("it was reset")
    responder.answer(.done)
  }

  func stopMedia() {
    sound.idle?.cancel()
    sound.idle = nil
    sound.media?.stop()
    sound.media = nil
  }

  func setVolume() {
    perform([sound.desk.demandVolume(Double(policy.sound.volume) / 100)])
  }

  /// Programs on this machine are told who plays, and control it (MPRIS).
  func presentSound() {
    guard held == nil, sound.media != nil else { return }
    let statuses = policy.soundStatuses.filter(\.isActive)
    let front = statuses.last { !$0.playing.isEmpty } ?? statuses.last { !$0.commands.isEmpty }
    let presentation = front.map { status in
      Presentation(
        app: policy.manifest(of: status.app)?.displayName ?? status.app.description,
        nowPlaying: sound.desk.presentation(of: status.app, at: monotonicNow),
        isPlaying: !status.playing.isEmpty,
        commands: status.commands.map(AppLink.RemoteCommand.init))
    }
    guard presentation != sound.presented else { return }
    sound.presented = presentation
    perform([sound.desk.demandPresentation(presentation)])
  }

  // MARK: Virtual time

  private func carryOutVirtually(
    _ demand: MediaDemand, _ ticket: SoundDesk.Ticket, _ descriptor: OwnedDescriptor?
  ) {
    switch demand {
    case .load(let stream, _, _):
      guard let descriptor else { return }
      sound.descriptors[stream] = descriptor
      decode(.describe, descriptor) { [self] reply in
        if case .loaded(let description) = reply {
          sound.virtual.add(stream, description)
        } else {
          sound.descriptors[stream] = nil
        }
        replied(ticket, reply)
      }
    case .levels(let stream):
      guard let descriptor = sound.descriptors[stream] else {
        return replied(ticket, .failed(MediaFailure(.unknownStream, "there is no such stream")))
      }
      decode(.levels, descriptor) { self.replied(ticket, $0) }
    case .unload(let streams):
      for stream in streams { sound.descriptors[stream] = nil }
      fallthrough
    default:
      let reply = sound.virtual.perform(demand, at: monotonicNow)
      armSoundTimer()
      replied(ticket, reply)
    }
  }

  /// Has a decoder look at a sound; the device's time stands still meanwhile.
  private func decode(
    _ question: SoundDecoder.Question, _ sound: OwnedDescriptor,
    _ done: @escaping (MediaReply) -> Void
  ) {
    let decoder: SoundDecoder
    do {
      decoder = try SoundDecoder(question, of: sound.rawValue)
    } catch {
      return done(.failed(error))
    }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: decoder.process.descriptor.rawValue, queue: .main)
    source.setCancelHandler { withExtendedLifetime(decoder) {} }
    source.setEventHandler {
      MainActor.assumeIsolated {
        guard let reply = decoder.result() else { return }
        source.cancel()
        done(reply)
      }
    }
    source.resume()
  }

  private func armSoundTimer() {
    let end = sound.virtual.nextEnd
    guard end != sound.armedFor else { return }
    sound.armedFor = end
    sound.timer?.cancel()
    sound.timer = nil
    guard let end else { return }
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(max(0, end))), leeway: .nanoseconds(0))
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.soundsEnd() } }
    sound.timer = source
    source.resume()
  }

  private func soundsEnd() {
    sound.armedFor = nil
    for stream in sound.virtual.takeEnded(at: monotonicNow) {
      perform(sound.desk.finished(stream))
    }
    armSoundTimer()
  }
}

/// What a device has to do with sound.
@MainActor
struct DeviceSound {
  /// How long a media service that plays nothing is kept.
  static let idleTime = DispatchTimeInterval.seconds(30)

  var desk = SoundDesk()
  /// Nil while no sound is there, and in virtual time.
  var media: MediaProcess?
  var idle: (any DispatchSourceTimer)?
  var presented: Presentation?

  // In virtual time.
  var virtual = VirtualMedia()
  var descriptors: [UInt64: OwnedDescriptor] = [:]
  var timer: (any DispatchSourceTimer)?
  var armedFor: Int64?
}
