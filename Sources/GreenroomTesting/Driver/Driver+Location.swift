import AppLink
import LinkTranslation
import LocationDesk
import Multitasking

// Location: fixes come at exactly their instants.
extension Driver {
  func take(_ request: LocationRequest, from app: AppProcess) {
    handle(.location(app.id, LocationEvent(request)))
  }

  func perform(_ command: Multitasking.LocationCommand) {
    guard case .duty(let duty) = command else { return }
    report(location.setDuty(duty, at: now))
  }

  /// Has the device be somewhere else from now on.
  package func use(_ source: LocationDesk.Source) throws(DeviceError) {
    report(location.use(source, at: now))
    try settle()
  }

  /// What is told right after a launch.
  func tellLocation(to app: AppProcess) {
    for notice in LocationAtLaunch(of: app.id, in: policy)?.notices ?? [] {
      answer(app, .location(notice))
    }
  }

  func giveFix() { report(location.takeFix(at: now)) }

  private func report(_ event: PositionEvent?) {
    if let event { handle(.position(event)) }
  }

  /// Answers the question about an app's location that is shown.
  package func answerPrompt(_ decision: LocationDecision) throws {
    guard let prompt = policy.location.shownPrompt else { throw DeviceError.noPrompt }
    let asksForAccuracy = if case .fullAccuracy = prompt.question { true } else { false }
    let isAboutAccuracy = if case .accuracy = decision { true } else { false }
    guard asksForAccuracy == isAboutAccuracy else {
      throw DeviceError.wrongAnswer(prompt.app, asksForAccuracy: asksForAccuracy)
    }
    try act(.location(prompt.app, .decided(decision)))
  }
}
