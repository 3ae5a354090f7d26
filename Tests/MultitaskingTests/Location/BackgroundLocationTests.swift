import Testing

@testable import Multitasking

/// Updates and the background: who gets them there, who is held or woken, who waits (G1-G5, G9, G18-G21).
struct BackgroundLocationTests {
  static let background = LocationNeeds(allowsBackground: true)

  /// An app in front that updates, with a permission.
  static func updating(
    _ profile: Profile = .modern, _ decision: LocationDecision = .whenInUse,
    _ needs: LocationNeeds = background, modes: [BackgroundMode] = [.location]
  ) -> Scenario {
    var device = Scenario(profile, .location("map", modes: modes), AppManifest(id: "game"))
    device.decide(decision, "map")
    device.open("map")
    device.update("map", needs)
    device.move(north: 0)
    return device
  }

  static func locations(_ device: Scenario, _ app: AppID = "map") -> [[Fix]] {
    device.messages(to: app).compactMap { message in
      guard case .location(.locations(_, let fixes)) = message else { return nil }
      return fixes
    }
  }

  @Test(
    "G1, C8: a suspended app without the mode hears nothing, then all at once, oldest first",
    arguments: [Profile.classic, .modern])
  func queues(profile: Profile) {
    var device = Self.updating(profile, .always, modes: [])
    device.home()
    device.advance(by: .seconds(10))
    #expect(device.state("map") == .suspended)
    for step in 1...3 {
      device.advance(by: .seconds(60))
      #expect(device.move(north: Double(step) * 10).isEmpty)
    }
    #expect(device.explain("map").contains("3 locations wait for it to run (G1)"))
    #expect(device.explain("map").contains("UIBackgroundModes in Info.plist lacks \"location\""))
    device.open("map")
    let batches = Self.locations(device)
    #expect(batches.map(\.count) == [3])
    #expect(batches[0].map(\.at) == batches[0].map(\.at).sorted())
  }

  @Test("G1, C8: what waits is told at the next run, in the background too")
  func queueInBackground() {
    var device = Self.updating(modes: [])
    device.home()
    device.advance(by: .seconds(10))
    device.move(north: 20)
    device.move(north: 40)
    device.send(.resumed("map"))
    #expect(Self.locations(device).map(\.count) == [2])
    #expect(device.state("map") == .background)
  }

  @Test("G1: only the newest wait, and the reason says how many were dropped")
  func boundedQueue() {
    var device = Self.updating(
      .modern.with(\.location.queueMax, 2), modes: [])
    device.home()
    device.advance(by: .seconds(10))
    for step in 1...5 { device.move(north: Double(step) * 10) }
    #expect(device.policy.locationStatus(of: "map")?.dropped == 3)
    device.open("map")
    #expect(Self.locations(device).map(\.count) == [2])
    #expect(device.effects.contains { $0.reason == .location(.queued(2, dropped: 3)) })
  }

  @Test("G2: with its process the updates of an app end, and nobody launches it for them")
  func ended() {
    var device = Self.updating(.modern, .always)
    device.send(.terminated("map"))
    #expect(device.policy.location.duty == .off)
    #expect(device.move(north: 5_000).isEmpty)
    #expect(device.state("map") == .notRunning)
  }

  @Test("G3, G21: in classic each location wakes an app with the mode, for ten seconds")
  func classicWakes() {
    var device = Self.updating(.classic, .always)
    device.home()
    device.advance(by: .seconds(20))
    #expect(device.state("map") == .suspended)
    let lines = device.move(north: 30)
    #expect(
      lines == [
        "map resume", "map runInBackground", "map didUpdateLocations(1)",
      ])
    #expect(
      device.advance(by: .seconds(20)) == ["11 s: map suspend"])
    #expect(device.policy.lastExit(of: "map") == nil)
    #expect(device.policy.locationAccount(of: "map")?.wakes == 1)
  }

  @Test("G21: the next location within that time gives ten seconds again")
  func classicRenews() {
    var device = Self.updating(.classic, .always)
    device.home()
    device.advance(by: .seconds(20))
    device.move(north: 30)
    device.advance(by: .seconds(8))
    device.move(north: 60)
    #expect(device.advance(by: .seconds(20)) == ["11 s: map suspend"])
  }

  @Test("G4: allowsBackgroundLocationUpdates keeps an app running, and no other time counts down")
  func modernRuns() {
    var device = Self.updating()
    device.home()
    device.advance(by: .seconds(600))
    #expect(device.state("map") == .background)
    #expect(device.explain("map").contains("its location updates run (G4)"))
    #expect(device.move(north: 30) == ["map didUpdateLocations(1)"])
    device.stopUpdating("map")
    #expect(device.advance(by: .seconds(5)) == ["1 s: map suspend"])
  }

  @Test("G4: without it the app is suspended, although it has the mode")
  func notAllowed() {
    var device = Self.updating(.modern, .always, LocationNeeds())
    device.home()
    device.advance(by: .seconds(10))
    #expect(device.state("map") == .suspended)
    #expect(device.explain("map").contains("allowsBackgroundLocationUpdates is false (G4)"))
  }

  @Test("G5: with permission while in use, updates that begin in the background fail")
  func startsInBackground() {
    var device = Self.updating()
    device.stopUpdating("map")
    device.home()
    let lines = device.update("map", Self.background)
    #expect(lines == ["map didFailWithError(denied)"])
    device.decide(.always, "map")
    #expect(device.update("map", Self.background).contains("map didUpdateLocations(1)"))
  }

  @Test("G5: denied and restricted fail at once, and are explained")
  func denied() {
    var device = Self.updating()
    #expect(
      device.decide(.denied, "map") == [
        "map didChangeAuthorization(denied)", "map didFailWithError(denied)", "receiver: off",
      ])
    #expect(device.policy.location.duty == .off)
    device.stopUpdating("map")
    #expect(device.update("map") == ["map didFailWithError(denied)"])
  }

  @Test("G8: permission while in use shows the indicator in the background, always only on demand")
  func indicator() {
    func shows(_ decision: LocationDecision, _ wants: Bool) -> Bool? {
      var device = Self.updating(
        .modern, decision, LocationNeeds(allowsBackground: true, showsIndicator: wants))
      device.home()
      return device.policy.locationStatus(of: "map")?.showsIndicator
    }
    #expect(shows(.whenInUse, false) == true)
    #expect(shows(.always, false) == false)
    #expect(shows(.always, true) == true)
  }

  @Test("G9, C22: updates pause when the device stands, and only a new start ends that")
  func pauses() {
    var device = Self.updating()
    device.home()
    let lines = device.advance(by: .seconds(1_000))
    #expect(lines.first == "15 min: map didPauseLocationUpdates")
    #expect(device.state("map") == .suspended)
    #expect(device.move(north: 3_000).isEmpty)
    device.open("map")
    #expect(Self.locations(device).isEmpty)
    #expect(device.explain("map").contains("paused"))
    device.update("map", Self.background)
    #expect(device.move(north: 3_010) == ["map didUpdateLocations(1)"])
  }

  @Test("G9: who moves, and who does not want to pause, does not")
  func doesNotPause() {
    var device = Self.updating()
    device.home()
    for step in 1...20 {
      device.advance(by: .seconds(120))
      device.move(north: Double(step) * 100)
    }
    #expect(device.state("map") == .background)
    var other = Self.updating(
      .modern, .whenInUse, LocationNeeds(pausesAutomatically: false, allowsBackground: true))
    other.home()
    other.advance(by: .seconds(7_200))
    #expect(other.state("map") == .background)
  }

  @Test(
    "G18: live updates pause when the device stands, the app may be suspended, and goes on by itself"
  )
  func live() {
    var device = Self.updating(.modern, .always, LocationNeeds(isLive: true))
    device.home()
    #expect(
      device.advance(by: .seconds(130)) == [
        "2 min: map didPauseLocationUpdates", "2 min: receiver: a fix every 1 min",
        "2 min: map runInBackground",
        "2 min 1 s: map suspend",
      ])
    let lines = device.move(north: 100)
    #expect(lines.contains("map didResumeLocationUpdates"))
    #expect(lines.contains("map didUpdateLocations(1)"))
    #expect(device.state("map") == .background)
    device.advance(by: .seconds(60))
    #expect(device.state("map") == .background)
  }

  @Test("G18: an app whose live updates ran is launched again when the device moves")
  func liveRelaunch() {
    var device = Self.updating(.modern, .always, LocationNeeds(isLive: true))
    device.home()
    device.exit("map", .signaled(9))
    #expect(device.move(north: 10).isEmpty)
    #expect(device.move(north: 200).first == "map launch")
    #expect(
      device.messages(to: "map").contains { message in
        if case .launch(let launch) = message { launch.isLocationLaunch } else { false }
      })
  }

  @Test(
    "G18, G19: with a session, permission while in use is enough for that, but not after a force quit"
  )
  func liveRelaunchInUse() {
    for forceQuits in [false, true] {
      var device = Self.updating(.modern, .whenInUse, LocationNeeds(isLive: true))
      device.send(.location("map", .backgroundActivity(session: 1, isOn: true)))
      if forceQuits { device.forceQuit("map") } else { device.exit("map", .signaled(9)) }
      device.move(north: 200)
      #expect((device.state("map") == .notRunning) == forceQuits)
      guard !forceQuits else { continue }
      device.send(.location("map", .backgroundActivity(session: 1, isOn: true)))
      device.update("map", LocationNeeds(isLive: true))
      device.advance(by: .seconds(60))
      #expect(device.state("map") == .background)
    }
  }

  @Test("G19: live updates in the background take a session, which begins in front")
  func session() {
    let live = LocationNeeds(isLive: true)
    var device = Self.updating(.modern, .whenInUse, live)
    device.send(.location("map", .backgroundActivity(session: 1, isOn: true)))
    device.home()
    device.advance(by: .seconds(60))
    #expect(device.state("map") == .background)
    #expect(device.policy.locationStatus(of: "map")?.showsIndicator == true)
    device.send(.location("map", .backgroundActivity(session: 1, isOn: false)))
    let lines = device.send(.location("map", .backgroundActivity(session: 2, isOn: true)))
    #expect(lines.contains { $0.contains("begins in front (G19)") })
  }

  @Test("G19: after a crash an app joins its session from the background")
  func joins() {
    var device = Self.updating(.modern, .always, LocationNeeds(isLive: true))
    device.send(.location("map", .backgroundActivity(session: 1, isOn: true)))
    device.home()
    device.exit("map", .signaled(11))
    device.move(north: 200)
    let lines = device.send(.location("map", .backgroundActivity(session: 1, isOn: true)))
    #expect(!lines.contains { $0.contains("G19") })
    #expect(device.policy.apps[0].process?.location.sessions == [1])
  }
}
