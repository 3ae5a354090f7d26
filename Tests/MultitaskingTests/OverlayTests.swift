import Testing

@testable import Multitasking

@Suite("What covers an app, classic")
struct OverlayTests {
  private func active() -> Scenario {
    var device = Scenario()
    device.open("a")
    return device
  }

  @Test("A look into the app switcher makes the app inactive, never background (L50)")
  func peek() {
    var device = active()
    #expect(device.send(.switcherOpened) == ["a willResignActive"])
    #expect(device.state("a") == .inactive)
    #expect(device.send(.switcherClosed) == ["a didBecomeActive"])
  }

  @Test("The card of the same app brings it back like closing the switcher (L50)")
  func sameCard() {
    var device = active()
    device.send(.switcherOpened)
    #expect(device.open("a") == ["a didBecomeActive"])
    #expect(!device.policy.screen.isSwitcherOpen)
  }

  @Test("Another card sends didEnterBackground without a second willResignActive (L51)")
  func otherCard() {
    var device = active()
    device.send(.switcherOpened)
    #expect(device.open("b").prefix(2) == ["a didEnterBackground", "b launch"])
  }

  @Test("Home in the switcher sends didEnterBackground only (L51)")
  func homeInSwitcher() {
    var device = active()
    device.send(.switcherOpened)
    #expect(device.home() == ["a didEnterBackground"])
  }

  @Test("A system alert makes the app inactive until it is dismissed (L52)")
  func alert() {
    var device = active()
    #expect(device.send(.alertShown) == ["a willResignActive"])
    #expect(device.advance(by: .seconds(600)) == [])
    #expect(device.state("a") == .inactive)
    #expect(device.send(.alertDismissed) == ["a didBecomeActive"])
  }

  @Test("An app opened under an alert comes forward and stays inactive (L52)")
  func openUnderAlert() {
    var device = Scenario()
    device.send(.alertShown)
    #expect(device.open("a") == ["a launch", "a didFinishLaunching"])
    #expect(device.state("a") == .inactive)
    #expect(device.send(.alertDismissed) == ["a didBecomeActive"])
  }

  @Test("A declined call costs activity only (L54)")
  func declined() {
    var device = active()
    #expect(device.send(.callIncoming) == ["a willResignActive"])
    #expect(device.state("a") == .inactive)
    #expect(device.send(.callDeclined) == ["a didBecomeActive"])
  }

  @Test("A call that stops ringing ends like a declined one (L54)")
  func missed() {
    var device = active()
    device.send(.callIncoming)
    #expect(device.send(.callEnded) == ["a didBecomeActive"])
  }

  @Test("A call answered over the app keeps it inactive to the end (L54, C21)")
  func answeredOver() {
    var device = active()
    device.send(.callIncoming)
    #expect(device.send(.callAnswered(covering: .overlay)) == [])
    #expect(device.state("a") == .inactive)
    #expect(device.send(.callEnded) == ["a didBecomeActive"])
  }

  @Test("A call answered in Phone sends the app to the background and back (L54)")
  func answeredInPhone() {
    var device = active()
    device.send(.callIncoming)
    #expect(device.send(.callAnswered(covering: .phone)) == ["a didEnterBackground"])
    #expect(device.advance(by: .seconds(60)) == ["5 s: a suspend"])
    let back = ["a resume", "a willEnterForeground", "a didBecomeActive"]
    #expect(device.send(.callEnded) == back)
  }

  @Test("The modern banner changes nothing until the call is answered (L55)")
  func banner() {
    var device = Scenario(.modern)
    device.open("a")
    #expect(device.send(.callIncoming) == [])
    #expect(device.send(.callDeclined) == [])
    device.send(.callIncoming)
    let lines = device.send(.callAnswered(covering: .phone))
    #expect(lines == ["a willResignActive", "a didEnterBackground"])
    #expect(device.send(.callEnded) == ["a willEnterForeground", "a didBecomeActive"])
  }

  @Test("A modern call answered over the app makes it inactive (L55)")
  func bannerOverlay() {
    var device = Scenario(.modern)
    device.open("a")
    device.send(.callIncoming)
    #expect(device.send(.callAnswered(covering: .overlay)) == ["a willResignActive"])
    #expect(device.send(.callEnded) == ["a didBecomeActive"])
  }

  @Test("A person can leave the call's screen for an app while the call goes on (L54)")
  func callGoesOn() {
    var device = active()
    device.send(.callIncoming)
    device.send(.callAnswered(covering: .phone))
    #expect(device.open("a") == ["a willEnterForeground", "a didBecomeActive"])
    #expect(device.policy.screen.call == .answered(covering: .nothing))
    #expect(device.send(.callEnded) == [])
  }

  @Test("Lock is Home with another reason, unlock brings the app back (L56)")
  func lock() {
    var device = active()
    #expect(device.lock() == ["a willResignActive", "a didEnterBackground"])
    #expect(device.effects.map(\.reason) == [.locked, .locked])
    #expect(device.state("a") == .background)
    device.advance(by: .seconds(60))
    #expect(device.unlock() == ["a resume", "a willEnterForeground", "a didBecomeActive"])
    #expect(device.effects.last?.reason == .unlocked)
  }

  @Test("Lock and unlock on the Home screen concern no app (L56)")
  func lockAtHome() {
    var device = active()
    device.home()
    #expect(device.lock() == [])
    #expect(device.unlock() == [])
  }

  @Test("Overlapping covers cost one willResignActive, and the last one lifts it (L50-L56)")
  func overlapping() {
    var device = active()
    #expect(device.send(.alertShown) == ["a willResignActive"])
    #expect(device.send(.callIncoming) == [])
    #expect(device.lock() == ["a didEnterBackground"])
    #expect(device.send(.callDeclined) == [])
    #expect(device.unlock() == ["a willEnterForeground"])
    #expect(device.state("a") == .inactive)
    #expect(device.send(.alertDismissed) == ["a didBecomeActive"])
  }

  @Test("Under a lock, the end of a call in Phone brings nothing forward (L54, L56)")
  func callEndsUnderLock() {
    var device = active()
    device.send(.callIncoming)
    device.send(.callAnswered(covering: .phone))
    #expect(device.lock() == [])
    #expect(device.send(.callEnded) == [])
    #expect(device.unlock() == ["a willEnterForeground", "a didBecomeActive"])
  }

  @Test("What covers an app twice, or lifts what is not there, is refused (L50-L56)")
  func refusals() {
    var device = active()
    #expect(device.send(.alertDismissed) == ["refused: no alert is shown"])
    #expect(device.send(.switcherClosed) == ["refused: the app switcher is not open"])
    #expect(device.send(.callEnded) == ["refused: there is no call"])
    #expect(device.send(.callDeclined) == ["refused: no call is ringing"])
    #expect(
      device.send(.callAnswered(covering: .phone)) == ["refused: no call is ringing"])
    #expect(device.unlock() == ["refused: the device is not locked"])
    device.send(.callIncoming)
    #expect(device.send(.callIncoming) == ["refused: there is a call already"])
    #expect(device.open("b") == ["refused: a call is ringing"])
    #expect(device.send(.switcherOpened) == ["refused: a call is ringing"])
    device.send(.callDeclined)
    device.send(.alertShown)
    #expect(device.send(.alertShown) == ["refused: an alert is shown already"])
    device.send(.switcherOpened)
    #expect(device.send(.switcherOpened) == ["refused: the app switcher is open already"])
    device.lock()
    #expect(!device.policy.screen.isSwitcherOpen)
    for event in [Event.locked, .homePressed, .switcherOpened, .opened("b")] {
      #expect(device.send(event) == ["refused: the device is locked"])
    }
  }
}
