import Testing

@testable import Multitasking

@Suite("What explain says")
struct ExplanationTests {
  private let game = AppManifest(id: "a", urlSchemes: ["game"])

  @Test("Never launched")
  func neverLaunched() {
    let device = Scenario(.classic, game)
    #expect(
      device.explain("a")
        == "not running: it was never launched; will run again on: open, url game:")
    #expect(device.policy.explain("c", at: device.now) { _ in "" } == nil)
  }

  @Test("Launching, with the watchdog's time (T1)")
  func launching() {
    var device = Scenario(.classic, game)
    device.block("a")
    device.open("a")
    device.advance(by: .seconds(3))
    #expect(
      device.explain("a")
        == "inactive: launching to the front for 3 s, it has not reached UIApplicationMain; "
        + "killed, unless launching (to the end of didFinishLaunching) ends, in 17 s, at 20 s")
    device.send(.connected("a"))
    #expect(device.explain("a").contains("didFinishLaunching has not returned"))
  }

  @Test("In front, and what covers it (L50-L56)")
  func front() {
    var device = Scenario(.classic, .optingOut("a"))
    device.open("a")
    #expect(device.explain("a") == "active: in front, nothing covers it")
    for (event, end, why) in [
      (Event.switcherOpened, Event.switcherClosed, "the app switcher is open"),
      (.alertShown, .alertDismissed, "a system alert covers it"),
      (.callIncoming, .callDeclined, "a call covers it"),
      (.locked, .unlocked, "the screen is locked over it, and it can't be in the background"),
    ] {
      device.send(event)
      #expect(device.explain("a") == "inactive: \(why)")
      device.send(end)
    }
  }

  @Test("In the background with tasks, and when their time is up (T15, T21)")
  func tasks() {
    var device = Scenario(.classic, game)
    device.open("a")
    device.beginTask("a", "save")
    device.home()
    device.advance(by: .seconds(10))
    #expect(
      device.explain("a")
        == "background: since 10 s: background task \"save\" open, 2 min 50 s left; "
        + "expiration handlers called in 2 min 45 s, at 2 min 55 s")
    device.ignoreExpiration("a")
    device.advance(by: .seconds(165))
    #expect(
      device.explain("a").hasSuffix(
        "5 s left; killed, unless its background tasks end, in 5 s, at 3 min"))
    device.send(.backgroundTasks("a", OpenTasks(count: 2)))
    #expect(device.explain("a").contains("background tasks \"unnamed\" open"))
  }

  @Test("In the background without a task, and when it will be frozen (T32)")
  func grace() {
    var device = Scenario(.classic, game)
    device.open("a")
    device.home()
    #expect(
      device.explain("a")
        == "background: since 0 ms: it entered the background with no task open; "
        + "suspended in 5 s, at 5 s")
  }

  @Test("Entering the background (T4)")
  func entering() {
    for profile in [Profile.classic, .modern] {
      var device = Scenario(profile, game)
      device.open("a")
      device.block("a")
      device.home()
      device.answer("a")
      #expect(device.explain("a").contains("didEnterBackground has not returned; "))
      device.begin("a")
      #expect(device.explain("a").contains("; killed, unless didEnterBackground ends, in "))
    }
  }

  @Test("Woken (G21)")
  func woken() {
    var device = Scenario(.classic, game)
    device.send(.launchedInBackground("a", .command))
    let text = device.explain("a")
    #expect(
      text == "background: since 0 ms: it was woken (command); its wake is over in 10 s, at 10 s")
  }

  @Test("Suspended: since when, why, and what wakes it (L5)")
  func suspended() {
    var device = Scenario(.classic, game)
    device.open("a")
    device.home()
    device.advance(by: .seconds(65))
    #expect(
      device.explain("a")
        == "suspended: frozen 1 min ago, at 5 s: it entered the background with no task open; "
        + "will run again on: open, url game:, resume")
  }

  @Test("Saying goodbye and dying (T5)")
  func ending() {
    var device = Scenario(.classic, game)
    device.open("a")
    device.home()
    device.block("a")
    device.outliveItsEnd("a")
    device.send(.terminated("a"))
    #expect(
      device.explain("a")
        == "background: asked to end (willTerminate): terminated by command; "
        + "killed, unless it has ended, in 5 s, at 5 s")
    device.send(.terminated("a"))
    #expect(
      device.explain("a")
        == "not running: being ended: terminated by command; gone in a moment")
    device.open("a")
    #expect(device.explain("a").hasSuffix("launched again as soon as it is gone"))
  }

  @Test("Ended: when, in which state, with which code, why")
  func ended() {
    var device = Scenario(.modern, game)
    device.open("a")
    device.beginTask("a", "save")
    device.ignoreExpiration("a")
    device.home()
    device.advance(by: .seconds(90))
    #expect(
      device.explain("a")
        == "not running: ended 1 min ago, at 30 s, while background (code 0x2182bad2): "
        + "background time ran out with task \"save\" still open; "
        + "will run again on: open, url game:")
  }

  @Test("A force quit is told with its consequence (L74)")
  func forceQuit() {
    var device = Scenario(.classic, game)
    device.open("a")
    device.forceQuit("a")
    #expect(
      device.explain("a").contains(
        "force quit by the user; nothing launches it in the background until it is opened"))
  }

  @Test("A debugger is told (T6)")
  func debugger() {
    var device = Scenario(.classic, game)
    device.open("a")
    device.send(.debugger("a", isAttached: true))
    #expect(
      device.explain("a")
        == "active: in front, nothing covers it; watchdogs are off, a debugger is attached")
  }

  @Test("Whatever happens, there is a reason, and the next deadline is in it")
  func always() {
    var device = Scenario(.modern, game, AppManifest(id: "b"))
    for event in Samples.events where event != .shutDown {
      device.send(event)
      device.advance(by: .milliseconds(300))
      for app in device.policy.installed.map(\.id) {
        let explanation = device.policy.explain(app, at: device.now) { "<\($0.nanoseconds)>" }
        #expect(explanation?.why.isEmpty == false)
        #expect(explanation?.state == device.state(app))
      }
      if let deadline = device.policy.nextDeadline {
        let all = device.policy.installed.compactMap { app in
          device.policy.explain(app.id, at: device.now) { "<\($0.nanoseconds)>" }?.next
        }
        #expect(all.contains { $0.contains("<\(deadline.nanoseconds)>") }, "\(event)")
      }
    }
  }
}
