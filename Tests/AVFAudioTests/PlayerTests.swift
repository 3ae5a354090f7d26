import AppLink
import Foundation
import Synchronization
import Testing

@testable import AVFAudio
@testable import UIKit

extension Sound {
  @Suite @MainActor
  struct PlayerTests {
    @Test("A9: everything that is asked of a player is asked of the device, in order")
    func requests() throws {
      try onDevice { device in
        let player = try AVAudioPlayer(data: Data([1]))
        let number = player.core.number
        device.forgetRequests()
        player.volume = 0.5
        player.numberOfLoops = -1
        #expect(player.prepareToPlay())
        #expect(player.play())
        player.pause()
        player.currentTime = 4
        player.stop()
        #expect(
          device.requests == [
            .set(player: number, PlayerSettings(volume: 0.5)),
            .set(player: number, PlayerSettings(volume: 0.5, loops: -1)),
            .prepare(player: number), .play(player: number, at: nil), .pause(player: number),
            .seek(player: number, to: 4), .stop(player: number),
          ])
        // A9.
        #expect(player.currentTime == 4)
      }
    }

    @Test("The position is read without a message, and moves while it plays")
    func position() throws {
      try onDevice { device in
        let begin = MonotonicClock.nanoseconds - 2_000_000_000
        device.answer { request in
          guard case .play = request else { return FakeDevice.willing(request) }
          return .playback(Playback(isPlaying: true, position: 1, at: begin, speed: 1))
        }
        let player = try AVAudioPlayer(data: Data([1]))
        #expect(player.currentTime == 0)
        #expect(!player.isPlaying)
        player.play()
        device.forgetRequests()
        #expect(player.isPlaying)
        #expect(player.currentTime >= 3)
        // Corked by the device.
        device.tell(
          .playback(
            player: player.core.number,
            Playback(isPlaying: true, position: 3.5, at: begin, speed: 0)))
        #expect(player.isPlaying)
        #expect(player.currentTime == 3.5)
        #expect(device.requests.isEmpty)
        player.pause()
        #expect(!player.isPlaying)
        #expect(player.currentTime == 3.5)
      }
    }

    @Test("Beyond the end, before the start and what is no number are the start")
    func seeking() throws {
      try onDevice { device in
        let player = try AVAudioPlayer(data: Data([1]))
        for target in [10, 11, -1, Double.nan, .infinity] {
          player.currentTime = 5
          #expect(player.currentTime == 5)
          player.currentTime = target
          #expect(player.currentTime == 0)
          #expect(device.requests.last == .seek(player: player.core.number, to: 0))
        }
      }
    }

    @Test("A player begins at an instant of the clock that players share")
    func later() throws {
      try onDevice { device in
        let player = try AVAudioPlayer(data: Data([1]))
        let instant = player.deviceCurrentTime + 3_600
        #expect(player.play(atTime: instant))
        #expect(
          device.requests.last
            == .play(player: player.core.number, at: Int64(instant * 1e9)))
        #expect(player.isPlaying)
        #expect(player.currentTime == 0)
        player.play(atTime: .nan)
        #expect(device.requests.last == .play(player: player.core.number, at: nil))
      }
    }

    @Test("A rate counts while it is enabled; loudness stays in its ranges")
    func settings() throws {
      try onDevice { device in
        let player = try AVAudioPlayer(data: Data([1]))
        let number = player.core.number
        player.rate = 2
        #expect(device.requests.last == .set(player: number, PlayerSettings()))
        player.enableRate = true
        #expect(device.requests.last == .set(player: number, PlayerSettings(rate: 2)))
        player.rate = 9
        player.volume = 4
        player.pan = -3
        player.pan = .nan
        #expect(
          device.requests.last
            == .set(player: number, PlayerSettings(volume: 1, pan: -1, rate: 2)))
      }
    }

    @Test("What the device says after an answer is never overwritten by the answer")
    func order() throws {
      try onDevice { device in
        let player = try AVAudioPlayer(data: Data([1]))
        let corked = Playback(isPlaying: false, position: 7, at: 0, speed: 0)
        for _ in 0..<200 {
          device.tellAfterNextAnswer(.playback(player: player.core.number, corked))
          player.play()
          // The notice comes right behind the answer.
          device.arrive(.stateChanged(FakeDevice.state()))
          #expect(player.currentTime == 7)
          #expect(!player.isPlaying)
        }
      }
    }

    @Test("A20: what the device refuses returns false")
    func refused() throws {
      let answer = FakeDevice.refusing(.cannotStartPlaying) {
        if case .load = $0 { false } else { true }
      }
      try onDevice(answer) { _ in
        let player = try AVAudioPlayer(data: Data([1]))
        #expect(!player.prepareToPlay())
        #expect(!player.play())
        #expect(!player.isPlaying)
      }
    }

    @Test("A4: the end is heard on the main thread, where the app may start another player")
    func end() throws {
      try onDevice { device in
        let listener = Listener()
        let player = try AVAudioPlayer(data: Data([1]))
        player.delegate = listener
        player.play()
        var next: AVAudioPlayer?
        listener.whenFinished = { _ in
          next = try? AVAudioPlayer(data: Data([2]))
          next?.play()
        }
        device.arrive(.finished(player: player.core.number, successfully: true))
        #expect(!player.isPlaying)
        #expect(player.currentTime == 0)
        #expect(listener.heard.isEmpty)
        device.tell(.finished(player: player.core.number, successfully: true))
        #expect(listener.heard == ["finished true"])
        #expect(listener.wasOnMainThread)
        #expect(next?.isPlaying == true)
      }
    }

    @Test("A sound that can't be decoded to its end says so, and ends without success")
    func decodeError() throws {
      try onDevice { device in
        let listener = Listener()
        let player = try AVAudioPlayer(data: Data([1]))
        player.delegate = listener
        player.play()
        let number = player.core.number
        device.tell(.decodeError(player: number, AudioRefusal(code: 1_685_348_671, "broken")))
        device.tell(.finished(player: number, successfully: false))
        #expect(listener.heard == ["error 1685348671", "finished false"])
        #expect(!player.isPlaying)
      }
    }

    @Test("A player that nobody holds is unloaded; delegates are not held")
    func lifetime() throws {
      try onDevice { device in
        var player: AVAudioPlayer? = try AVAudioPlayer(data: Data([1]))
        let number = try #require(player?.core.number)
        var listener: Listener? = Listener()
        player?.delegate = listener
        #expect(player?.delegate === listener)
        listener = nil
        #expect(player?.delegate == nil)
        player?.play()
        player = nil
        #expect(device.requests.last == .unload(player: number))
        // Nobody is there to hear it.
        device.tell(.finished(player: number, successfully: true))
        #expect(AudioService.shared.players.isEmpty)
      }
    }

    @Test("A hundred players from several threads have numbers and sounds of their own")
    func hundred() throws {
      try onDevice { device in
        let players = Seen<AVAudioPlayer>()
        DispatchQueue.concurrentPerform(iterations: 100) { index in
          guard let player = try? AVAudioPlayer(data: Data([UInt8(index)])) else { return }
          player.volume = Float(index) / 100
          if player.play() { players.add(player) }
        }
        let all = players.values
        #expect(all.count == 100)
        #expect(Set(all.map(\.core.number)).count == 100)
        for player in all { #expect(device.loaded[player.core.number] == player.data) }
        #expect(all.allSatisfy { $0.isPlaying })
      }
    }

    @Test("A volume that fades reaches its end, and a volume that is set ends the fade")
    func fading() throws {
      try onDevice { device in
        let player = try AVAudioPlayer(data: Data([1]))
        player.setVolume(0.25, fadeDuration: 0.12)
        try wait { player.volume == 0.25 }
        let volumes = device.requests.compactMap { request -> Double? in
          if case .set(_, let settings) = request { settings.volume } else { nil }
        }
        #expect(volumes == volumes.sorted(by: >))
        player.setVolume(1, fadeDuration: 3_600)
        player.volume = 0.5
        device.forgetRequests()
        player.setVolume(0.75, fadeDuration: 0)
        #expect(
          device.requests == [.set(player: player.core.number, PlayerSettings(volume: 0.75))])
      }
    }

    @Test("Meters look levels up by the position, after asking for them once")
    func meters() throws {
      let levels = SoundLevels(
        interval: 1, average: [[-40, -30, -20], [-50, .min, -10]],
        peak: [[-4, -3, -2], [-5, -6, -1]])
      try onDevice({ request in
        switch request {
        case .levels: .levels(levels)
        case .play: .playback(Playback(isPlaying: true, position: 1.5, at: .max, speed: 1))
        default: FakeDevice.willing(request)
        }
      }) { device in
        let player = try AVAudioPlayer(data: Data([1]))
        player.updateMeters()
        #expect(!device.requests.contains(.levels(player: player.core.number)))
        player.isMeteringEnabled = true
        player.updateMeters()
        #expect(player.averagePower(forChannel: 0) == -160)
        player.play()
        player.updateMeters()
        #expect(player.averagePower(forChannel: 0) == -30)
        #expect(player.averagePower(forChannel: 1) == -160)
        #expect(player.peakPower(forChannel: 1) == -6)
        #expect(player.peakPower(forChannel: 7) == -160)
        let asked = device.requests.filter { $0 == .levels(player: player.core.number) }
        #expect(asked.count == 1)
      }
    }

    @Test("A player of an app that has ended plays no more, and tells the next app nothing")
    func endedApp() throws {
      var player: AVAudioPlayer?
      try onDevice { _ in player = try AVAudioPlayer(data: Data([1])) }
      try onDevice { device in
        #expect(player?.play() == false)
        player = nil
        #expect(device.requests.isEmpty)
      }
    }
  }
}

/// In a process of its own: the end of an app concerns everything that the link serves.
@Test(
  "When an app ends, whoever waits for its device waits no more, and its session is as at first")
func endOfApp() async {
  await #expect(processExitsWith: .success) {
    let link = ServiceLink { _, _ in }
    link.becomeCurrent()
    let session = AVAudioSession.sharedInstance()
    try session.setPreferredSampleRate(8_000)
    let asking = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? session.setActive(true)
      asking.signal()
    }
    // Both ways round it has to end: asked before and asked after.
    link.giveUp()
    asking.wait()
    #expect(session.preferredSampleRate == 0)
    #expect(ServiceLink.current == nil)
  }
}
