import Testing

@testable import Multitasking

/// What launches apps: significant changes, regions, visits (G6, G11-G13, G17).
struct MonitoringTests {
  /// An app that monitors, in front.
  private static func monitoring(
    _ event: LocationEvent, _ decision: LocationDecision = .always, _ profile: Profile = .modern
  ) -> Scenario {
    var device = Scenario(
      profile, .location("map", modes: []), AppManifest(id: "game"))
    device.decide(decision, "map")
    device.open("map")
    device.move(north: 0)
    device.send(.location("map", event))
    return device
  }

  private static let region = LocationEvent.monitoring(
    Region(identifier: "home", latitude: 0, longitude: 0, radius: 100))

  private static func isLocationLaunch(_ device: Scenario) -> Bool {
    device.messages(to: "map").contains { message in
      if case .launch(let launch) = message { launch.isLocationLaunch } else { false }
    }
  }

  @Test("G11: the first event is what is known; then 500 m, and not more often than every 5 min")
  func significant() {
    var device = Self.monitoring(.significantChanges(true))
    #expect(device.messages(to: "map").count == 1)
    #expect(device.move(north: 499).isEmpty)
    device.advance(by: .seconds(100))
    #expect(device.move(north: 700).isEmpty)
    #expect(device.advance(by: .seconds(300)) == ["3 min 20 s: map didUpdateLocations(1)"])
    device.advance(by: .seconds(300))
    #expect(device.move(north: 1_300) == ["map didUpdateLocations(1)"])
  }

  @Test("G11, L20: a significant change launches an app that does not run, with the key location")
  func launches() {
    var device = Self.monitoring(.significantChanges(true))
    device.exit("map", .signaled(9))
    device.advance(by: .seconds(400))
    let lines = device.move(north: 2_000)
    #expect(lines.first == "map launch")
    #expect(lines.last == "map didUpdateLocations(1)")
    #expect(Self.isLocationLaunch(device))
    #expect(
      device.advance(by: .seconds(20)) == ["11 s: map suspend"])
    #expect(device.explain("map").contains("significant location change"))
  }

  @Test("G6: with permission while in use nobody is launched, and explain says so")
  func whenInUse() {
    var device = Self.monitoring(.significantChanges(true), .whenInUse)
    device.exit("map", .signaled(9))
    device.advance(by: .seconds(400))
    #expect(device.move(north: 2_000).isEmpty)
    #expect(device.explain("map").contains("is not launched for significant location changes"))
    #expect(device.explain("map").contains("that takes permission always (G6)"))
  }

  @Test(
    "G17, C12: after a force quit modern launches for it, classic does not",
    arguments: [(Profile.modern, true), (.classic, false)])
  func forceQuit(profile: Profile, launches: Bool) {
    var device = Self.monitoring(.significantChanges(true), .always, profile)
    device.forceQuit("map")
    device.advance(by: .seconds(400))
    device.move(north: 2_000)
    #expect((device.state("map") != .notRunning) == launches)
  }

  @Test(
    "G12: entry and exit are told after a while beyond the border, with a margin on the way out")
  func regions() {
    var device = Self.monitoring(Self.region)
    #expect(device.move(north: 120).isEmpty)
    device.advance(by: .seconds(60))
    device.move(north: 400)
    #expect(device.advance(by: .seconds(30)) == ["20 s: map didExitRegion(home)"])
    device.move(north: 50)
    device.advance(by: .seconds(10))
    device.move(north: 400)
    #expect(device.advance(by: .seconds(60)).isEmpty)
    device.move(north: 50)
    #expect(device.advance(by: .seconds(30)) == ["20 s: map didEnterRegion(home)"])
  }

  @Test("G12: a region launches an app, frozen or not running; not before the first unlock")
  func regionLaunch() {
    var device = Self.monitoring(Self.region)
    device.home()
    device.advance(by: .seconds(10))
    device.move(north: 400)
    #expect(
      device.advance(by: .seconds(21)) == [
        "20 s: map resume", "20 s: map runInBackground", "20 s: map didExitRegion(home)",
      ])
    device.advance(by: .seconds(30))
    device.exit("map", .signaled(9))
    device.move(north: 0)
    #expect(device.advance(by: .seconds(21)).first == "20 s: map launch")
    #expect(Self.isLocationLaunch(device))

    var locked = Policy(profile: .modern, isLocked: true, at: .zero)
    let record = device.policy.locationRecord(of: "map")
    _ = locked.handle(
      .installed(
        .location("map"), lastExit: nil, isForceQuit: false,
        background: KeptBackground(record: BackgroundRecord(), location: record)), at: .zero)
    #expect(locked.location.duty == .off)
  }

  @Test(
    "G12: one of the same identifier is replaced, the twenty-first fails, so does a radius too large"
  )
  func regionLimits() {
    var device = Self.monitoring(Self.region)
    device.send(Self.event(name: "home", radius: 300))
    #expect(device.policy.locationRecord(of: "map")?.regions.map(\.region.radius) == [300])
    for number in 2...20 { device.send(Self.event(name: "r\(number)")) }
    #expect(
      device.send(Self.event(name: "r21")) == ["map monitoringDidFail(r21)"])
    #expect(device.policy.locationRecord(of: "map")?.regions.count == 20)
    device.send(Self.event(name: "home", radius: 2_000_000))
    #expect(
      device.messages(to: "map") == [
        .location(.monitoringFailed(identifier: "home", .regionMonitoringFailure))
      ])
  }

  private static func event(name: String, radius: Double = 100) -> Event {
    .location(
      "map",
      .monitoring(Region(identifier: name, latitude: 0, longitude: 0, radius: radius)))
  }

  @Test("G12: requestState is answered at once, or as soon as the location is known")
  func regionState() {
    var device = Self.monitoring(Self.region)
    device.send(.location("map", .regionStateAsked(identifier: "home")))
    #expect(
      device.messages(to: "map") == [.location(.regionState(identifier: "home", .inside))])
    var blind = Scenario(.modern, .location("map"))
    blind.decide(.always, "map")
    blind.open("map")
    blind.send(.location("map", Self.region))
    #expect(blind.send(.location("map", .regionStateAsked(identifier: "home"))).isEmpty)
    #expect(blind.move(north: 500) == ["map didDetermineState(home outside)"])
  }

  @Test("G13: an arrival is told after a while, the departure with both")
  func visits() {
    var device = Self.monitoring(.visits(true))
    device.exit("map", .signaled(9))
    let arrival = device.advance(by: .seconds(310))
    #expect(arrival.first == "5 min: map launch")
    #expect(arrival.contains("5 min: map didVisit(arrival)"))
    device.advance(by: .seconds(600))
    device.move(north: 20)
    let lines = device.move(north: 300)
    #expect(lines.last == "map didVisit(departure)")
    guard case .location(.visited(let visit)) = device.messages(to: "map").last else {
      Issue.record("no visit")
      return
    }
    #expect(visit.departure.map { visit.arrival < $0 } == true)
  }

  @Test("what an app monitors outlives its process and a reboot")
  func kept() throws {
    var device = Self.monitoring(Self.region)
    device.send(.location("map", .significantChanges(true)))
    device.exit("map", .signaled(9))
    let record = try #require(device.policy.locationRecord(of: "map"))
    #expect(record.regions.count == 1 && record.significantChanges)
    var next = Scenario(.modern, AppManifest(id: "game"))
    next.send(
      .installed(
        .location("map"), lastExit: nil, isForceQuit: false,
        background: KeptBackground(record: BackgroundRecord(), location: record)))
    #expect(next.policy.location.duty == .sleeping(every: .seconds(180)))
  }
}
