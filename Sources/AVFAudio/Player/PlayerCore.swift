import AppLink
import Synchronization
import UIKit

/// What a player knows and does, for as long as its ``AVAudioPlayer`` lives.
///
/// Changes that the device has to make are made here when its answer arrives, on the thread that reads
/// the link: so they stand in the same order as its notices, and neither is overwritten by the older one.
final class PlayerCore: Sendable {
  let number: UInt64
  let sound: SoundDescription
  private let link: ServiceLink

  private struct State {
    var settings = PlayerSettings()
    var enablesRate = false
    var playback: Playback
    /// The system has stopped it, and the app has not said anything since.
    var isStoppedBySystem = false
    /// The media services have ended since it was made (A19), or the app has.
    var isVoid = false
    var listener = Listener()
  }

  /// Who is told of events: asked for on the main thread only.
  struct Listener: @unchecked Sendable {
    // Unchecked: handed from whoever sets the delegate to the main thread, as on iOS.
    weak var player: AVAudioPlayer?
    weak var delegate: (any AVAudioPlayerDelegate)?
  }

  private let state: Mutex<State>
  /// Settings reach the device in the order in which they were made.
  private let telling = Mutex<Void>(())

  init(number: UInt64, sound: SoundDescription, link: ServiceLink) {
    self.number = number
    self.sound = sound
    self.link = link
    state = Mutex(State(playback: .standing(at: 0)))
  }

  // MARK: What it knows

  var listener: Listener {
    get { state.withLock { $0.listener } }
    set { state.withLock { $0.listener = newValue } }
  }

  func setDelegate(_ delegate: (any AVAudioPlayerDelegate)?) {
    let listener = Listener(player: nil, delegate: delegate)
    state.withLock { $0.listener.delegate = listener.delegate }
  }

  var settings: PlayerSettings { state.withLock { $0.settings } }
  var enablesRate: Bool {
    get { state.withLock { $0.enablesRate } }
    set {
      state.withLock { $0.enablesRate = newValue }
      tellSettings()
    }
  }

  var isPlaying: Bool { state.withLock { $0.playback.isPlaying } }

  var position: Double { state.withLock { position(in: $0) } }

  private func position(in state: State) -> Double {
    PlaybackPosition(duration: sound.duration, loops: state.settings.loops)
      .position(of: state.playback, at: MonotonicClock.nanoseconds)
  }

  // MARK: What the app wants

  /// Nil: the app that the player belongs to has ended, or the media services have.
  private var usableLink: ServiceLink? {
    guard ServiceLink.current === link, !state.withLock({ $0.isVoid }) else { return nil }
    return link
  }

  /// Asks the device, and does `change` when it has consented.
  ///
  /// - Returns: why not; nil: it has.
  private func ask(
    _ request: AudioRequest, _ change: @escaping @Sendable (inout State) -> Void
  ) -> AudioRefusal? {
    guard let link = usableLink else {
      return AudioRefusal(
        code: AVAudioSession.ErrorCode.mediaServicesFailed.rawValue,
        "the player belongs to an app or to media services that have ended: make a new one")
    }
    let answer = link.ask(request) { [self] answer in
      state.withLock { state in
        if case .refused = answer { return }
        state.isStoppedBySystem = false
        if case .playback(let playback) = answer {
          state.playback = playback
        } else {
          change(&state)
        }
      }
    }
    switch answer {
    case .refused(let refusal): return refusal
    case nil:
      return AudioRefusal(
        code: AVAudioSession.ErrorCode.unspecified.rawValue, "the app has ended")
    default: return nil
    }
  }

  func prepare() -> AudioRefusal? { ask(.prepare(player: number)) { _ in } }

  /// - Parameter instant: nanoseconds of `CLOCK_MONOTONIC`; nil: now.
  func play(at instant: Int64?) -> AudioRefusal? {
    ask(.play(player: number, at: instant)) { [self] state in
      let speed = state.enablesRate ? state.settings.rate : 1
      state.playback = Playback(
        isPlaying: true, position: position(in: state),
        at: max(instant ?? 0, MonotonicClock.nanoseconds), speed: speed)
    }
  }

  func pause() -> AudioRefusal? { ask(.pause(player: number)) { [self] in stand(&$0) } }

  func stop() -> AudioRefusal? { ask(.stop(player: number)) { [self] in stand(&$0) } }

  private func stand(_ state: inout State) {
    state.playback = .standing(at: position(in: state))
  }

  /// - Parameter position: seconds; before the start and beyond the end: the start.
  func seek(to position: Double) -> AudioRefusal? {
    let isInside = position > 0 && position < sound.duration
    let target = isInside ? position : 0
    return ask(.seek(player: number, to: target)) { state in
      state.playback.position = target
      // One that begins later begins there.
      state.playback.at = max(state.playback.at, MonotonicClock.nanoseconds)
    }
  }

  func change(_ change: (inout PlayerSettings) -> Void) {
    state.withLock { change(&$0.settings) }
    tellSettings()
  }

  private func tellSettings() {
    telling.withLock { _ in
      let settings = state.withLock { state -> PlayerSettings in
        var settings = state.settings
        if !state.enablesRate { settings.rate = 1 }
        if state.playback.isPlaying, state.playback.speed > 0,
          state.playback.speed != settings.rate
        {
          state.playback.position = position(in: state)
          state.playback.at = max(state.playback.at, MonotonicClock.nanoseconds)
          state.playback.speed = settings.rate
        }
        return settings
      }
      usableLink?.tell(.set(player: number, settings))
    }
  }

  /// The levels of the sound; nil: they can't be had.
  func fetchLevels() -> SoundLevels? {
    guard case .levels(let levels)? = usableLink?.ask(.levels(player: number)) else { return nil }
    return levels
  }

  /// The app has let go of it.
  func unload() { usableLink?.tell(.unload(player: number)) }

  // MARK: What the device says, on the thread that reads the link

  func move(to playback: Playback) {
    state.withLock { state in
      if state.playback.isPlaying, !playback.isPlaying { state.isStoppedBySystem = true }
      state.playback = playback
    }
  }

  /// The sound is over.
  func rewind() { state.withLock { $0.playback = .standing(at: 0) } }

  /// An interruption has begun.
  ///
  /// - Returns: whether it played until then, whoever has said so first.
  func interrupt() -> Bool {
    state.withLock { state in
      defer { state.isStoppedBySystem = false }
      guard state.playback.isPlaying else { return state.isStoppedBySystem }
      stand(&state)
      return true
    }
  }

  /// What has stopped it is no part of an interruption to come.
  func forgetStop() { state.withLock { $0.isStoppedBySystem = false } }

  func invalidate() {
    state.withLock { state in
      stand(&state)
      state.isVoid = true
    }
  }

  // MARK: What the delegate hears

  @MainActor
  private func tell(_ body: (AVAudioPlayer, any AVAudioPlayerDelegate) -> Void) {
    let listener = listener
    if let player = listener.player, let delegate = listener.delegate { body(player, delegate) }
  }

  @MainActor
  func tellEnd(_ successfully: Bool) {
    tell { $1.audioPlayerDidFinishPlaying($0, successfully: successfully) }
  }

  @MainActor
  func tellDecodeError(_ error: NSError) {
    tell { $1.audioPlayerDecodeErrorDidOccur($0, error: error) }
  }

  @MainActor
  func tellInterruptionBegan() { tell { $1.audioPlayerBeginInterruption($0) } }

  @MainActor
  func tellInterruptionEnded(_ options: AVAudioSession.InterruptionOptions) {
    tell { $1.audioPlayerEndInterruption($0, withOptions: Int(options.rawValue)) }
  }
}

extension Playback {
  static func standing(at position: Double) -> Playback {
    Playback(isPlaying: false, position: position, at: MonotonicClock.nanoseconds, speed: 0)
  }
}
