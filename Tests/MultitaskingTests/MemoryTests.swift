import Testing

@testable import Multitasking

@Suite("Memory")
struct MemoryTests {
  private func fill(_ device: inout Scenario, _ apps: AppID...) {
    for app in apps {
      device.open(app)
      device.advance(by: .seconds(10))
    }
  }

  private func scenario() -> Scenario {
    Scenario(.classic, AppManifest(id: "c"), AppManifest(id: "b"), AppManifest(id: "a"))
  }

  @Test("A warning goes to apps whose code runs, not to suspended ones (L80)")
  func warning() {
    var device = scenario()
    fill(&device, "a", "b")
    #expect(device.send(.memoryPressure(.warning)) == ["b didReceiveMemoryWarning"])
  }

  @Test("An app is not warned again at once (L80)")
  func noFlood() {
    var device = scenario()
    fill(&device, "a")
    device.send(.memoryPressure(.warning))
    #expect(device.send(.memoryPressure(.warning)) == [])
    device.advance(by: .seconds(60))
    #expect(device.send(.memoryPressure(.warning)) == ["a didReceiveMemoryWarning"])
  }

  @Test("Suspended apps go first and silently, the one used longest ago before others (L70, T48)")
  func leastRecentlyUsed() {
    var device = scenario()
    fill(&device, "b", "a", "c")
    let first = device.send(.memoryPressure(.critical))
    #expect(
      first == [
        "c didReceiveMemoryWarning",
        "b exit: the device was short of memory and it was next (suspended)", "b kill",
      ])
    #expect(device.send(.memoryPressure(.critical)).last == "a kill")
    #expect(device.policy.lastExit(of: "a")?.from == .suspended)
  }

  @Test("Who runs is warned and given time, then the background goes before the front (L81, T48)")
  func runningApps() {
    var device = scenario()
    fill(&device, "a")
    device.beginTask("a", "save")
    device.open("b")
    let warned = ["b didReceiveMemoryWarning", "a didReceiveMemoryWarning"]
    #expect(device.send(.memoryPressure(.critical)) == warned)
    device.advance(by: .seconds(2))
    #expect(device.send(.memoryPressure(.critical)) == [])
    device.advance(by: .seconds(1))
    #expect(device.send(.memoryPressure(.critical)).last == "a kill")
    #expect(device.send(.memoryPressure(.critical)).last == "b kill")
    #expect(device.send(.memoryPressure(.critical)) == [])
  }

  @Test("The app behind the lock screen was used last (T48)")
  func locked() {
    var device = scenario()
    device.open("b")
    device.advance(by: .seconds(10))
    device.open("c")
    device.advance(by: .seconds(100))
    device.lock()
    device.advance(by: .seconds(10))
    #expect(device.send(.memoryPressure(.critical)).last == "b kill")
  }

  @Test("An app that holds more than its limit is warned below and killed above (T49, T50)")
  func limit() {
    var device = Scenario(.classic.with(\.memoryLimit, 100 << 20))
    device.open("a")
    #expect(device.send(.footprint("a", bytes: 80 << 20)) == [])
    let warned = ["a didReceiveMemoryWarning"]
    #expect(device.send(.footprint("a", bytes: 81 << 20)) == warned)
    #expect(device.send(.footprint("a", bytes: 90 << 20)) == [])
    let lines = device.send(.footprint("a", bytes: 101 << 20))
    #expect(
      lines == ["a exit: it held 101 MiB, more than its limit of 100 MiB", "a kill"])
  }

  @Test("The last known size is in the reason (T49)")
  func footprint() {
    var device = scenario()
    fill(&device, "a")
    device.home()
    device.advance(by: .seconds(5))
    device.send(.footprint("a", bytes: 3 << 20))
    device.send(.memoryPressure(.critical))
    #expect(device.exitReason("a") == .memory(.pageShortage(from: .suspended, bytes: 3 << 20)))
  }

  @Test("Warnings that come too often do not save anybody (L81)")
  func noStarvation() {
    var device = scenario()
    fill(&device, "a")
    for _ in 0..<10 {
      device.send(.memoryPressure(.warning))
      device.send(.memoryPressure(.critical))
      device.advance(by: .seconds(2))
    }
    #expect(device.state("a") == .notRunning)
  }
}
