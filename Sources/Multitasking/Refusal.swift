/// Why an event can't be, with the next step.
public enum Refusal: Error, Hashable, Sendable, Codable {
  case unknownApp(AppID)
  case unknownScene(AppID, SceneID)
  case locked
  case notLocked
  case callIsRinging
  case noCallRinging
  case noCall
  case callInProgress
  case switcherNotOpen
  case switcherAlreadyOpen
  case alertAlreadyShown
  case noAlert
  case notRunning(AppID)
  case alreadyRunning(AppID)
  case inForeground(AppID)
  case alreadySuspended(AppID)
  case notSuspended(AppID)
  case stillLaunching(AppID)
  case ending(AppID)
  case onlyOneScene(AppID)
  case noAppForScheme(String)
  case notAURL(String)
  case notInFront(AppID)
  /// L74.
  case forceQuitUntilOpened(AppID)
  /// O2.
  case noMultitasking
  /// O3.
  case optedOut(AppID)
  case shuttingDown
  /// F30: no request of this identifier waits.
  case noTaskRequest(AppID, String)
  /// No task of this identifier runs.
  case noTaskRunning(AppID, String)
  case unknownWork(AppID, UInt64)
  /// A push that wakes nobody (F50).
  case pushOnlyAlerts(AppID)
  /// What keeps the app from being woken even by command.
  case cannotWake(AppID, [WakeHold])
  case headphonesArePlugged
  case noHeadphones
  /// No app that runs has said that it answers to it.
  case nobodyAnswers(RemoteCommand)
  case notAPlace(latitude: Double, longitude: Double)
  /// A question of the system about an app's location is not answered by dismissing it.
  case promptNeedsAnswer(AppID)
}

extension Refusal: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch self {
    case .unknownApp(let app): "no app \(app) is installed"
    case .unknownScene(let app, let scene): "\(app) has no \(scene)"
    case .locked: "the device is locked"
    case .notLocked: "the device is not locked"
    case .callIsRinging: "a call is ringing"
    case .noCallRinging: "no call is ringing"
    case .noCall: "there is no call"
    case .callInProgress: "there is a call already"
    case .switcherNotOpen: "the app switcher is not open"
    case .switcherAlreadyOpen: "the app switcher is open already"
    case .alertAlreadyShown: "an alert is shown already"
    case .noAlert: "no alert is shown"
    case .notRunning(let app): "\(app) is not running"
    case .alreadyRunning(let app): "\(app) is running already"
    case .inForeground(let app): "\(app) is in the foreground"
    case .alreadySuspended(let app): "\(app) is suspended already"
    case .notSuspended(let app): "\(app) is not suspended"
    case .stillLaunching(let app): "\(app) is still launching"
    case .ending(let app): "\(app) is being ended"
    case .onlyOneScene(let app):
      "\(app) has one scene only: its Info.plist has no UIApplicationSupportsMultipleScenes, "
        + "or this profile has no scenes"
    case .noAppForScheme(let scheme): "no installed app opens \(scheme):"
    case .notAURL(let text): "\"\(text)\" has no URL scheme"
    case .notInFront(let app): "\(app) is not in front and can't bring up another app"
    case .forceQuitUntilOpened(let app):
      "\(app) was force quit: nothing launches it in the background until it is opened (L74)"
    case .noMultitasking: "this device has no multitasking (O2)"
    case .optedOut(let app):
      "\(app) opts out of the background (UIApplicationExitsOnSuspend, O3)"
    case .shuttingDown: "the device is shutting down"
    case .noTaskRequest(let app, let identifier):
      "\(app) has no request for \(identifier) that waits (F30)"
    case .noTaskRunning(let app, let identifier): "\(app) runs no task \(identifier)"
    case .unknownWork(let app, let work):
      "\(app) answered work \(work), which it was not given or has answered before"
    case .pushOnlyAlerts(let app):
      "the payload has no \"content-available\": 1: it wakes nobody, and \(app) is not in front (F50)"
    case .headphonesArePlugged: "headphones are plugged in already"
    case .noHeadphones: "no headphones are plugged in"
    case .nobodyAnswers(let command): "no app answers to \(command.rawValue)"
    case .notAPlace(let latitude, let longitude):
      "\(latitude), \(longitude) is no place on the earth"
    case .promptNeedsAnswer(let app):
      "the alert asks whether \(app) may know the location, and wants an answer"
    case .cannotWake(let app, let holds):
      "\(app) can't be woken for it: "
        + holds.map { $0.words(clock: { _ in "later" }) }.joined(separator: "; ")
    }
  }

  /// What to do about it; nil where nothing sensible is left to say.
  public var nextStep: String? {
    switch self {
    case .unknownApp: "`greenroom listapps` shows what is installed"
    case .unknownScene(let app, _): "`greenroom appinfo \(app)` lists its scenes"
    case .locked: "`greenroom unlock` first"
    case .callIsRinging: "`greenroom call answer` or `greenroom call decline` first"
    case .noCallRinging, .noCall: "`greenroom call incoming` first"
    case .callInProgress: "`greenroom call end` first"
    case .switcherNotOpen: "`greenroom switcher` opens it"
    case .alertAlreadyShown: "`greenroom alert dismiss` first"
    case .noAlert: "`greenroom alert show` first"
    case .notRunning(let app): "`greenroom launch \(app)` starts it"
    case .inForeground: "`greenroom home` first"
    case .notSuspended(let app): "`greenroom explain \(app)` says what it does"
    case .stillLaunching, .ending: "try again in a moment"
    case .noAppForScheme: "an app declares its schemes as CFBundleURLTypes in its Info.plist"
    case .notInFront(let app): "`greenroom open \(app)` first"
    case .notAURL: "a URL looks like myapp://path"
    case .forceQuitUntilOpened(let app): "`greenroom open \(app)`"
    case .noMultitasking: "`greenroom boot` without --no-multitasking has it"
    case .noTaskRequest(let app, _): "`greenroom bgtask list \(app)` shows what waits"
    case .noTaskRunning(let app, _): "`greenroom bgtask list \(app)` shows what runs"
    case .pushOnlyAlerts: "add \"content-available\": 1 to its aps dictionary"
    case .cannotWake(let app, _): "`greenroom bgtask why \(app)` tells all that it waits for"
    case .noHeadphones: "`greenroom audio plug-headphones` first"
    case .headphonesArePlugged: "`greenroom audio unplug-headphones` first"
    case .nobodyAnswers: "an app answers after MPRemoteCommandCenter's addTarget"
    case .notAPlace: "latitudes go from -90 to 90 degrees, longitudes from -180 to 180"
    case .promptNeedsAnswer(let app):
      "`greenroom privacy grant location \(app)` or `greenroom privacy revoke location \(app)`"
    case .unknownWork, .notLocked, .switcherAlreadyOpen, .alreadyRunning, .alreadySuspended,
      .onlyOneScene,
      .optedOut, .shuttingDown:
      nil
    }
  }
}
