import Testing

@testable import Multitasking

/// Network connections of suspended apps (N1-N3, C6).
struct SocketTests {
  private static func suspended(_ profile: Profile) -> Scenario {
    var device = Scenario(profile)
    device.open("a")
    device.home()
    device.advance(by: .seconds(6))
    return device
  }

  /// Why sockets were taken in the last verb.
  private static func reclaims(_ device: Scenario) -> [Reason] {
    device.effects.filter { $0.action == .reclaimSockets }.map(\.reason)
  }

  @Test("C6: classic leaves a suspended app its connections")
  func classic() {
    var device = Self.suspended(.classic)
    #expect(device.state("a") == .suspended)
    device.advance(by: .seconds(86_400))
    #expect(Self.reclaims(device).isEmpty)
  }

  @Test("N1, C6: modern takes them after a while, once")
  func modern() {
    var device = Self.suspended(.modern)
    device.advance(by: .seconds(86_400))
    #expect(Self.reclaims(device) == [.suspendedFor(.seconds(10))])
  }

  @Test("N1: an app that runs again in time keeps them")
  func resumed() {
    var device = Self.suspended(.modern)
    device.advance(by: .seconds(5))
    device.open("a")
    device.advance(by: .seconds(86_400))
    #expect(Self.reclaims(device).isEmpty)
  }

  @Test("N1: at once, if the profile says so")
  func atOnce() {
    var device = Scenario(Profile.modern.with(\.socketReclaimDelay, .zero))
    device.open("a")
    device.home()
    device.advance(by: .seconds(6))
    #expect(device.effects.map(\.action) == [.freeze, .reclaimSockets, .keepBackgroundRecord])
  }

  @Test("What is gone has nothing to be taken")
  func gone() {
    var device = Self.suspended(.modern)
    device.exit("a", .signaled(9))
    device.advance(by: .seconds(86_400))
    #expect(Self.reclaims(device).isEmpty)
  }
}
