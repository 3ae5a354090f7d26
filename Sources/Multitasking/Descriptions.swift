// Reasons and messages in words, for logs and people. One clause each, no full stop.
extension Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .opened: "the user opened it"
    case .openedURL(let url): "the URL \(url) was opened"
    case .homePressed: "Home was pressed"
    case .displaced(let app): "\(app) came to the front"
    case .switcherOpened: "the app switcher was opened"
    case .switcherClosed: "the app switcher was closed"
    case .sceneClosed: "the user closed the scene"
    case .alertShown: "a system alert covers it"
    case .alertDismissed: "the alert was dismissed"
    case .callIncoming: "a call comes in"
    case .callAnswered: "the call was answered"
    case .callDeclined: "the call was declined"
    case .callEnded: "the call ended"
    case .locked: "the device was locked"
    case .unlocked: "the device was unlocked"
    case .connected: "the process has reached UIApplicationMain"
    case .launchFinished: "didFinishLaunching has returned"
    case .launchFinishedOffScreen: "didFinishLaunching has returned, out of sight by now"
    case .woken(let cause): "it was woken (\(cause.rawValue))"
    case .environmentChanged: "conditions changed"
    case .memoryPressure: "memory is low"
    case .noReasonToRun: "it entered the background with no task open"
    case .lastBackgroundTaskEnded(let name): "last background task \"\(name)\" ended"
    case .wakeBudgetUsed(let cause): "the time of its wake (\(cause.rawValue)) is used up"
    case .lifeCycleMessageNotTaken: "its main thread did not take didEnterBackground in time"
    case .suspendedByCommand: "it was suspended by command"
    case .suspendedFor(let duration): "it has been suspended for \(duration.spoken) (N1)"
    case .workAnswered(let cause, let result):
      "it answered the \(cause.rawValue) with \(result.rawValue)"
    case .taskCompleted(let name, let isSuccess):
      "it completed \(name)" + (isSuccess ? "" : " without success")
    case .worthwhile(_, let line): line
    case .simulated(let cause): "\(cause.rawValue) by command"
    case .pushArrived: "a remote notification arrived"
    case .pushWasHeld: "a remote notification had been held back"
    case .taskSubmitted(let name): "\(name) was submitted"
    case .conditionsMet(let name): "the conditions of \(name) are met"
    case .taskExpires(let name, let cause): "\(name) is to end: \(cause.words)"
    case .recordChanged: "it is to outlast a reboot"
    case .held(let cause): "the \(cause.rawValue) has to wait"
    case .backgroundTaskBegan(let name): "it began background task \"\(name)\" before the freeze"
    case .heldWithoutLimit: "something holds it without a limit"
    case .limitIsBack: "what held it without a limit is over"
    case .allowanceEnding(let left): "\(left.spoken) of background time left"
    case .audio(let reason): reason.description
    case .location(let reason): reason.description
    case .exit(let reason): reason.description
    case .refused: "it can't be"
    }
  }
}

extension ExitReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .exitedByItself(let code): "exited by itself with code \(code)"
    case .crashed(let signal): "crashed with signal \(signal)"
    case .killedFromOutside(let signal): "killed from outside the device with signal \(signal)"
    case .neverStarted(let failure): "never started: \(failure.operation): \(failure.message)"
    case .forceQuit: "force quit by the user"
    case .uninstalled: "uninstalled"
    case .updated: "updated"
    case .shutDown: "the device shut down"
    case .terminatedByCommand: "terminated by command"
    case .watchdog(let watchdog, let limit):
      "\(watchdog.subject) took longer than \(limit.spoken)"
    case .backgroundTaskLeftOpen(let names):
      "background time ran out with \(names.count == 1 ? "task" : "tasks") "
        + names.map { "\"\($0)\"" }.joined(separator: ", ") + " still open"
    case .tooManyBackgroundTasks(let count): "\(count) background tasks open at once"
    case .workNotAnswered(let cause, let limit):
      "it did not answer the \(cause.rawValue) within \(limit.spoken)"
    case .taskNotCompleted(let name):
      "task \(name) was not completed after its expiration"
    case .memory(.pageShortage(let state, let bytes)):
      "the device was short of memory and it was next (\(state.rawValue)"
        + (bytes.map { ", \($0.spokenBytes))" } ?? ")")
    case .memory(.perProcessLimit(let bytes, let limit)):
      "it held \(bytes.spokenBytes), more than its limit of \(limit.spokenBytes)"
    case .exitsOnSuspend: "it opts out of the background (UIApplicationExitsOnSuspend)"
    case .noMultitasking: "this device has no multitasking"
    case .linkViolation(let violation): violation.description
    case .freezeFailed(let why): "it could not be frozen: \(why)"
    case .deviceCrashed: "the device's daemon died"
    }
  }
}

extension Watchdog {
  var subject: String {
    switch self {
    case .launch: "launching (to the end of didFinishLaunching)"
    case .sceneUpdate: "a life-cycle message in the foreground"
    case .enterBackground: "didEnterBackground"
    case .terminate: "willTerminate"
    case .expirationHandlers: "its expiration handlers"
    }
  }
}

extension LinkViolation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let what): "it sent its device what is not a message: \(what)"
    case .frameTooLarge: "it sent its device a frame beyond the limit"
    case .queueOverflow: "it does not read what its device sends"
    case .unknownDelivery(let id): "it answered message \(id), which waits for no answer"
    case .outOfTurn: "it broke the order of the link's first messages"
    case .protocolVersion(let version): "it speaks version \(version) of the link's protocol"
    case .closed: "it closed the link to its device and went on running"
    }
  }
}

extension Message: CustomStringConvertible {
  /// The message by the name under which developers know it.
  public var description: String {
    switch self {
    case .launch: "didFinishLaunching"
    case .connectScene: "willConnect"
    case .disconnectScene: "didDisconnect"
    case .willEnterForeground: "willEnterForeground"
    case .didBecomeActive: "didBecomeActive"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .runInBackground: "runInBackground"
    case .expireBackgroundTasks: "expirationHandler"
    case .openURL: "openURL"
    case .memoryWarning: "didReceiveMemoryWarning"
    case .environmentChanged(let kinds):
      "changed(" + kinds.map(\.rawValue).joined(separator: ",") + ")"
    case .urlSchemesChanged: "changed(urlSchemes)"
    case .willTerminate: "willTerminate"
    case .performFetch: "performFetch"
    case .remoteNotification: "didReceiveRemoteNotification"
    case .launchTask(_, let request): "launchHandler(\(request.identifier))"
    case .expireTask: "task expirationHandler"
    case .audio(let message): message.description
    case .location(let message): message.description
    }
  }

  /// The scene concerned, if one is.
  public var scene: SceneID? {
    switch self {
    case .connectScene(let scene, _, _), .disconnectScene(let scene, _),
      .willEnterForeground(let scene), .didBecomeActive(let scene), .willResignActive(let scene),
      .didEnterBackground(let scene, _), .openURL(let scene, _):
      scene
    case .launch, .runInBackground, .expireBackgroundTasks, .memoryWarning, .environmentChanged,
      .urlSchemesChanged, .willTerminate, .performFetch, .remoteNotification, .launchTask,
      .expireTask, .audio, .location:
      nil
    }
  }
}

extension Effect.Action: CustomStringConvertible {
  public var description: String {
    switch self {
    case .spawn: "launch"
    case .deliver(let delivery): delivery.message.description
    case .freeze: "suspend"
    case .thaw: "resume"
    case .kill(let code): code.map { "kill \($0)" } ?? "kill"
    case .recordExit: "exit"
    case .recordForceQuit(let isForceQuit): isForceQuit ? "force quit" : "force quit lifted"
    case .forget: "uninstall"
    case .refuse(let refusal): "refused: \(refusal)"
    case .keepBackgroundRecord: "kept"
    case .answerSubmission(_, nil): "submission taken"
    case .answerSubmission(_, let refusal?): "submission refused: \(refusal)"
    case .hold: "wait"
    case .audio(let command): command.description
    case .reclaimSockets: "sockets reclaimed"
    case .location(let command): command.description
    }
  }
}

extension TaskExpiration {
  fileprivate var words: String {
    switch self {
    case .timeNearlyUp: "its time is nearly up"
    case .deviceInUse: "the person uses the device (F25)"
    case .conditionsLost: "its conditions do not hold any more (F27)"
    case .noProgress: "it reports no progress (F42)"
    case .command: "by command"
    }
  }
}

extension Int {
  /// Bytes as people say them.
  var spokenBytes: String {
    switch self {
    case ..<1_024: "\(self) B"
    case ..<1_048_576: "\(self / 1_024) KiB"
    default: "\(self / 1_048_576) MiB"
    }
  }
}
