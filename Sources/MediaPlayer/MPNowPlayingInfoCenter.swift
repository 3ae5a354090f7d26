import AVFAudio
import AppLink
import Foundation
import Synchronization

/// Whether the app plays, in its own words.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
  case unknown = 0
  case playing = 1
  case paused = 2
  case stopped = 3
  case interrupted = 4
}

/// What the app says that it plays.
///
/// The device shows it, and so do programs of this machine that control players. Usable from any thread.
/// Apple's page: `MPNowPlayingInfoCenter`.
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind a lock.

  private struct State: @unchecked Sendable {
    // Unchecked: a dictionary of values that nobody changes once it is set, as on iOS.
    var info: [String: Any]?
    var playbackState = MPNowPlayingPlaybackState.unknown
  }

  private static let instance = MPNowPlayingInfoCenter()
  private let state = Mutex(State())

  private override init() {
    super.init()
    // So that what an app says is forgotten with the app.
    _ = MPRemoteCommandCenter.shared()
  }

  /// The center of the app.
  open class func `default`() -> MPNowPlayingInfoCenter { instance }

  /// What plays: `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`; nil: nothing.
  ///
  /// The device is told of title, artist, album, duration, elapsed time and rate.
  open var nowPlayingInfo: [String: Any]? {
    get { state.withLock { $0 }.info }
    set {
      let new = State(info: newValue)
      state.withLock { $0.info = new.info }
      AudioService.shared.tell(.nowPlaying(newValue.map(NowPlaying.init)))
    }
  }

  /// Whether the app plays. Kept, and not told: the device knows by itself, as on iOS.
  open var playbackState: MPNowPlayingPlaybackState {
    get { state.withLock { $0.playbackState } }
    set { state.withLock { $0.playbackState = newValue } }
  }

  func reset() { state.withLock { $0 = State() } }
}

extension NowPlaying {
  fileprivate init(_ info: [String: Any]) {
    func number(_ key: String) -> Double? {
      let value = (info[key] as? NSNumber)?.doubleValue
      return value.flatMap { $0.isFinite ? $0 : nil }
    }
    self.init(
      title: info[MPMediaItemPropertyTitle] as? String,
      artist: info[MPMediaItemPropertyArtist] as? String,
      album: info[MPMediaItemPropertyAlbumTitle] as? String,
      duration: number(MPMediaItemPropertyPlaybackDuration),
      elapsed: number(MPNowPlayingInfoPropertyElapsedPlaybackTime),
      rate: number(MPNowPlayingInfoPropertyPlaybackRate))
  }
}
