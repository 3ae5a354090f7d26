import AppLink
import CUIKit
import Synchronization
import UIKit

/// The app's end of the device's sound: who is told what the device says.
///
/// ``ServiceLink`` has one receiver for sound, and this is it. What a notice changes is changed when it
/// arrives, on the thread that reads the link; code of the app hears of it in the order of the life cycle
/// (`AudioService+Notices`).
package final class AudioService: Sendable {
  package static let shared = AudioService()

  /// Where apps are called that must not be called on the main thread (A18).
  static let secondaryQueue = DispatchQueue(label: "com.apple.avfaudio.notifications")

  /// Called on the main thread with what a headset or another program asks for.
  package typealias RemoteCommandHandler = @MainActor @Sendable (RemoteCommand) -> Void

  struct State {
    var lastPlayer: UInt64 = 0
    var players: [UInt64: WeakCore] = [:]
    /// What the device has said last.
    var known: AudioState?
    /// Who played when an interruption began, for each that the app has not heard of yet.
    var arrivedInterruptions: [[UInt64]] = []
    /// Whose delegates have heard of a begin and of no end.
    var interrupted: [UInt64] = []
    var remoteCommandHandler: RemoteCommandHandler?
    var endHandlers: [@Sendable () -> Void] = []
  }

  /// Players belong to the app: one that it has let go of is not held here.
  struct WeakCore {
    weak var core: PlayerCore?
  }

  let state = Mutex(State())

  private init() {
    ServiceLink.receive(
      audio: ServiceLink.Receiver(
        onArrival: { [self] in arrive($0) }, onMain: { [self] in hear($0) },
        onEnd: { [self] in end() }))
  }

  /// Whoever asks for sound listens from then on.
  func listen() {}

  // MARK: Asking

  /// Sends a request and waits for the device's consent.
  ///
  /// - Throws: why not, as an error that apps know.
  func demand(_ request: AudioRequest) throws {
    guard let link = ServiceLink.current else { throw AudioService.noDevice() }
    switch link.ask(request) {
    case .refused(let refusal): throw NSError(refusal)
    case nil: throw NSError(.unspecified, "the app has ended")
    default: break
    }
  }

  /// What the device reports now; without one, what it has reported last.
  var deviceState: AudioState {
    if case .state(let state)? = ServiceLink.current?.ask(.state) { return state }
    return state.withLock { $0.known } ?? .unknown
  }

  /// Sends what nobody waits for.
  package func tell(_ request: AudioRequest) { ServiceLink.current?.tell(request) }

  /// Nothing can sound: said on standard error, and returned to be thrown.
  static func noDevice() -> NSError {
    let reason = "there is no device to play sound: no app runs in this process"
    cuikit_write_error_line("AVFAudio: \(reason)")
    return NSError(.unspecified, reason)
  }

  // MARK: Players

  func nextPlayer() -> UInt64 {
    state.withLock {
      $0.lastPlayer += 1
      return $0.lastPlayer
    }
  }

  func add(_ core: PlayerCore) {
    state.withLock { $0.players[core.number] = WeakCore(core: core) }
  }

  func remove(_ core: PlayerCore) {
    state.withLock { _ = $0.players.removeValue(forKey: core.number) }
  }

  func player(_ number: UInt64) -> PlayerCore? { state.withLock { $0.players[number]?.core } }

  var players: [PlayerCore] {
    state.withLock { $0.players.sorted { $0.key < $1.key }.compactMap(\.value.core) }
  }

  // MARK: Remote control

  /// Says who answers to remote commands, and what is to be forgotten when the app has ended.
  package func answerRemoteCommands(
    _ handler: @escaping RemoteCommandHandler, onEnd: @escaping @Sendable () -> Void
  ) {
    state.withLock {
      $0.remoteCommandHandler = handler
      $0.endHandlers.append(onEnd)
    }
  }

  /// The app has ended, and its process has not (tests): what it had is void.
  func end() {
    let handlers = state.withLock { state in
      defer {
        state.players = [:]
        state.known = nil
        state.arrivedInterruptions = []
        state.interrupted = []
      }
      return state.endHandlers
    }
    AVAudioSession.shared.reset()
    for handler in handlers { handler() }
  }
}

extension AudioState {
  /// Without a device.
  fileprivate static let unknown = AudioState(
    isActive: false, isOtherAudioPlaying: false, shouldSilenceSecondaryAudio: false,
    outputVolume: 0, route: AudioRoute(outputs: [], inputs: []), sampleRate: 0)
}
