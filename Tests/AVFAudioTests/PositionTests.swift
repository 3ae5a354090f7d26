import AppLink
import Testing

@testable import AVFAudio

/// Where a sound is, from what the device has said last and the time.
struct PositionTests {
  private func position(
    _ playback: Playback, at seconds: Double, duration: Double = 10, loops: Int = 0
  ) -> Double {
    PlaybackPosition(duration: duration, loops: loops)
      .position(of: playback, at: Int64(seconds * 1e9))
  }

  private let playing = Playback(isPlaying: true, position: 2, at: 100_000_000_000, speed: 1)

  @Test("It moves with the clock, as fast as it plays")
  func moves() {
    #expect(position(playing, at: 100) == 2)
    #expect(position(playing, at: 103.5) == 5.5)
    var fast = playing
    fast.speed = 2
    #expect(position(fast, at: 103) == 8)
  }

  @Test("It stands while the device corks, while it is paused, and before it begins")
  func stands() {
    var corked = playing
    corked.speed = 0
    #expect(position(corked, at: 105) == 2)
    var paused = playing
    paused.isPlaying = false
    #expect(position(paused, at: 105) == 2)
    #expect(position(playing, at: 90) == 2)
  }

  @Test("It never leaves the sound")
  func clamped() {
    #expect(position(playing, at: 1_000) == 10)
    var wrong = playing
    wrong.position = -4
    wrong.isPlaying = false
    #expect(position(wrong, at: 100) == 0)
    wrong.position = 40
    #expect(position(wrong, at: 100) == 10)
    #expect(position(playing, at: 105, duration: 0) == 0)
  }

  @Test("Repeated, it begins anew, as often as it is repeated")
  func loops() {
    #expect(position(playing, at: 109, loops: 1) == 1)
    #expect(position(playing, at: 117, loops: 1) == 9)
    #expect(position(playing, at: 118, loops: 1) == 10)
    #expect(position(playing, at: 139, loops: -1) == 1)
  }
}
