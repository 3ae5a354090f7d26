import AppLink
import Synchronization
import UIKit

/// What the app intends with sound, and what the device makes of it.
///
/// ```swift
/// try AVAudioSession.sharedInstance().setCategory(.playback)
/// try AVAudioSession.sharedInstance().setActive(true)
/// ```
/// Usable from any thread; methods that change something wait for the device's word. On Linux nobody can
/// observe properties by key path: changes of ``outputVolume`` have to be asked for.
/// Apple's page: `AVAudioSession`.
open class AVAudioSession: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind a lock.

  struct State {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
    var policy = RouteSharingPolicy.default
    /// 0: none.
    var preferredSampleRate = 0.0
    var preferredIOBufferDuration = 0.0
    var preferredInput: AudioRoute.Port?
  }

  let state = Mutex(State())

  static let shared = AVAudioSession()

  /// The session of the app.
  open class func sharedInstance() -> AVAudioSession {
    AudioService.shared.listen()
    return shared
  }

  /// Options for ``setActive(_:options:)``.
  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Sessions that this one has interrupted hear that they may go on (A11).
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// Makes the session active or inactive. A nonmixable session that becomes active interrupts the
  /// others (A8). Playing activates by itself (A9).
  ///
  /// - Throws: an error in `NSOSStatusErrorDomain` with an ``ErrorCode``: insufficient priority (A10),
  ///   busy, and inactive all the same (A11), and others.
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    try AudioService.shared.demand(
      .setActive(active, notifiesOthers: options.contains(.notifyOthersOnDeactivation)))
  }

  // MARK: Other sound

  /// Whether another app plays anything at all (A17).
  open var isOtherAudioPlaying: Bool { AudioService.shared.deviceState.isOtherAudioPlaying }

  /// Whether another app's nonmixable session plays: sound that only decorates should be silent (A17).
  open var secondaryAudioShouldBeSilencedHint: Bool {
    AudioService.shared.deviceState.shouldSilenceSecondaryAudio
  }

  /// The volume that the person has set, 0 to 1.
  open var outputVolume: Float { Float(AudioService.shared.deviceState.outputVolume) }

  /// The app has ended, and its process has not.
  func reset() { state.withLock { $0 = State() } }
}
