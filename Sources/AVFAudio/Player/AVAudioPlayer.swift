import AppLink
import CUIKit
import Synchronization
import UIKit

/// Plays a sound from a file or from memory.
///
/// ```swift
/// player = try AVAudioPlayer(contentsOf: url)
/// player.delegate = self
/// player.prepareToPlay()
/// player.play()
/// ```
/// Nothing is decoded in the app's process: the device plays. Usable from any thread; the delegate is
/// called on the main thread. A player that nobody holds any more stops. Apple's page: `AVAudioPlayer`.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind locks.

  /// Where the sound comes from; nil for one from memory.
  public let url: URL?
  /// The bytes of the sound; nil for one from a file.
  public let data: Data?

  let core: PlayerCore
  private let meters: Meters
  private let fade = Mutex<VolumeFade?>(nil)

  // MARK: Making one

  /// A player for the sound in a file. See ``init(contentsOf:fileTypeHint:)``.
  public init(contentsOf url: URL) throws {
    self.url = url
    data = nil
    core = try AVAudioPlayer.load(SoundSource(contentsOf: url, type: nil))
    meters = Meters(core)
    super.init()
    core.listener = PlayerCore.Listener(player: self)
  }

  /// A player for the sound in a file.
  ///
  /// - Parameter utiString: the type, such as `AVFileType.mp3.rawValue`, where the file's name does not
  ///   say it. The content decides.
  /// - Throws: an error in `NSOSStatusErrorDomain`: 2003334207 ('wht?') for a file that can't be opened,
  ///   1954115647 ('typ?') for one that holds no sound that can be played.
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    self.url = url
    data = nil
    core = try AVAudioPlayer.load(SoundSource(contentsOf: url, type: utiString))
    meters = Meters(core)
    super.init()
    core.listener = PlayerCore.Listener(player: self)
  }

  /// A player for a sound in memory. See ``init(contentsOf:fileTypeHint:)``.
  public init(data: Data) throws {
    url = nil
    self.data = data
    core = try AVAudioPlayer.load(SoundSource(data: data, type: nil))
    meters = Meters(core)
    super.init()
    core.listener = PlayerCore.Listener(player: self)
  }

  /// A player for a sound in memory. See ``init(contentsOf:fileTypeHint:)``.
  public init(data: Data, fileTypeHint utiString: String?) throws {
    url = nil
    self.data = data
    core = try AVAudioPlayer.load(SoundSource(data: data, type: utiString))
    meters = Meters(core)
    super.init()
    core.listener = PlayerCore.Listener(player: self)
  }

  deinit {
    fade.withLock { $0?.cancel() }
    AudioService.shared.remove(core)
    core.unload()
  }

  private static func load(_ source: borrowing SoundSource) throws -> PlayerCore {
    guard let link = ServiceLink.current else { throw AudioService.noDevice() }
    let number = AudioService.shared.nextPlayer()
    let request = AudioRequest.load(player: number, type: source.type)
    switch link.ask(request, descriptor: source.descriptor) {
    case .loaded(let sound):
      let core = PlayerCore(number: number, sound: sound, link: link)
      AudioService.shared.add(core)
      return core
    case .refused(let refusal): throw NSError(refusal)
    case nil: throw NSError(.unspecified, "the app has ended")
    case .done, .state, .playback, .levels:
      throw NSError(.unspecified, "the device did not say what the sound is")
    }
  }

  // MARK: Playing

  /// Gets everything ready, and activates the session (A9).
  ///
  /// - Returns: whether it is ready; the reason stands on standard error.
  @discardableResult
  open func prepareToPlay() -> Bool { isGranted(core.prepare(), "prepareToPlay()") }

  /// Plays, from where the sound stands, and activates the session (A9).
  ///
  /// - Returns: whether it plays; the reason stands on standard error.
  @discardableResult
  open func play() -> Bool { isGranted(core.play(at: nil), "play()") }

  /// Plays at an instant, so that several players begin together.
  ///
  /// - Parameter time: in seconds of ``deviceCurrentTime``; in the past: now.
  @discardableResult
  open func play(atTime time: TimeInterval) -> Bool {
    let nanoseconds = time * 1e9
    guard nanoseconds.isFinite, nanoseconds > 0, nanoseconds < 9e18 else { return play() }
    return isGranted(core.play(at: Int64(nanoseconds)), "play(atTime:)")
  }

  /// Stops where it is, ready to go on.
  open func pause() { _ = isGranted(core.pause(), "pause()") }

  /// Stops where it is, and undoes ``prepareToPlay()``. The position stays (A9).
  open func stop() { _ = isGranted(core.stop(), "stop()") }

  /// Whether it plays; false once an interruption has begun (A13).
  open var isPlaying: Bool { core.isPlaying }

  private func isGranted(_ refusal: AudioRefusal?, _ method: String) -> Bool {
    guard let refusal else { return true }
    cuikit_write_error_line(
      "AVAudioPlayer: \(method) was refused: \(refusal.message) (\(refusal.code))")
    return false
  }

  // MARK: Time

  /// Where it is, in seconds. Set beyond the end it is the start.
  ///
  /// Reading sends nothing: app and device share a clock.
  open var currentTime: TimeInterval {
    get { core.position }
    set { _ = isGranted(core.seek(to: newValue), "currentTime") }
  }

  /// Seconds of the sound.
  open var duration: TimeInterval { core.sound.duration }

  /// Seconds of the clock that players share.
  open var deviceCurrentTime: TimeInterval { Double(MonotonicClock.nanoseconds) / 1e9 }

  /// How often it is repeated; negative: until ``stop()``.
  open var numberOfLoops: Int {
    get { core.settings.loops }
    set { core.change { $0.loops = newValue } }
  }

  /// Whether ``rate`` counts. To be set before ``prepareToPlay()``.
  open var enableRate: Bool {
    get { core.enablesRate }
    set { core.enablesRate = newValue }
  }

  /// How fast it plays, 0.5 to 2; counts while ``enableRate`` is true.
  open var rate: Float {
    get { Float(core.settings.rate) }
    set { core.change { $0.rate = newValue.within(0.5...2) ?? $0.rate } }
  }

  // MARK: Loudness

  /// 0 to 1, beside the volume of the device. Ends a fade.
  open var volume: Float {
    get { Float(core.settings.volume) }
    set {
      fade.withLock {
        $0?.cancel()
        $0 = nil
      }
      core.change { $0.volume = newValue.within(0...1) ?? $0.volume }
    }
  }

  /// Changes the volume evenly.
  ///
  /// - Parameter duration: seconds; 0: at once.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    guard duration > 0, duration.isFinite, let target = volume.within(0...1) else {
      self.volume = volume
      return
    }
    fade.withLock {
      $0?.cancel()
      $0 = VolumeFade(core, to: target, duration: duration)
    }
  }

  /// -1, left, to 1, right.
  open var pan: Float {
    get { Float(core.settings.pan) }
    set { core.change { $0.pan = newValue.within(-1...1) ?? $0.pan } }
  }

  // MARK: Meters

  /// Whether ``updateMeters()`` measures.
  open var isMeteringEnabled: Bool {
    get { meters.isEnabled }
    set { meters.isEnabled = newValue }
  }

  /// Measures now, for ``averagePower(forChannel:)`` and ``peakPower(forChannel:)``.
  ///
  /// The levels of a sound are asked for once, and looked up by where it is.
  open func updateMeters() { meters.update() }

  /// Decibels at the last ``updateMeters()``, from -160 (silence) to 0.
  open func averagePower(forChannel channelNumber: Int) -> Float {
    meters.average(channelNumber)
  }

  /// Decibels at the last ``updateMeters()``, from -160 (silence) to 0.
  open func peakPower(forChannel channelNumber: Int) -> Float { meters.peak(channelNumber) }

  // MARK: The sound

  /// How many channels the sound has.
  open var numberOfChannels: Int { core.sound.channels }

  /// What the sound is: ``AVFormatIDKey``, ``AVSampleRateKey``, ``AVNumberOfChannelsKey``.
  open var settings: [String: Any] { format.settings }

  /// What the sound is.
  open var format: AVAudioFormat { AVAudioFormat(core.sound) }

  // MARK: The delegate

  /// Hears when the sound is over. Not held.
  open weak var delegate: (any AVAudioPlayerDelegate)? {
    get { core.listener.delegate }
    set { core.setDelegate(newValue) }
  }
}

extension Float {
  /// The nearest number in a range; nil: it is no number.
  fileprivate func within(_ range: ClosedRange<Double>) -> Double? {
    isNaN ? nil : min(max(Double(self), range.lowerBound), range.upperBound)
  }
}
