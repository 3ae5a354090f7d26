import Testing

@testable import SoundDesk

/// Where sounds are as time passes, without anybody who plays them.
struct PlayerClockTests {
  private static let second: Int64 = 1_000_000_000

  private static func running(_ duration: Double = 10, loops: Int = 0) -> PlayerClock {
    var clock = PlayerClock(duration: duration)
    clock.set(rate: 1, loops: loops, at: 0)
    clock.start(at: 0)
    return clock
  }

  @Test("A sound lasts exactly as long as it is")
  func ends() {
    #expect(Self.running(3.5).endsAt == 3_500_000_000)
    #expect(Self.running(3.5).position(at: Self.second) == 1)
    #expect(Self.running(3.5).position(at: 3_500_000_000) == 0)
  }

  @Test("While it is stopped the position stands, and the end moves by as much")
  func stops() {
    var clock = Self.running()
    clock.stop(at: 4 * Self.second)
    #expect(clock.endsAt == nil)
    #expect(clock.position(at: 60 * Self.second) == 4)
    clock.start(at: 60 * Self.second)
    #expect(clock.endsAt == 66 * Self.second)
  }

  @Test("Repetitions come before the end, and positions stay within the sound")
  func loops() {
    let clock = Self.running(2, loops: 2)
    #expect(clock.endsAt == 6 * Self.second)
    #expect(clock.position(at: 5 * Self.second) == 1)
    #expect(Self.running(2, loops: -1).endsAt == nil)
    #expect(Self.running(2, loops: -1).position(at: 1_001 * Self.second) == 1)
  }

  @Test("A rate moves the end, from when it is set")
  func rate() {
    var clock = Self.running()
    clock.set(rate: 2, loops: 0, at: 4 * Self.second)
    #expect(clock.position(at: 5 * Self.second) == 6)
    #expect(clock.endsAt == 7 * Self.second)
  }

  @Test(
    "A seek goes on from there; beyond the end, before the start or nowhere is the start",
    arguments: [
      (6.0, 6.0), (10.0, 0.0), (1e9, 0.0), (-3.0, 0.0), (.nan, 0.0), (.infinity, 0.0),
    ])
  func seek(to: Double, position: Double) {
    var clock = Self.running()
    clock.seek(to: to, at: 3 * Self.second)
    #expect(clock.position(at: 3 * Self.second) == position)
    #expect(clock.endsAt == 3 * Self.second + Int64((10 - position) * 1e9))
  }

  @Test("A start to come is when it begins")
  func later() {
    var clock = PlayerClock(duration: 1)
    clock.start(at: 5 * Self.second)
    #expect(clock.position(at: 2 * Self.second) == 0)
    #expect(clock.endsAt == 6 * Self.second)
  }

  @Test("A sound without length is over at once")
  func empty() {
    let clock = Self.running(0)
    #expect(clock.endsAt == 0)
    #expect(clock.position(at: 5) == 0)
  }
}
