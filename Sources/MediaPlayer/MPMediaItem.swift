import Foundation
import UIKit

// Keys of ``MPNowPlayingInfoCenter/nowPlayingInfo``.

/// A `String`.
public let MPMediaItemPropertyTitle = "title"
/// A `String`.
public let MPMediaItemPropertyArtist = "artist"
/// A `String`.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// Seconds, as a number.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// An ``MPMediaItemArtwork``. The device does not show it.
public let MPMediaItemPropertyArtwork = "artwork"

/// Seconds that have been played, as a number.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime =
  "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// Seconds of sound in a second, as a number; 0: paused.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The rate that is normal for what plays. The device does not use it.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate =
  "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// Whether it has no end. The device does not use it.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// Which of a queue plays. The device does not use it.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex =
  "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// How many are in the queue. The device does not use it.
public let MPNowPlayingInfoPropertyPlaybackQueueCount =
  "MPNowPlayingInfoPropertyPlaybackQueueCount"

/// A picture of what plays, made in the size that is asked for.
open class MPMediaItemArtwork: NSObject {
  /// The largest size.
  public let bounds: CGRect
  private let requestHandler: (CGSize) -> UIImage

  public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {
    bounds = CGRect(origin: .zero, size: boundsSize)
    self.requestHandler = requestHandler
  }

  /// The picture in a size.
  open func image(at size: CGSize) -> UIImage? { requestHandler(size) }
}
