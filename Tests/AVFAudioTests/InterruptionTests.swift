import AppLink
import Foundation
import Testing

@testable import AVFAudio
@testable import UIKit

extension Sound {
  @Suite @MainActor
  struct InterruptionTests {
    private let stopped = Playback(isPlaying: false, position: 3, at: 0, speed: 0)

    @Test("A13: when an app hears of an interruption, its players have stopped")
    func stoppedBefore() throws {
      try onDevice { device in
        let player = try AVAudioPlayer(data: Data([1]))
        player.play()
        let seen = Seen<Bool>()
        let token = NotificationCenter.default.addObserver(
          forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
        ) { [weak player] _ in seen.add(player?.isPlaying ?? true) }
        defer { NotificationCenter.default.removeObserver(token) }
        device.tell(.interruptionBegan(.default))
        #expect(seen.values == [false])
        #expect(player.currentTime >= 0)
      }
    }

    @Test(
      "A16, C18: until iOS 8 the delegates of players that played hear of it, and no others",
      arguments: [true, false])
    func classicPair(toldFirst: Bool) throws {
      try onDevice(systemVersion: "7.1.2") { device in
        let delegates = [Listener(), Listener(), Listener()]
        let players = try delegates.map { delegate in
          let player = try AVAudioPlayer(data: Data([1]))
          player.delegate = delegate
          return player
        }
        players[0].play()
        players[1].play()
        players[1].pause()
        let number = players[0].core.number
        // Both orders in which a device may say it.
        if toldFirst { device.tell(.playback(player: number, stopped)) }
        device.tell(.interruptionBegan(.default))
        if !toldFirst { device.tell(.playback(player: number, stopped)) }
        #expect(delegates.map(\.heard) == [["began"], [], []])
        device.tell(.interruptionEnded(shouldResume: true))
        #expect(delegates.map(\.heard) == [["began", "ended 1"], [], []])
        // A5.
        #expect(!delegates[0].heard.contains { $0.hasPrefix("finished") })
      }
    }

    @Test("A12: of two beginnings without an end, both are heard, and the end once")
    func twoBeginnings() throws {
      try onDevice(systemVersion: "7.1.2") { device in
        let listener = Listener()
        let player = try AVAudioPlayer(data: Data([1]))
        player.delegate = listener
        player.play()
        device.tell(.interruptionBegan(.default))
        device.tell(.interruptionBegan(.default))
        device.tell(.interruptionEnded(shouldResume: false))
        #expect(listener.heard == ["began", "ended 0"])
        player.play()
        device.tell(.interruptionBegan(.default))
        device.tell(.interruptionEnded(shouldResume: true))
        #expect(listener.heard == ["began", "ended 0", "began", "ended 1"])
      }
    }

    @Test("C18: from iOS 8 on delegates hear nothing of it", arguments: ["8.0", "26.1", ""])
    func modern(_ version: String) throws {
      try onDevice(systemVersion: version) { device in
        let listener = Listener()
        let player = try AVAudioPlayer(data: Data([1]))
        player.delegate = listener
        player.play()
        device.tell(.interruptionBegan(.default))
        device.tell(.interruptionEnded(shouldResume: true))
        #expect(listener.heard.isEmpty)
        #expect(!player.isPlaying)
      }
    }

    @Test("A18: what a change of the route has stopped, no later interruption claims")
    func routeThenCall() throws {
      try onDevice(systemVersion: "7.1.2") { device in
        let listener = Listener()
        let player = try AVAudioPlayer(data: Data([1]))
        player.delegate = listener
        player.play()
        device.tell(.playback(player: player.core.number, stopped))
        device.tell(
          .routeChanged(.oldDeviceUnavailable, previous: FakeDevice.headset, FakeDevice.state()))
        device.tell(.interruptionBegan(.default))
        #expect(listener.heard.isEmpty)
      }
    }

    @Test("An app may play again where it hears of the end")
    func resuming() throws {
      try onDevice(systemVersion: "7.1.2") { device in
        let listener = Listener()
        listener.resumes = true
        let player = try AVAudioPlayer(data: Data([1]))
        player.delegate = listener
        player.play()
        device.tell(.interruptionBegan(.default))
        device.tell(.interruptionEnded(shouldResume: true))
        #expect(player.isPlaying)
      }
    }
  }
}

/// A delegate that notes what it hears.
final class Listener: NSObject, AVAudioPlayerDelegate {
  var heard: [String] = []
  var wasOnMainThread = true
  var resumes = false
  var whenFinished: (AVAudioPlayer) -> Void = { _ in }

  private func note(_ text: String) {
    heard.append(text)
    if !isMain { wasOnMainThread = false }
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    note("finished \(flag)")
    whenFinished(player)
  }

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    note("error \((error as NSError?)?.code ?? 0)")
  }

  func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { note("began") }

  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
    note("ended \(flags)")
    if resumes, flags == Int(AVAudioSession.InterruptionOptions.shouldResume.rawValue) {
      player.play()
    }
  }
}
