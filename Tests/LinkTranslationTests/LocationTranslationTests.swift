import AppLink
import Foundation
import Multitasking
import Testing

@testable import LinkTranslation

/// The policy's words about location and those on the wire.
struct LocationTranslationTests {
  @Test("every request means the event of the same name")
  func requests() {
    let needs = AppLink.LocationNeeds(
      desiredAccuracy: 100, distanceFilter: 5, pausesAutomatically: false, allowsBackground: true,
      showsIndicator: true, isLive: true)
    let same = Multitasking.LocationNeeds(
      desiredAccuracy: 100, distanceFilter: 5, pausesAutomatically: false, allowsBackground: true,
      showsIndicator: true, isLive: true)
    let region = LocationRegion(
      identifier: "home", latitude: 1, longitude: 2, radius: 3, notifiesOnEntry: false,
      notifiesOnExit: true)
    let circle = Region(
      identifier: "home", latitude: 1, longitude: 2, radius: 3, notifiesOnEntry: false,
      notifiesOnExit: true)
    let pairs: [(LocationRequest, LocationEvent)] = [
      (.authorize(.whenInUse), .asked(.whenInUse)), (.authorize(.always), .asked(.always)),
      (.authorize(.fullAccuracy(purpose: "x")), .asked(.fullAccuracy(purpose: "x"))),
      (.update(manager: 1, needs), .updating(manager: 1, same)),
      (.stopUpdating(manager: 1), .stoppedUpdating(manager: 1)),
      (.requestOnce(manager: 2, needs), .requestedOnce(manager: 2, same)),
      (.significantChanges(true), .significantChanges(true)), (.visits(false), .visits(false)),
      (.monitor(region), .monitoring(circle)),
      (.stopMonitoring(identifier: "home"), .stoppedMonitoring(identifier: "home")),
      (.regionState(identifier: "home"), .regionStateAsked(identifier: "home")),
      (
        .backgroundActivity(session: 3, isOn: true), .backgroundActivity(session: 3, isOn: true)
      ),
      (
        .deferUpdates(manager: 1, distance: 10, timeout: 1.5),
        .deferring(manager: 1, distance: 10, timeout: .milliseconds(1_500))
      ),
      (
        // CLLocationDistanceMax and CLTimeIntervalMax.
        .deferUpdates(
          manager: 1, distance: .greatestFiniteMagnitude, timeout: .greatestFiniteMagnitude),
        .deferring(manager: 1, distance: .greatestFiniteMagnitude, timeout: nil)
      ),
    ]
    for (request, event) in pairs { #expect(LocationEvent(request) == event) }
  }

  @Test("what is no number or too long is brought into what can be")
  func hostile() {
    let region = LocationRegion(
      identifier: String(repeating: "x", count: 5_000), latitude: .nan, longitude: .infinity,
      radius: -.infinity)
    guard case .monitoring(let taken) = LocationEvent(.monitor(region)) else {
      Issue.record("no region")
      return
    }
    #expect(taken.identifier.count == LinkLimits.regionIdentifierLengthMax)
    #expect(taken.latitude.isFinite && taken.longitude.isFinite && taken.radius.isFinite)
    let needs = AppLink.LocationNeeds(desiredAccuracy: .nan, distanceFilter: .infinity)
    guard case .updating(_, let seen) = LocationEvent(.update(manager: 1, needs)) else { return }
    #expect(seen.desiredAccuracy == 0 && seen.distanceFilter.isFinite)
  }

  @Test("every message is the notice of the same name, with the codes of CLError")
  func messages() {
    let at = Instant(nanoseconds: 1_700_000_000_250_000_000)
    let fix = Fix(latitude: 1, longitude: 2, altitude: 3, horizontalAccuracy: 4, at: at)
    guard case .locations(7, let fixes) = LocationNotice(.locations(manager: 7, [fix])) else {
      Issue.record("no locations")
      return
    }
    #expect(fixes.map(\.timestamp) == [1_700_000_000.25])
    #expect(fixes.map(\.horizontalAccuracy) == [4])
    let pairs: [(LocationMessage, LocationNotice)] = [
      (.failed(manager: 1, .denied), .failed(manager: 1, code: 1)),
      (.failed(manager: nil, .locationUnknown), .failed(manager: nil, code: 0)),
      (.paused(manager: 1), .paused(manager: 1)), (.resumed(manager: 1), .resumed(manager: 1)),
      (
        .finishedDeferred(manager: 1, .deferredCanceled), .finishedDeferred(manager: 1, code: 15)
      ),
      (.finishedDeferred(manager: 1, nil), .finishedDeferred(manager: 1, code: nil)),
      (.monitoringStarted(identifier: "a"), .monitoringStarted(identifier: "a")),
      (
        .monitoringFailed(identifier: "a", .regionMonitoringFailure),
        .monitoringFailed(identifier: "a", code: 5)
      ),
      (.regionState(identifier: "a", .inside), .regionState(identifier: "a", .inside)),
      (.regionEntered(identifier: "a"), .regionEntered(identifier: "a")),
      (.regionExited(identifier: "a"), .regionExited(identifier: "a")),
    ]
    for (message, notice) in pairs { #expect(LocationNotice(message) == notice) }
  }

  @Test(
    "an app finds its permission and its regions at launch; who has nothing to do with it nothing")
  func launch() {
    var policy = Policy(profile: .modern, at: .zero)
    for manifest in [AppManifest(id: "a"), AppManifest(id: "map", location: .complete)] {
      _ = policy.handle(.installed(manifest, lastExit: nil, isForceQuit: false), at: .zero)
    }
    #expect(LocationAtLaunch(of: "a", in: policy) == nil)
    _ = policy.handle(.location("map", .decided(.always)), at: .zero)
    let launch = LocationAtLaunch(of: "map", in: policy)
    #expect(launch?.authorization.status == .always)
    #expect(launch?.notices.count == 2)
  }
}
