import LocationDesk
import Multitasking
import UIKit

// Where the device is, and what apps may know of it. The verbs are those of the command line.
extension Device {
  /// Where the device is.
  ///
  /// ```swift
  /// let app = try await device.install(AppDelegate.self, info: [
  ///   "NSLocationWhenInUseUsageDescription": "Draws your way.", "UIBackgroundModes": ["location"],
  /// ])
  /// try await device.grant(.location, to: app)
  /// try await device.open(app)
  /// try await device.location.move(along: [(53.90, 27.56), (53.91, 27.56)], speed: 5)
  /// try await device.pressHome()
  /// try await device.advance(by: .seconds(60))
  /// ```
  public var location: Location { Location(device: self) }

  /// Verbs for ``Device/location``.
  public struct Location: Sendable {
    package let device: Device

    /// Puts the device at a place, where it stays.
    ///
    /// - Throws: ``DeviceError`` with code `refused` for what is no place on the earth.
    public func set(_ latitude: Double, _ longitude: Double) async throws {
      let source = try Self.place(latitude, longitude)
      try await device.ask { try $0.use(source) }
    }

    /// Nobody knows where the device is: apps that update hear `locationUnknown` after a while.
    public func clear() async throws { try await device.ask { try $0.use(.nowhere) } }

    /// Moves the device from place to place while time passes.
    ///
    /// - Parameters:
    ///   - places: Latitudes and longitudes, two or more.
    ///   - speed: Metres per second.
    ///   - interval: From one location to the next.
    /// - Throws: ``DeviceError`` with code `refused` for what is no route.
    public func move(
      along places: [(latitude: Double, longitude: Double)], speed: Double = 20,
      every interval: Duration = .seconds(1)
    ) async throws {
      let route = try Self.route(places, speed, interval)
      try await device.ask { try $0.use(.track(route, name: "route", since: $0.now)) }
    }

    /// Moves the device along a track that somebody has recorded.
    public func run(_ track: any Track) async throws {
      try await device.ask { try $0.use(.track(track, name: "track", since: $0.now)) }
    }

    /// Switches Location Services of the whole device.
    public func setService(isEnabled: Bool) async throws {
      try await device.act(.position(.service(isEnabled: isEnabled)))
    }

    /// How much the receiver has to be on: `off` when no app needs it.
    public var duty: ReceiverDuty { device.driver.board.locationDuty }

    package static func place(
      _ latitude: Double, _ longitude: Double
    ) throws(DeviceError) -> LocationDesk.Source {
      let place = Place(latitude: latitude, longitude: longitude)
      guard place.isValid else { throw .badRoute(.notAPlace(place)) }
      return .place(Fix(place))
    }

    package static func route(
      _ places: [(latitude: Double, longitude: Double)], _ speed: Double, _ interval: Duration
    ) throws(DeviceError) -> Route {
      do {
        return try Route(
          places.map { Place(latitude: $0.latitude, longitude: $0.longitude) }, speed: speed,
          every: interval)
      } catch {
        throw .badRoute(error)
      }
    }
  }

  // MARK: Permission

  /// What an app may be allowed, as `greenroom privacy` calls it.
  public enum PrivacyService: String, Hashable, Sendable, CaseIterable {
    /// While the app is in use.
    case location
    case locationAlways = "location-always"
    /// The switch Precise Location.
    case preciseLocation = "location-precise"
  }

  /// Allows an app to use a service, before it asks or in answer to it.
  public func grant(
    _ service: PrivacyService, to app: AppUnderTest<some UIApplicationDelegate>
  ) async throws {
    try await act(.location(app.id, .decided(service.granted)))
  }

  /// Denies an app a service. Of always, while using stays; of precise, approximate location.
  public func revoke(
    _ service: PrivacyService, of app: AppUnderTest<some UIApplicationDelegate>
  ) async throws {
    try await act(.location(app.id, .decided(service.revoked)))
  }

  /// Forgets what was decided: the app may ask again.
  public func resetPrivacy(of app: AppUnderTest<some UIApplicationDelegate>) async throws {
    try await act(.location(app.id, .decided(.reset)))
  }

  /// What a person answers to the system's question about a location.
  public enum LocationAnswer: Hashable, Sendable, CaseIterable {
    /// G7: until the app is no longer in use.
    case allowOnce
    case allowWhileUsing, allowAlways, dontAllow
    case allowPrecise, dontAllowPrecise

    package var decision: LocationDecision {
      switch self {
      case .allowOnce: .once
      case .allowWhileUsing: .whenInUse
      case .allowAlways: .always
      case .dontAllow: .denied
      case .allowPrecise: .accuracy(isFull: true)
      case .dontAllowPrecise: .accuracy(isFull: false)
      }
    }
  }

  /// Answers the question about an app's location that covers the screen.
  ///
  /// - Throws: ``DeviceError`` with code `refused` when nothing is asked, or something else.
  public func answerLocationPrompt(_ answer: LocationAnswer) async throws {
    try await ask { try $0.answerPrompt(answer.decision) }
  }

  /// What an app's location has cost: how long the receiver was on for it, how often it was woken, how
  /// many locations it was told.
  public func locationAccount(
    of app: AppUnderTest<some UIApplicationDelegate>
  ) -> LocationAccount {
    driver.board.locationAccount(of: app.id)
  }
}

extension Device.PrivacyService {
  package var granted: LocationDecision {
    switch self {
    case .location: .whenInUse
    case .locationAlways: .always
    case .preciseLocation: .accuracy(isFull: true)
    }
  }

  package var revoked: LocationDecision {
    switch self {
    case .location: .denied
    case .locationAlways: .notAlways
    case .preciseLocation: .accuracy(isFull: false)
    }
  }
}
