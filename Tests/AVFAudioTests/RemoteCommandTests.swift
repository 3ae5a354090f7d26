import AppLink
import Foundation
import MediaPlayer
import Testing

@testable import AVFAudio

extension Sound {
  @Suite @MainActor
  struct RemoteCommandTests {
    private var center: MPRemoteCommandCenter { MPRemoteCommandCenter.shared() }

    @Test("The device hears which commands the app answers to, whenever that changes")
    func offered() throws {
      try onDevice { device in
        let token = center.playCommand.addTarget { _ in .success }
        center.nextTrackCommand.addTarget { _ in .success }
        center.nextTrackCommand.isEnabled = false
        center.nextTrackCommand.isEnabled = false
        center.skipForwardCommand.addTarget { _ in .success }
        center.playCommand.removeTarget(token)
        #expect(
          device.requests == [
            .remoteCommands([.play]), .remoteCommands([.play, .nextTrack]),
            .remoteCommands([.play]), .remoteCommands([]),
          ])
      }
      // With the app they are gone.
      #expect(center.nextTrackCommand.isEnabled)
    }

    @Test("A command reaches its handlers on the main thread, and no others")
    func given() throws {
      try onDevice { device in
        var heard: [String] = []
        center.pauseCommand.addTarget { event in
          heard.append("pause \(event.command === center.pauseCommand) \(isMain)")
          return .success
        }
        center.pauseCommand.addTarget { _ in
          heard.append("too")
          return .commandFailed
        }
        center.playCommand.addTarget { _ in
          heard.append("play")
          return .success
        }
        device.tell(.remoteCommand(.pause))
        device.tell(.remoteCommand(.stop))
        center.playCommand.isEnabled = false
        device.tell(.remoteCommand(.play))
        #expect(heard == ["pause true true", "too"])
        center.pauseCommand.removeTarget(nil)
        device.tell(.remoteCommand(.pause))
        #expect(heard.count == 2)
      }
    }

    @Test("The device hears what the app says that it plays")
    func nowPlaying() throws {
      try onDevice { device in
        let center = MPNowPlayingInfoCenter.default()
        center.nowPlayingInfo = [
          MPMediaItemPropertyTitle: "Tone", MPMediaItemPropertyArtist: "Nobody",
          MPMediaItemPropertyAlbumTitle: "Tones", MPMediaItemPropertyPlaybackDuration: 3.5,
          MPNowPlayingInfoPropertyElapsedPlaybackTime: NSNumber(value: 1),
          MPNowPlayingInfoPropertyPlaybackRate: Double.nan,
        ]
        center.nowPlayingInfo?[MPMediaItemPropertyTitle] = "Other"
        center.playbackState = .playing
        center.nowPlayingInfo = nil
        let tone = NowPlaying(
          title: "Tone", artist: "Nobody", album: "Tones", duration: 3.5, elapsed: 1)
        var other = tone
        other.title = "Other"
        #expect(
          device.requests == [.nowPlaying(tone), .nowPlaying(other), .nowPlaying(nil)])
      }
      #expect(MPNowPlayingInfoCenter.default().playbackState == .unknown)
    }
  }
}
