import Testing

@testable import Multitasking

/// What managers hear in front: filters, accuracy, single requests, deferral (G10, G14-G16).
struct UpdateTests {
  private static func locations(_ device: Scenario) -> [[Fix]] {
    BackgroundLocationTests.locations(device)
  }

  @Test("G16: only a start has a first location; the same start again has none")
  func firstFix() {
    var device = BackgroundLocationTests.updating()
    #expect(device.update("map").isEmpty)
    device.update("map", manager: 2)
    #expect(Self.locations(device).count == 1)
    device.stopUpdating("map")
    device.update("map")
    #expect(Self.locations(device).count == 1)
  }

  @Test("distanceFilter counts from the location that was told last")
  func distanceFilter() {
    var device = BackgroundLocationTests.updating(
      .modern, .whenInUse, LocationNeeds(distanceFilter: 100))
    #expect(device.move(north: 60).isEmpty)
    #expect(device.move(north: 101) == ["map didUpdateLocations(1)"])
    #expect(device.move(north: 190).isEmpty)
    #expect(device.move(north: 202) == ["map didUpdateLocations(1)"])
  }

  @Test("G10: with reduced accuracy there is a field of kilometres, a few times in an hour")
  func reduced() {
    var device = BackgroundLocationTests.updating()
    device.decide(.accuracy(isFull: false), "map")
    device.stopUpdating("map")
    device.move(north: 1_700)
    device.update("map")
    device.move(north: 1_700)
    let first = Self.locations(device).first?.first
    #expect(first.map { 1_000...20_000 ~= $0.horizontalAccuracy } == true)
    #expect(first?.latitude == 0)
    device.advance(by: .seconds(600))
    #expect(device.move(north: 9_000).isEmpty)
    device.advance(by: .seconds(400))
    #expect(device.move(north: 9_100) == ["map didUpdateLocations(1)"])
  }

  @Test(
    "requestTemporaryFullAccuracyAuthorization: precise for this time, with a purpose that is known"
  )
  func fullAccuracy() {
    let manifest = LocationManifest(usage: [.whenInUse], purposes: ["navigation"])
    var device = Scenario(.modern, .location("map", modes: [], manifest))
    device.decide(.whenInUse, "map")
    device.decide(.accuracy(isFull: false), "map")
    device.open("map")
    let ignored = device.send(.location("map", .asked(.fullAccuracy(purpose: "x"))))
    #expect(ignored.contains { $0.contains("lacks x") })
    device.send(.location("map", .asked(.fullAccuracy(purpose: "navigation"))))
    #expect(device.state("map") == .inactive)
    device.decide(.accuracy(isFull: true), "map")
    #expect(device.state("map") == .active)
    #expect(device.policy.locationAuthorization(of: "map")?.isAccuracyReduced == false)
    device.home()
    device.advance(by: .seconds(10))
    #expect(device.policy.locationAuthorization(of: "map")?.isAccuracyReduced == true)
  }

  @Test("G15: requestLocation gives one location and stops")
  func once() {
    var device = Scenario(.modern, .location("map"))
    device.decide(.whenInUse, "map")
    device.open("map")
    #expect(
      device.send(.location("map", .requestedOnce(manager: 1, LocationNeeds()))) == ["receiver: on"]
    )
    #expect(device.move(north: 0) == ["map didUpdateLocations(1)", "receiver: off"])
    #expect(device.move(north: 500).isEmpty)
  }

  @Test("G15: or locationUnknown")
  func onceUnknown() {
    var device = Scenario(.modern, .location("map"))
    device.decide(.whenInUse, "map")
    device.open("map")
    device.send(.location("map", .requestedOnce(manager: 1, LocationNeeds())))
    #expect(
      device.advance(by: .seconds(11)) == [
        "10 s: map didFailWithError(locationUnknown)", "10 s: receiver: off",
      ])
  }

  @Test("a lost location is told once after a while, and updates go on when it is back")
  func lost() {
    var device = BackgroundLocationTests.updating()
    device.send(.position(.lost))
    #expect(
      device.advance(by: .seconds(60)) == ["10 s: map didFailWithError(locationUnknown)"])
    #expect(device.move(north: 10) == ["map didUpdateLocations(1)"])
  }

  @Test("G14: iOS 7 keeps locations in the background until the distance is travelled")
  func defers() {
    var device = BackgroundLocationTests.updating(.classic, .always)
    device.send(.location("map", .deferring(manager: 1, distance: 100, timeout: nil)))
    #expect(device.move(north: 10) == ["map didUpdateLocations(1)"])
    device.home()
    device.advance(by: .seconds(20))
    #expect(device.move(north: 60).isEmpty)
    #expect(device.move(north: 90).isEmpty)
    let lines = device.move(north: 130)
    #expect(
      lines.suffix(2) == ["map didFinishDeferredUpdates", "map didUpdateLocations(3)"])
  }

  @Test("G14: or until its time is over; only the best accuracy without a filter can wait")
  func deferralEnds() {
    var device = BackgroundLocationTests.updating(.classic, .always)
    device.send(.location("map", .deferring(manager: 1, distance: nil, timeout: .seconds(100))))
    device.home()
    device.advance(by: .seconds(20))
    device.move(north: 60)
    #expect(
      device.advance(by: .seconds(85)).filter { $0.contains("map did") } == [
        "1 min 20 s: map didFinishDeferredUpdates", "1 min 20 s: map didUpdateLocations(1)",
      ])
    device.open("map")
    device.update("map", LocationNeeds(desiredAccuracy: 100))
    device.send(.location("map", .deferring(manager: 1, distance: 100, timeout: nil)))
    #expect(
      device.messages(to: "map") == [
        .location(.finishedDeferred(manager: 1, .deferredAccuracyTooLow))
      ])
  }

  @Test("G14: since iOS 13 nothing comes of it")
  func noDeferral() {
    var device = BackgroundLocationTests.updating()
    #expect(
      device.send(.location("map", .deferring(manager: 1, distance: 100, timeout: nil))).isEmpty)
  }

  @Test("coordinates that are no place are refused")
  func noPlace() {
    var device = Scenario()
    device.send(.position(.fix(Fix(latitude: 91, longitude: 0, at: device.now))))
    #expect(
      device.effects.map(\.action) == [.refuse(.notAPlace(latitude: 91, longitude: 0))])
    device.send(.position(.fix(Fix(latitude: .nan, longitude: 0, at: device.now))))
    #expect(device.effects.first?.reason == .refused)
  }
}
