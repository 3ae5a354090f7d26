import AppLink
import Foundation
import Synchronization
import Testing

@testable import AVFAudio
@testable import UIKit

/// The device's end of sound: keeps what the app asks, and answers from a thread of its own.
final class FakeDevice: Sendable {
  typealias Answer = @Sendable (AudioRequest) -> AudioAnswer

  private struct State {
    var requests: [AudioRequest] = []
    /// What came along with `load`, by the player's number.
    var bytes: [UInt64: Data] = [:]
    var flags: [UInt64: CInt] = [:]
    var answer: Answer
    /// Told right after the next answer, before anybody can have heard of that.
    var afterAnswer: AudioNotice?
    var link: ServiceLink?
  }

  private let previous = ServiceLink.current
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "device")

  init(_ answer: @escaping Answer) {
    state = Mutex(State(answer: answer))
    let link = ServiceLink { [self] message, descriptor in take(message, descriptor) }
    state.withLock { $0.link = link }
    link.becomeCurrent()
  }

  private var link: ServiceLink { state.withLock { $0.link! } }

  private func take(_ message: AppMessage, _ descriptor: CInt?) {
    guard case .audio(let number, let request) = message else { return }
    state.withLock { state in
      state.requests.append(request)
      if case .load(let player, _) = request, let descriptor {
        state.bytes[player] = FakeDevice.bytes(of: descriptor)
        state.flags[player] = fcntl(descriptor, 1034 /* F_GET_SEALS */)
      }
    }
    guard number != AppMessage.unasked else { return }
    queue.async { [self] in
      // Before the answer: whoever has that may say at once what is to come after the next.
      let (answer, notice) = state.withLock { state in
        defer { state.afterAnswer = nil }
        return (state.answer, state.afterAnswer)
      }
      _ = link.take(.audioAnswer(request: number, answer(request)))
      if let notice { _ = link.take(.audio(notice)) }
    }
  }

  private static func bytes(of descriptor: CInt) -> Data {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    var offset = 0
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(offset))
      guard count > 0 else { return all }
      all += buffer[..<count]
      offset += count
    }
  }

  // MARK: What the app has done

  var requests: [AudioRequest] { state.withLock { $0.requests } }
  var loaded: [UInt64: Data] { state.withLock { $0.bytes } }
  var seals: [UInt64: CInt] { state.withLock { $0.flags } }

  func forgetRequests() { state.withLock { $0.requests = [] } }

  // MARK: What the device does

  func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

  func tellAfterNextAnswer(_ notice: AudioNotice) { state.withLock { $0.afterAnswer = notice } }

  /// A notice arrives, and nobody has heard of it yet.
  func arrive(_ notice: AudioNotice) { queue.sync { _ = link.take(.audio(notice)) } }

  /// A notice arrives, and the main thread hears of it.
  @MainActor
  func tell(_ notice: AudioNotice) {
    arrive(notice)
    ServiceLink.deliver(notice)
  }

  /// The app has ended, as far as sound goes: others share the process.
  func end() {
    ServiceLink.setCurrent(previous)
    AudioService.shared.end()
    state.withLock { $0.link = nil }
  }
}

extension FakeDevice {
  static let sound = SoundDescription(
    duration: 10, channels: 2, sampleRate: 44_100, format: "MPEG-1 Layer 3 (MP3)")

  static let speaker = AudioRoute(
    outputs: [AudioRoute.Port(type: "Speaker", name: "Speaker", uid: "speaker")], inputs: [])
  static let headset = AudioRoute(
    outputs: [AudioRoute.Port(type: "Headphones", name: "Headphones", uid: "headphones")],
    inputs: [AudioRoute.Port(type: "MicrophoneWired", name: "Microphone", uid: "mic")])

  static func state(_ route: AudioRoute = speaker) -> AudioState {
    AudioState(
      isActive: true, isOtherAudioPlaying: true, shouldSilenceSecondaryAudio: true,
      outputVolume: 0.5, route: route, sampleRate: 48_000)
  }

  /// Agrees to everything; sound plays at once.
  static let willing: Answer = { request in
    switch request {
    case .load: .loaded(sound)
    case .play(_, let instant):
      .playback(
        Playback(
          isPlaying: true, position: 0, at: instant ?? MonotonicClock.nanoseconds, speed: 1))
    case .state: .state(state())
    default: .done
    }
  }

  /// Says no to some requests.
  static func refusing(
    _ code: AVAudioSession.ErrorCode, _ isMeant: @escaping @Sendable (AudioRequest) -> Bool
  ) -> Answer {
    { request in
      isMeant(request) ? .refused(AudioRefusal(code: code.rawValue, "no")) : willing(request)
    }
  }
}

/// All tests of sound. The link of an app is the process's, which other tests share: these run on the main
/// actor and never wait there for anybody, so that nobody comes between.
@Suite(.serialized)
@MainActor
enum Sound {
  /// Runs `body` as an app on a device.
  static func onDevice(
    systemVersion: String = "26.1", _ answer: @escaping FakeDevice.Answer = FakeDevice.willing,
    _ body: @MainActor (FakeDevice) throws -> Void
  ) throws {
    let conditions = DeviceConditions.shared
    let before = conditions.device
    var now = before
    now.systemVersion = systemVersion
    conditions.set(device: now, environment: conditions.environment)
    let device = FakeDevice(answer)
    defer {
      device.end()
      conditions.set(device: before, environment: conditions.environment)
    }
    try body(device)
  }

  /// Waits for what another thread does; the deadline is for a test that would hang.
  static func wait(
    until condition: () -> Bool, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition() {
      try #require(ContinuousClock.now < deadline, "it never came", sourceLocation: location)
      usleep(1_000)
    }
  }

  static func error(_ body: () throws -> Void) -> NSError? {
    do {
      try body()
      return nil
    } catch {
      return error as NSError
    }
  }
}

/// Whether the caller runs as the main thread does: in a test process nobody keeps that thread, and
/// its queue is served by others.
var isMain: Bool { DispatchQueue.getSpecific(key: markOfMain) == true }

private let markOfMain: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// What a closure that may run anywhere has seen.
final class Seen<Value: Sendable>: Sendable {
  private let all = Mutex<[Value]>([])
  var values: [Value] { all.withLock { $0 } }
  func add(_ value: Value) { all.withLock { $0.append(value) } }
}
