import Foundation

/// What a player tells. All methods are optional and are called on the main thread.
///
/// They must stand in the class itself or in its extensions. Apple's page: `AVAudioPlayerDelegate`.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// The sound is over; not called for an interruption (A5). In the background the app may start
  /// another one here (A4).
  ///
  /// - Parameter flag: false if it ended because it could not be decoded.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

  /// The sound could not be decoded to its end.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

  /// An interruption has stopped the player (A16). Called until iOS 8 only; later see
  /// ``AVAudioSession/interruptionNotification``.
  func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

  /// The interruption is over (A16). Called until iOS 8 only.
  ///
  /// - Parameter flags: 1: the app may go on
  ///   (``AVAudioSession/InterruptionOptions/shouldResume``).
  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

// What happens where an app does not implement a method.
extension AVAudioPlayerDelegate {
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
  public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}
