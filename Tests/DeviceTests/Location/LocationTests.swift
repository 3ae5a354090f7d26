import AppLink
import ControlAPI
import Foundation
import LocationDesk
import Multitasking
import Testing

/// Location from a person's command to an app and back, with real processes. What the app says is what
/// `CoreLocation` says on the link.
@Suite("Location on a device")
struct LocationTests {
  static let app: AppID = "com.example.map"

  private static func bundle(modes: [String] = ["location"]) -> ProbeBundle {
    var bundle = ProbeBundle(app, backgroundModes: modes)
    bundle.keys = [
      "NSLocationWhenInUseUsageDescription": "Draws your way.",
      "NSLocationAlwaysAndWhenInUseUsageDescription": "Draws all your ways.",
    ]
    return bundle
  }

  private static func json(_ requests: LocationRequest...) throws -> String {
    String(decoding: try JSONEncoder().encode(requests), as: UTF8.self)
  }

  private static func updates(background: Bool = false) throws -> String {
    try json(
      .update(
        manager: 1,
        AppLink.LocationNeeds(
          desiredAccuracy: -1, distanceFilter: -1, allowsBackground: background)))
  }

  private static func put(_ latitude: Double) -> ControlCommand {
    .location(.set(Place(latitude: latitude, longitude: 27.5)))
  }

  private static func location(_ device: any DeviceDriver) throws -> LocationInfo {
    guard case .location(let info) = try device.call(.location(.list)) else {
      throw TimedOut(what: "the location")
    }
    return info
  }

  @Test("G1: what a suspended app missed comes in one array when it is opened")
  func queue() async throws {
    try await scenario(.modern) { device in
      try device.install(Self.bundle(modes: []))
      try device.call(.privacy(app: Self.app, .whenInUse))
      try device.call(Self.put(53.9))
      try device.bringUp(Self.app, "--location", try Self.updates())
      try device.wait(untilPrinted: "location 1 locations state=active", by: Self.app)
      #expect(try Self.location(device).duty == .on)
      try device.sendAway(Self.app)
      for latitude in [53.901, 53.902, 53.903] { try device.call(Self.put(latitude)) }
      #expect(try Self.location(device).apps.first?.queued == 3)
      #expect(try device.info(Self.app).why.contains("3 locations wait for it to run (G1)"))
      try device.open(Self.app)
      try device.wait(untilPrinted: "location 3 locations", by: Self.app)
    }
  }

  @Test("G4: with the right to it, an app runs in the background and hears each location there")
  func background() async throws {
    try await scenario(.modern) { device in
      try device.install(Self.bundle())
      try device.call(.privacy(app: Self.app, .whenInUse))
      try device.call(Self.put(53.9))
      try device.bringUp(Self.app, "--location", try Self.updates(background: true))
      try device.wait(untilPrinted: "location 1 locations", by: Self.app)
      try device.home()
      try device.wait(until: Self.app, is: .background)
      try device.call(Self.put(53.901))
      try device.wait(untilPrinted: "location 1 locations state=background", by: Self.app)
      try device.call(.privacy(app: Self.app, .denied))
      try device.wait(untilPrinted: "location failed 1", by: Self.app)
      try device.wait(until: Self.app, is: .suspended)
      #expect(try Self.location(device).duty == .off)
    }
  }

  @Test("G3, G21: in classic each location wakes a suspended app with the mode")
  func classic() async throws {
    try await scenario(.classic, ["wakeBudget": "1"]) { device in
      try device.install(Self.bundle())
      try device.call(.privacy(app: Self.app, .always))
      try device.call(Self.put(53.9))
      try device.bringUp(Self.app, "--location", try Self.updates())
      try device.wait(untilPrinted: "location 1 locations", by: Self.app)
      try device.sendAway(Self.app)
      try device.call(Self.put(53.901))
      try device.wait(untilPrinted: "location 1 locations state=background", by: Self.app)
      try device.wait(until: Self.app, is: .suspended)
      guard case .energy(let energies) = try device.call(.energy(app: Self.app)) else {
        throw TimedOut(what: "energy")
      }
      #expect(energies.map(\.locationWakes) == [1])
      #expect(energies.map(\.locations) == [2])
    }
  }

  @Test("L52, G5: a request covers the app with a question, which privacy answers")
  func prompt() async throws {
    try await scenario(.modern) { device in
      try device.install(Self.bundle())
      try device.call(
        .launch(
          ControlCommand.Launch(
            app: Self.app, arguments: ["--location", try Self.json(.authorize(.whenInUse))])))
      try device.wait(until: Self.app, is: .inactive)
      try device.wait(for: "the question") { _ in
        try Self.location(device).prompt?.app == Self.app
      }
      let refusal = #expect(throws: ControlError.self) { try device.call(.alert(show: false)) }
      #expect(refusal?.nextStep?.contains("greenroom privacy grant") == true)
      try device.call(.privacy(app: Self.app, .whenInUse))
      try device.wait(untilPrinted: "location authorization whenInUse", by: Self.app)
      try device.wait(until: Self.app, is: .active)
    }
  }

  @Test(
    "permissions and what is monitored outlast a reboot; a region launches the app (G6, G12, L20)")
  func reboot() async throws {
    try await scenario(.modern) { device in
      try device.install(Self.bundle())
      try device.call(.privacy(app: Self.app, .always))
      try device.call(Self.put(53.9))
      let region = LocationRegion(
        identifier: "home", latitude: 53.9, longitude: 27.5, radius: 200)
      try device.bringUp(Self.app, "--location", try Self.json(.monitor(region)))
      try device.wait(for: "the region") { _ in
        try Self.location(device).apps.first?.regions.map(\.state) == [.inside]
      }
      try device.shutDown()
      try device.boot()
      let app = try #require(try Self.location(device).apps.first)
      #expect(app.permission.status == .always)
      #expect(app.regions.map(\.region.identifier) == ["home"])
      try device.call(Self.put(53.95))
      try device.advance(.seconds(21))
      try device.wait(
        untilPrinted:
          "delegate didFinishLaunching state=background location=true",
        by: Self.app)
    }
  }

  @Test("in virtual time the locations of a route come at exactly their instants")
  func route() async throws {
    try await scenario(virtualOnly: 1, .modern) { device in
      try device.install(Self.bundle())
      try device.call(.privacy(app: Self.app, .whenInUse))
      try device.bringUp(
        Self.app, "--location", try Self.updates(background: true), "--location-times")
      let places = [
        Place(latitude: 53.9, longitude: 27.5), Place(latitude: 53.901, longitude: 27.5),
      ]
      let start = try device.time().now
      try device.call(
        .location(.start(places: places, speed: 10, intervalSeconds: 2.5, distance: nil)))
      try device.home()
      try device.advance(.seconds(60))
      try device.catchUp()
      let times = device.printed(by: Self.app).filter { $0.contains(" 1 locations ") }
        .compactMap { $0.split(separator: " ").dropFirst(3).first.flatMap { Double($0) } }
        .map { ($0 - Double(start.nanoseconds) / 1e9) }
      // 111.2 m at 10 m/s: the last one when the way ends.
      #expect(times.count == 6)
      for (time, expected) in zip(times, [0, 2.5, 5, 7.5, 10, 11.12]) {
        #expect(abs(time - expected) < 0.01)
      }
    }
  }

  @Test("the processor time of an app counts beyond its processes")
  func processorTime() async throws {
    try await scenario(realOnly: "processor time", .modern) { device in
      func used() throws -> Double {
        guard case .energy(let energies) = try device.call(.energy(app: Self.app)),
          let seconds = energies.first?.processorSeconds
        else { throw TimedOut(what: "processor time") }
        return seconds
      }
      try device.install(Self.bundle())
      #expect(try used() == 0)
      try device.bringUp(Self.app)
      let first = try used()
      #expect(first > 0)
      try device.call(.kill(app: Self.app))
      #expect(try used() >= first)
      try device.bringUp(Self.app)
      #expect(try used() > first)
    }
  }

  @Test("a receiver has no place in virtual time; no place and no route are refused")
  func refusals() async throws {
    try await scenario(virtualOnly: 1, .modern) { device in
      let gpsd = #expect(throws: ControlError.self) {
        try device.call(.location(.gpsd(server: nil)))
      }
      #expect(gpsd?.message.contains("virtual time") == true)
      let place = #expect(throws: ControlError.self) { try device.call(Self.put(91)) }
      #expect(place?.nextStep?.contains("-90 to 90") == true)
      for (places, speed) in [(1, 20.0), (2, 0)] {
        let bad = ControlCommand.location(
          .start(
            places: Array(repeating: Place(latitude: 0, longitude: 0), count: places),
            speed: speed, intervalSeconds: nil, distance: nil))
        #expect(throws: ControlError.self) { try device.call(bad) }
      }
      #expect(throws: ControlError.self) {
        try device.call(.privacy(app: "com.example.nobody", .always))
      }
      #expect(throws: ControlError.self) { try device.call(.energy(app: "com.example.nobody")) }
    }
  }
}
