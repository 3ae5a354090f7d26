import Testing

@testable import Multitasking

@Suite("Time")
struct TimeTests {
  @Test("A time before the last one counts as the last one")
  func backwards() {
    var policy = Policy(profile: .classic, at: .zero + .seconds(100))
    let app = AppManifest(id: "a")
    _ = policy.handle(.installed(app, lastExit: nil, isForceQuit: false), at: .zero)
    #expect(policy.now == .zero + .seconds(100))
    _ = policy.handle(.opened("a"), at: .zero + .seconds(50))
    #expect(policy.nextDeadline == .zero + .seconds(120))
    #expect(policy.handle(.deadline, at: .zero + .seconds(119)) == [])
    #expect(policy.handle(.deadline, at: .zero + .seconds(20)) == [])
    #expect(policy.now == .zero + .seconds(119))
  }

  @Test("Deadlines that are due come before the event, in their order")
  func late() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.oversleep(.seconds(60))
    #expect(device.open("a").prefix(2) == ["a suspend", "a resume"])
  }

  @Test("A driver that sleeps through several deadlines gets all of them at once")
  func severalLate() {
    var device = Scenario()
    device.open("a")
    device.home()
    device.block("b")
    device.open("b")
    device.oversleep(.seconds(60))
    let lines = device.send(.deadline)
    #expect(lines.first == "a suspend")
    #expect(lines.last == "b kill 0x8badf00d")
  }

  @Test("At one instant, apps come in the order of their installation")
  func sameInstant() {
    var device = Scenario(.classic, AppManifest(id: "b"), AppManifest(id: "a"))
    device.send(.launchedInBackground("a", .command))
    device.send(.launchedInBackground("b", .command))
    #expect(device.advance(by: .seconds(60)) == ["11 s: b suspend", "11 s: a suspend"])
  }

  @Test("No deadline is left when nothing can happen by itself")
  func quiet() {
    var device = Scenario()
    #expect(device.policy.nextDeadline == nil)
    device.open("a")
    #expect(device.policy.nextDeadline == nil)
    device.home()
    #expect(device.policy.nextDeadline == device.now + .seconds(5))
    device.advance(by: .seconds(5))
    #expect(device.policy.nextDeadline == nil)
  }

  @Test(
    "Lengths of time as people say them",
    arguments: [
      (Duration.zero, "0 ms"), (.milliseconds(350), "350 ms"), (.seconds(4), "4 s"),
      (.milliseconds(4_500), "4.5 s"), (.milliseconds(3_970), "4 s"), (.seconds(59), "59 s"),
      (.seconds(60), "1 min"),
      (.seconds(125), "2 min 5 s"), (.seconds(10_800), "3 h"), (.seconds(10_860), "3 h 1 min"),
      (.milliseconds(-1_500), "-1.5 s"),
    ])
  func spoken(_ duration: Duration, _ text: String) { #expect(duration.spoken == text) }

  @Test("Instants add up")
  func arithmetic() {
    let instant = Instant.zero + .milliseconds(1_500)
    #expect(instant.nanoseconds == 1_500_000_000)
    #expect(instant - .milliseconds(500) == .zero + .seconds(1))
    #expect(Instant.zero.duration(to: instant) == .milliseconds(1_500))
    #expect(Instant.zero < instant)
    #expect(Duration.milliseconds(1_500).inSeconds == 1.5)
  }
}
