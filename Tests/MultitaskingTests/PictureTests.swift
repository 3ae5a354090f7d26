import Testing

@testable import Multitasking

@Suite("Where the picture of an app comes from")
struct PictureTests {
  @Test("An app is asked while its code runs, never while it is frozen, launches or is gone (L43)")
  func sources() {
    var device = Scenario()
    #expect(device.policy.pictureSource(of: "nobody") == nil)
    #expect(device.policy.pictureSource(of: "a") == .snapshot)
    device.block("a")
    device.open("a")
    #expect(device.policy.pictureSource(of: "a") == .snapshot)
    device.send(.connected("a"))
    #expect(device.policy.pictureSource(of: "a") == .snapshot)
    device.unblock("a")
    #expect(device.policy.pictureSource(of: "a") == .app)
    device.home()
    #expect(device.policy.pictureSource(of: "a") == .app)
    device.advance(by: .seconds(60))
    #expect(device.policy.pictureSource(of: "a") == .snapshot)
    device.open("a")
    #expect(device.policy.pictureSource(of: "a") == .app)
    device.send(.terminated("a"))
    #expect(device.policy.pictureSource(of: "a") == .snapshot)
  }

  @Test("The app switcher has what was used, the latest at the end, and not what was removed (L74)")
  func cards() {
    var device = Scenario()
    #expect(device.policy.switcherCards == [])
    device.open("a")
    #expect(device.policy.switcherCards == ["a"])
    device.advance(by: .seconds(1))
    device.open("b")
    #expect(device.policy.switcherCards == ["a", "b"])
    device.advance(by: .seconds(1))
    device.open("a")
    #expect(device.policy.switcherCards == ["b", "a"])
    device.forceQuit("b")
    #expect(device.policy.switcherCards == ["a"])
  }
}
