import ControlAPI
import LocationDesk
import Multitasking

// What people ask about location and about what it costs, and what they do.
extension Device {
  func perform(_ order: LocationOrder, _ responder: Responder) {
    switch order {
    case .list: responder.answer(.location(locationInfo()))
    case .set(let place):
      if let error = Device.objection(to: place) { return responder.fail(error) }
      use(.place(Fix(place)), place.words)
      responder.answer(.done)
    case .clear:
      use(.nowhere, "nowhere: it was cleared")
      responder.answer(.done)
    case .run(let path):
      do throws(ControlError) {
        let track = try LocationSource.track(at: path)
        use(.track(track, name: path, since: clock.now), path)
        responder.answer(.done)
      } catch {
        responder.fail(error)
      }
    case .start(let places, let speed, let seconds, let distance):
      do throws(ControlError) {
        let route = try Device.route(places, speed, seconds, distance)
        let words =
          "from \(places[0].words) to \(places[places.count - 1].words)"
          + (places.count > 2 ? " over \(places.count - 2) more" : "") + ", \(speed) m/s"
        use(.track(route, name: "route", since: clock.now), words)
        responder.answer(.done)
      } catch {
        responder.fail(error)
      }
    case .gpsd(let server):
      guard held == nil else {
        return responder.fail(
          ControlError(
            .refused, "this device lives in virtual time, and a receiver does not",
            nextStep: "`greenroom location run FILE.gpx` plays a recorded track"))
      }
      let server = server ?? "localhost:2947"
      do throws(ControlError) {
        _ = try LocationSource.receiver(server)
        use(.receiver(name: server), "gpsd at \(server)")
        responder.answer(.done)
      } catch {
        responder.fail(error)
      }
    case .service(let isEnabled): act([.position(.service(isEnabled: isEnabled))], responder)
    }
  }

  private static func objection(to place: Place) -> ControlError? {
    place.isValid
      ? nil : ControlError(.notAPlace(latitude: place.latitude, longitude: place.longitude))
  }

  private static func route(
    _ places: [Place], _ speed: Double, _ seconds: Double?, _ distance: Double?
  ) throws(ControlError) -> Route {
    guard places.count <= ControlLimits.placesMax else {
      throw ControlError(
        .refused, "\(places.count) places are more than a route has",
        nextStep: "give at most \(ControlLimits.placesMax), or a GPX file")
    }
    guard seconds == nil || distance == nil else {
      throw ControlError(
        .badRequest, "a route has an interval or a distance, not both", nextStep: "give one")
    }
    do throws(Route.Problem) {
      if let distance { return try Route(places, speed: speed, every: distance) }
      let seconds = seconds ?? 1
      guard seconds > 0, seconds < 86_400 * 365 else { throw .badStep }
      return try Route(
        places, speed: speed, every: .nanoseconds(Int64((seconds * 1e9).rounded())))
    } catch {
      throw ControlError(route: error)
    }
  }

  private func locationInfo() -> LocationInfo {
    let now = clock.now
    return LocationInfo(
      source: location.words, isServiceEnabled: policy.location.isServiceEnabled,
      last: policy.location.last, duty: policy.location.duty,
      prompt: policy.location.shownPrompt,
      apps: policy.installed.map(\.id).filter(policy.usesLocation).compactMap {
        policy.locationStatus(of: $0, at: now)
      })
  }

  // MARK: Energy

  func tellEnergy(of app: AppID?, _ responder: Responder) {
    if let app, policy.state(of: app) == nil {
      return responder.fail(ControlError(.unknownApp(app)))
    }
    let apps = app.map { [$0] } ?? policy.installed.map(\.id)
    responder.answer(.energy(apps.compactMap(energy)))
  }

  private func energy(of app: AppID) -> AppEnergy? {
    guard let account = policy.locationAccount(of: app, at: clock.now) else { return nil }
    return AppEnergy(
      app: app, receiverSeconds: account.receiverOn.inSeconds, locationWakes: account.wakes,
      locations: account.fixes, processorSeconds: processorSeconds(of: app))
  }

  /// What is measured of the machine is no function of what happens on a virtual device.
  private func processorSeconds(of app: AppID) -> Double? {
    guard held == nil else { return nil }
    let running = processes[app].flatMap { try? $0.group.cpuUsage() } ?? 0
    return Double((location.spent[app] ?? 0) + running) / 1e9
  }

  /// The process is gone, and what it has used still counts.
  func noteProcessorTime(of app: AppID) {
    guard held == nil, let used = processes[app]?.processorTimeAtEnd else { return }
    location.spent[app, default: 0] += used
  }
}

extension Place {
  var words: String { "\(latitude),\(longitude)" }
}

extension ControlError {
  init(route problem: Route.Problem) {
    switch problem {
    case .tooFewPlaces:
      self.init(.badRequest, "a route has two places or more", nextStep: "`location set` for one")
    case .notAPlace(let place):
      self.init(.notAPlace(latitude: place.latitude, longitude: place.longitude))
    case .badSpeed(let speed):
      self.init(
        .badRequest, "\(speed) m/s is no speed for this route", nextStep: "give more than 0")
    case .badStep:
      self.init(
        .badRequest, "fixes can't be that close together or far apart",
        nextStep: "give an interval from 0.001 s to a year")
    }
  }
}
