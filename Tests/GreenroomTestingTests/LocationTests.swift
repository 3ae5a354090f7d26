import AppLink
import Foundation
import GreenroomTesting
import LocationDesk
import Multitasking
import Testing
import UIKit

/// An app in the test's process that says on the link what `CoreLocation` would say: locations come at
/// exactly their instants.
@Suite(.device(profile: .modern)) struct LocationVerbTests {
  private let device = Device.current
  private static let info: [String: any Sendable] = [
    "UIBackgroundModes": ["location"],
    "NSLocationWhenInUseUsageDescription": "Draws your way.",
    "NSLocationAlwaysAndWhenInUseUsageDescription": "Draws all your ways.",
  ]
  private static let way = [(latitude: 53.9, longitude: 27.5), (latitude: 53.91, longitude: 27.5)]

  @Test("G4: locations of a route come to the instant, in front and in the background")
  func route() async throws {
    let app = try await device.install(LocatedApp.self, info: Self.info)
    try await device.grant(.location, to: app)
    try await device.open(app)
    try await device.location.move(along: Self.way, speed: 10, every: .seconds(2))
    await app.delegate.update(allowsBackground: true)
    try await device.advance(by: .seconds(4))
    #expect(await app.delegate.fixes.count == 3)
    try await device.pressHome()
    try await device.advance(by: .seconds(20))
    #expect(app.state == .background)
    let times = await app.delegate.fixes.map(\.timestamp)
    #expect(times.count == 13)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 2) < 1e-6 })
    #expect(device.location.duty == .on)
    #expect(device.locationAccount(of: app).receiverOn == .seconds(24))
    #expect(device.locationAccount(of: app).fixes == 13)
  }

  @Test("G1: a suspended app gets what it missed in one array, and its clock agrees")
  func queue() async throws {
    let app = try await device.install(LocatedApp.self, info: Self.info)
    try await device.grant(.location, to: app)
    try await device.open(app)
    try await device.location.move(along: Self.way, speed: 1, every: .seconds(1))
    await app.delegate.update()
    try await device.advance(by: .seconds(1))
    try await device.pressHome()
    try await device.advance(by: .seconds(200))
    #expect(app.state == .suspended(because: .noReasonToRun))
    let before = await app.delegate.batches.count
    try await device.open(app)
    let batches = await app.delegate.batches.dropFirst(before)
    #expect(batches.first?.count ?? 0 > 1)
    let ages = await app.delegate.ages
    #expect(ages.allSatisfy { 0...201 ~= $0 })
  }

  @Test("L52, G7: a question makes the app inactive until it is answered; Allow Once lapses")
  func prompt() async throws {
    let app = try await device.launch(LocatedApp.self, info: Self.info)
    await #expect(throws: DeviceError.self) { try await device.answerLocationPrompt(.allowOnce) }
    await app.delegate.ask()
    try await device.advance(by: .zero)
    #expect(app.state == .inactive)
    await #expect(throws: DeviceError.self) { try await device.answerLocationPrompt(.allowPrecise) }
    try await device.answerLocationPrompt(.allowOnce)
    #expect(app.state == .active)
    #expect(await app.delegate.status == .whenInUse)
    try await device.pressHome()
    try await device.advance(by: .seconds(10))
    try await device.open(app)
    #expect(await app.delegate.status == .notDetermined)
  }

  @Test("G6, G12, L20: a region launches an app that was ended, with the key location")
  func region() async throws {
    let app = try await device.install(LocatedApp.self, info: Self.info)
    try await device.grant(.locationAlways, to: app)
    try await device.location.set(53.9, 27.5)
    try await device.open(app)
    await app.delegate.monitor()
    try await device.advance(by: .zero)
    try await device.kill(app)
    try await device.location.set(53.95, 27.5)
    try await device.advance(by: .seconds(21))
    #expect(app.state == .background)
    #expect(await app.delegate.wasLocationLaunch)
    #expect(await app.delegate.left == ["home"])
    #expect(await app.delegate.regionsAtLaunch == ["home"])
  }

  @Test("mistakes are told")
  func mistakes() async throws {
    await #expect(throws: DeviceError.self) { try await device.location.set(91, 0) }
    await #expect(throws: DeviceError.self) { try await device.location.move(along: [(0, 0)]) }
    await #expect(throws: DeviceError.self) {
      try await device.location.move(along: Self.way, speed: -1)
    }
  }
}

private final class LocatedApp: UIResponder, UIApplicationDelegate {
  var batches: [[LocationFix]] = []
  /// Seconds between a location and the moment at which it was heard, for the newest of each batch.
  var ages: [Double] = []
  var status: AppLink.LocationAuthorization.Status?
  var left: [String] = []
  var wasLocationLaunch = false
  var regionsAtLaunch: [String] = []

  var fixes: [LocationFix] { batches.flatMap(\.self) }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    wasLocationLaunch = launchOptions?[.location] as? Bool == true
    status = ServiceLink.locationAtLaunch?.authorization.status
    regionsAtLaunch = ServiceLink.locationAtLaunch?.monitored.map(\.identifier) ?? []
    ServiceLink.receive(
      location: ServiceLink.Receiver(onMain: { [weak self] in self?.hear($0) }))
    return true
  }

  private func hear(_ notice: LocationNotice) {
    switch notice {
    case .authorization(let authorization): status = authorization.status
    case .locations(_, let fixes):
      batches.append(fixes)
      ages.append(Date().timeIntervalSince1970 - (fixes.first?.timestamp ?? 0))
    case .regionExited(let identifier): left.append(identifier)
    default: break
    }
  }

  func ask() { ServiceLink.current?.tell(.authorize(.whenInUse)) }

  func update(allowsBackground: Bool = false) {
    ServiceLink.current?.tell(
      .update(
        manager: 1,
        AppLink.LocationNeeds(
          desiredAccuracy: -1, distanceFilter: -1, allowsBackground: allowsBackground)))
  }

  func monitor() {
    ServiceLink.current?.tell(
      .monitor(LocationRegion(identifier: "home", latitude: 53.9, longitude: 27.5, radius: 300)))
  }
}
