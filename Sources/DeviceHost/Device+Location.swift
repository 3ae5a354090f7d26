import AppLink
import ControlAPI
import Dispatch
import LinkTranslation
import LocationDesk
import Multitasking

// Location: between apps, the policy and whoever knows where the device is. The desk knows which fix is
// next; here are the clock and the receiver.
extension Device {
  /// What an app says of its location.
  func take(_ request: LocationRequest, from app: AppID) {
    let event = LocationEvent(request)
    if isBeyondLimit(event, of: app) {
      return note(
        "\(app) has \(LinkLimits.locationManagersMax) location managers: one more is not heard")
    }
    handle(.location(app, event))
  }

  private func isBeyondLimit(_ event: LocationEvent, of app: AppID) -> Bool {
    switch event {
    case .updating(let manager, _), .requestedOnce(let manager, _):
      !policy.knowsLocationManager(manager, of: app)
        && policy.locationManagerCount(of: app) >= LinkLimits.locationManagersMax
    case .backgroundActivity(_, isOn: true):
      policy.backgroundActivityCount(of: app) >= LinkLimits.locationManagersMax
    default: false
    }
  }

  /// What is told right after a launch.
  func tellLocation(to app: AppID) {
    for notice in LocationAtLaunch(of: app, in: policy)?.notices ?? [] {
      answer(app, .location(notice))
    }
  }

  func perform(_ command: Multitasking.LocationCommand, of app: AppID?) {
    switch command {
    case .duty(let duty):
      report(location.desk.setDuty(duty, at: clock.now))
      settleReceiver()
      armLocationTimer()
    case .keepRecord:
      guard let app, let record = policy.locationRecord(of: app) else { return }
      attempt("keep the location settings of \(app)") { try store.noteLocation(record, of: app) }
    case .ignore: break
    }
  }

  /// Has the device be somewhere else from now on.
  func use(_ source: LocationDesk.Source, _ words: String) {
    note("location: \(words)")
    location.words = words
    location.receiver?.stop()
    location.receiver = nil
    report(location.desk.use(source, at: clock.now))
    settleReceiver()
    armLocationTimer()
  }

  private func report(_ event: PositionEvent?) {
    if let event { handle(.position(event)) }
  }

  // MARK: Time

  private func armLocationTimer() {
    let next = location.desk.nextFix
    guard next != location.armedFor else { return }
    location.armedFor = next
    location.timer?.cancel()
    location.timer = nil
    guard let next else { return }
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(max(0, clock.monotonic(next)))),
      leeway: .nanoseconds(0))
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.fixIsDue() } }
    location.timer = source
    source.resume()
  }

  private func fixIsDue() {
    location.armedFor = nil
    report(location.desk.takeFix(at: clock.now))
    armLocationTimer()
  }

  // MARK: A receiver

  /// The receiver is open while somebody wants to know, and closed when nobody does.
  private func settleReceiver() {
    guard case .receiver(let name) = location.desk.source else { return }
    if location.desk.duty == .off {
      location.receiver?.stop()
      location.receiver = nil
    } else if location.receiver == nil, let receiver = try? LocationSource.receiver(name) {
      receiver.onFix = { [weak self] in self?.receive($0) }
      receiver.onLoss = { [weak self] why in
        guard let self else { return }
        note("\(name): \(why)")
        handle(.position(.lost))
      }
      location.receiver = receiver
      receiver.start()
    }
  }

  private func receive(_ fix: Fix) {
    guard location.desk.accepts(at: clock.now) else { return }
    var fix = fix
    fix.at = clock.now
    handle(.position(.fix(fix)))
  }
}

/// A receiver of locations outside of the device.
@MainActor
protocol LocationReceiver: AnyObject {
  var onFix: (Fix) -> Void { get set }
  /// It is gone or blind, with the reason; it goes on trying until it is stopped.
  var onLoss: (String) -> Void { get set }
  func start()
  func stop()
}

/// What a device has to do with location.
@MainActor
struct DeviceLocation {
  var desk = LocationDesk()
  /// What `location list` says of the source.
  var words = "nowhere: `greenroom location set` gives the device a place"
  var timer: (any DispatchSourceTimer)?
  var armedFor: Instant?
  var receiver: (any LocationReceiver)?
  /// Processor time of processes that have ended, in nanoseconds.
  var spent: [AppID: UInt64] = [:]
}
