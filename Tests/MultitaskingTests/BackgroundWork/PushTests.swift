import Testing

@testable import Multitasking

@Suite("Silent pushes")
struct PushTests {
  private static let chat = AppManifest(id: "chat", backgroundModes: [.remoteNotification])
  private static let silent = Event.work(
    "chat", .pushed(Push(payload: #"{"aps":{"content-available":1}}"#, isContentAvailable: true)))

  private func suspended(_ profile: Profile = .modern) -> Scenario {
    var device = Scenario(profile, PushTests.chat)
    device.open("chat")
    device.home()
    device.advance(by: .seconds(10))
    return device
  }

  @Test("A silent push wakes a suspended app, which has 30 s to answer (F50)")
  func wakes() {
    var device = suspended()
    #expect(
      device.send(PushTests.silent) == [
        "chat resume", "chat runInBackground", "chat didReceiveRemoteNotification",
      ])
    #expect(device.advance(by: .seconds(60)).last == "30 s: chat kill 0x2182bad4")
  }

  @Test("A silent push launches an app that does not run (F50, L30)")
  func launches() {
    var device = Scenario(.modern, PushTests.chat)
    #expect(device.send(PushTests.silent).first == "chat launch")
    #expect(device.send(.homePressed) == [])
  }

  @Test("In the foreground every push is heard, and nothing counts (F53)")
  func foreground() {
    var device = Scenario(.modern, PushTests.chat)
    device.open("chat")
    let alert = Event.work("chat", .pushed(Push(payload: "{}", isContentAvailable: false)))
    #expect(device.send(alert) == ["chat didReceiveRemoteNotification"])
    #expect(device.advance(by: .seconds(600)) == [])
  }

  @Test("A push that arrives while the app launches for a fetch is told after the launch (F50)")
  func whileLaunching() {
    var device = Scenario(
      .classic, AppManifest(id: "chat", backgroundModes: [.fetch, .remoteNotification]))
    device.block("chat")
    device.send(.work("chat", .fetchSimulated))
    device.open("chat")
    device.send(.connected("chat"))
    #expect(
      device.answer("chat") == [
        "chat performFetch", "chat willEnterForeground", "chat didBecomeActive",
      ])
    #expect(device.send(PushTests.silent) == ["chat didReceiveRemoteNotification"])
  }

  @Test("A push without content-available wakes nobody (F50)")
  func alert() {
    var device = suspended()
    let alert = Event.work("chat", .pushed(Push(payload: "{}", isContentAvailable: false)))
    #expect(device.send(alert).first?.contains("content-available") == true)
    #expect(device.state("chat") == .suspended)
  }

  @Test("Three an hour, the newest of the others is held until the hour has room (F51)")
  func rateLimit() {
    var device = suspended()
    for _ in 0..<3 {
      device.send(PushTests.silent)
      device.answerWork("chat", .newData)
      device.advance(by: .seconds(60))
    }
    #expect(device.send(PushTests.silent) == ["chat wait"])
    guard case .hold(let holds) = device.effects.first?.action else {
      Issue.record("nothing says why it waits")
      return
    }
    #expect(
      holds == [
        .rateLimit(used: 3, limit: 3, until: Scenario.start + .seconds(10) + .seconds(3_600))
      ])
    let newest = Push(payload: "newest", isContentAvailable: true)
    device.send(.work("chat", .pushed(newest)))
    #expect(
      device.advance(by: .seconds(3_600)) == [
        "57 min: chat resume", "57 min: chat runInBackground",
        "57 min: chat didReceiveRemoteNotification",
        "57 min 30 s: chat exit: it did not answer "
          + "the push within 30 s", "57 min 30 s: chat kill 0x2182bad4",
      ])
    #expect(device.messages(to: "chat").contains(.remoteNotification(work: 4, newest)))
  }

  @Test("What was held is delivered at once when the person opens the app (F51)")
  func openedWhileHeld() {
    var device = suspended()
    device.send(.environment(.lowPowerMode(true)))
    #expect(device.send(PushTests.silent) == ["chat wait"])
    #expect(
      device.open("chat").suffix(1) == ["chat didReceiveRemoteNotification"])
    #expect(device.policy.backgroundRecord(of: "chat")?.heldPush == nil)
  }

  @Test("What was held is lost with a force quit, and nothing arrives until relaunch (F51, F52)")
  func forceQuit() {
    var device = suspended()
    device.send(.environment(.lowPowerMode(true)))
    device.send(PushTests.silent)
    device.forceQuit("chat")
    #expect(device.policy.backgroundRecord(of: "chat")?.heldPush == nil)
    device.send(.environment(.lowPowerMode(false)))
    #expect(device.send(PushTests.silent) == ["chat wait"])
    #expect(device.policy.backgroundRecord(of: "chat")?.heldPush == nil)
    #expect(device.open("chat").contains("chat didReceiveRemoteNotification") == false)
  }

  @Test("A push to an app that does not declare the mode is a mistake, and is called one (F50)")
  func modeMissing() {
    var device = Scenario(.modern, AppManifest(id: "chat"))
    #expect(device.send(PushTests.silent).first?.contains("remote-notification") == true)
  }

  @Test("Conditions that lift let a held push through (F54)")
  func conditionsLift() {
    var device = suspended()
    device.send(.environment(.network(.none)))
    #expect(device.send(PushTests.silent) == ["chat wait"])
    #expect(
      device.send(.environment(.network(.cellular))).contains("chat didReceiveRemoteNotification"))
  }
}
