import AVFAudio
import AppLink
import Foundation
import Synchronization

/// The commands that a headset or another program may give to the app that plays.
///
/// ```swift
/// MPRemoteCommandCenter.shared().pauseCommand.addTarget { _ in
///   player.pause()
///   return .success
/// }
/// ```
/// Apple's page: `MPRemoteCommandCenter`.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind a lock.

  private static let instance = MPRemoteCommandCenter()

  /// The center of the app.
  open class func shared() -> MPRemoteCommandCenter { instance }

  public let playCommand = MPRemoteCommand(.play)
  public let pauseCommand = MPRemoteCommand(.pause)
  public let togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause)
  public let stopCommand = MPRemoteCommand(.stop)
  public let nextTrackCommand = MPRemoteCommand(.nextTrack)
  public let previousTrackCommand = MPRemoteCommand(.previousTrack)

  // MARK: Commands that nothing on this device gives

  public let skipForwardCommand = MPSkipIntervalCommand(nil)
  public let skipBackwardCommand = MPSkipIntervalCommand(nil)
  public let seekForwardCommand = MPRemoteCommand(nil)
  public let seekBackwardCommand = MPRemoteCommand(nil)
  public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand(nil)

  private var given: [MPRemoteCommand] {
    [
      playCommand, pauseCommand, togglePlayPauseCommand, stopCommand, nextTrackCommand,
      previousTrackCommand,
    ]
  }

  private let told = Mutex<[RemoteCommand]>([])

  private override init() {
    super.init()
    AudioService.shared.answerRemoteCommands(
      { [self] command in given.first { $0.wire == command }?.give() }, onEnd: { [self] in reset() }
    )
  }

  /// Says which commands the app answers to, where that has changed.
  func tellDevice() {
    told.withLock { told in
      let offered = given.filter(\.isOffered).compactMap(\.wire)
      guard offered != told else { return }
      told = offered
      AudioService.shared.tell(.remoteCommands(offered))
    }
  }

  private func reset() {
    for command in given { command.reset() }
    told.withLock { $0 = [] }
    MPNowPlayingInfoCenter.default().reset()
  }
}
