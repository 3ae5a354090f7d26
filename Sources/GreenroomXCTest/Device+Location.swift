import GreenroomTesting
import LocationDesk
import Multitasking
import UIKit

// Where the device is, and what apps may know of it. For tests that don't wait.
extension Device.Location {
  /// Puts the device at a place, where it stays.
  public func set(_ latitude: Double, _ longitude: Double) throws {
    let source = try Self.place(latitude, longitude)
    try device.askBlocking { try $0.use(source) }
  }

  /// Nobody knows where the device is: apps that update hear `locationUnknown` after a while.
  public func clear() throws { try device.askBlocking { try $0.use(.nowhere) } }

  /// Moves the device from place to place while time passes.
  ///
  /// - Parameters:
  ///   - places: Latitudes and longitudes, two or more.
  ///   - speed: Metres per second.
  ///   - interval: From one location to the next.
  public func move(
    along places: [(latitude: Double, longitude: Double)], speed: Double = 20,
    every interval: Duration = .seconds(1)
  ) throws {
    let route = try Self.route(places, speed, interval)
    try device.askBlocking { try $0.use(.track(route, name: "route", since: $0.now)) }
  }

  /// Moves the device along a track that somebody has recorded.
  public func run(_ track: any Track) throws {
    try device.askBlocking { try $0.use(.track(track, name: "track", since: $0.now)) }
  }

  /// Switches Location Services of the whole device.
  public func setService(isEnabled: Bool) throws {
    try device.actBlocking(.position(.service(isEnabled: isEnabled)))
  }
}

extension Device {
  /// Allows an app to use a service, before it asks or in answer to it.
  public func grant(
    _ service: PrivacyService, to app: AppUnderTest<some UIApplicationDelegate>
  ) throws {
    try actBlocking(.location(app.id, .decided(service.granted)))
  }

  /// Denies an app a service. Of always, while using stays; of precise, approximate location.
  public func revoke(
    _ service: PrivacyService, of app: AppUnderTest<some UIApplicationDelegate>
  ) throws {
    try actBlocking(.location(app.id, .decided(service.revoked)))
  }

  /// Forgets what was decided: the app may ask again.
  public func resetPrivacy(of app: AppUnderTest<some UIApplicationDelegate>) throws {
    try actBlocking(.location(app.id, .decided(.reset)))
  }

  /// Answers the question about an app's location that covers the screen.
  public func answerLocationPrompt(_ answer: LocationAnswer) throws {
    try askBlocking { try $0.answerPrompt(answer.decision) }
  }
}
