@testable import Multitasking

/// One value of every case of every public enum; a switch beside each keeps the list complete.
enum Samples {
  static let record = ExitRecord(
    reason: .watchdog(.launch, limit: .milliseconds(19_970)), at: .zero + .seconds(7),
    from: .inactive, code: .watchdog)
  static let url = OpenURL("game://1", source: "b", causedLaunch: true)
  static let manifest = AppManifest(
    id: "a", displayName: "A", exitsOnSuspend: true, backgroundModes: BackgroundMode.allCases,
    urlSchemes: ["game"], usesScenes: true, supportsMultipleScenes: true,
    permittedTaskIdentifiers: ["a.x"])
  static let failure = SpawnFailure(operation: "execve", message: "no such file")

  static let environmentChanges: [EnvironmentChange] = [
    .battery(percent: 50), .batteryState(.charging), .lowPowerMode(true),
    .orientation(.faceDown), .locale("ru_RU"), .significantTimeChange, .settings,
    .backgroundRefresh(.denied), .network(.cellular),
  ]

  static let task = TaskRequest(
    identifier: "a.x", kind: .processing, earliestBegin: .zero + .seconds(9), requiresNetwork: true,
    requiresExternalPower: true, title: "t", subtitle: "s", strategy: .fail, requiresGPU: true)
  static let push = Push(payload: "{}", isContentAvailable: true)
  static let cost = WorkCost(cpu: .milliseconds(3), bytes: 70)

  static let holds: [WakeHold] = [
    .modeMissing(.fetch), .fetchReplacedByTasks, .neverFetches, .optedOut, .forceQuit, .ending,
    .inForeground, .isWorking, .earliestBegin(.zero), .minimumInterval(until: .zero),
    .rateLimit(used: 3, limit: 3, until: .zero), .noMultitasking, .shuttingDown, .refreshOff,
    .refreshOffForApp, .lowPowerMode, .batteryLow(percent: 9, limit: 20), .noNetwork,
    .noExternalPower, .inUse, .notIdleYet(until: .zero), .notUnlockedYet, .otherWork(running: 3),
    .notWorthIt(line: "x", until: .zero), .notWorthIt(line: "x", until: nil),
  ]

  static let workEvents: [WorkEvent] = [
    .fetchInterval(nil), .fetchInterval(.zero), .fetchInterval(.seconds(900)),
    .handlersRegistered(["a.x"]), .submitted(task, request: 1), .cancelled(identifier: nil),
    .cancelled(identifier: "a.x"), .answered(work: 1, .noData, cost: cost),
    .completed(work: 2, isSuccess: false, cost: nil), .progressed(work: 3, completed: 1, total: 9),
    .fetchSimulated, .taskLaunchSimulated(identifier: "a.x"),
    .taskExpirationSimulated(identifier: "a.x"), .pushed(push), .refreshSwitched(false),
  ]

  static let fix = Fix(latitude: 53.9, longitude: 27.6, at: .zero + .seconds(3))
  static let region = Region(identifier: "home", latitude: 1, longitude: 2, radius: 100)
  static let authorization = LocationAuthorization(
    status: .whenInUse, isAccuracyReduced: true, isServiceEnabled: true)
  static let decisions: [LocationDecision] = [
    .once, .whenInUse, .always, .denied, .notAlways, .reset, .restricted, .accuracy(isFull: true),
    .accuracy(isFull: false),
  ]

  static let locationEvents: [LocationEvent] =
    [
      .asked(.whenInUse), .asked(.always), .asked(.fullAccuracy(purpose: "x")),
      .updating(manager: 1, LocationNeeds()), .stoppedUpdating(manager: 1),
      .requestedOnce(manager: 1, LocationNeeds()), .significantChanges(true), .visits(false),
      .monitoring(region), .stoppedMonitoring(identifier: "home"),
      .regionStateAsked(identifier: "home"), .backgroundActivity(session: 1, isOn: true),
      .deferring(manager: 1, distance: 100, timeout: .seconds(3)),
    ] + decisions.map { .decided($0) }

  static let positionEvents: [PositionEvent] = [.fix(fix), .lost, .service(isEnabled: false)]

  static let obstacles: [LocationObstacle] =
    [
      .serviceOff, .notDetermined, .denied, .restricted, .purposeMissing("x"), .modeMissing,
      .backgroundNotAllowed, .startedInBackground, .noBackgroundActivity, .sessionNotInFront,
      .notAlways, .accuracyReduced, .alreadyDecided(.always), .notInFront, .tooManyRegions(20),
      .radiusTooLarge, .paused, .forceQuit,
    ] + LocationManifest.Usage.allCases.map { .usageDescriptionMissing($0) }

  static let locationReasons: [LocationReason] =
    [
      .requested, .moved, .runsAgain, .queued(3, dropped: 1), .onceIsOver, .asks(.always),
      .asksAgain, .needed(by: ["a", "b"]), .notNeeded, .lost,
      .notMoving(for: .seconds(900)), .significantChange, .crossed("home"), .visit, .timedOut,
      .stopped, .service(isEnabled: true),
    ] + decisions.map { .decided($0) } + obstacles.map { .obstacle($0) }

  static let locationMessages: [LocationMessage] = [
    .authorization(authorization), .locations(manager: 1, [fix]), .locations(manager: nil, []),
    .failed(manager: 1, .denied), .paused(manager: 1), .resumed(manager: 1),
    .finishedDeferred(manager: 1, .deferredCanceled), .finishedDeferred(manager: 1, nil),
    .monitoringStarted(identifier: "home"), .monitoringFailed(identifier: "home", .denied),
    .regionState(identifier: "home", .inside), .regionEntered(identifier: "home"),
    .regionExited(identifier: "home"),
    .visited(Visit(place: fix, arrival: .zero, departure: nil)),
  ]

  static let locationCommands: [LocationCommand] =
    [.duty(.off), .duty(.on), .duty(.sleeping(every: .seconds(10))), .keepRecord]
    + obstacles.map { .ignore($0) }

  static let linkViolations: [LinkViolation] = [
    .malformed("x"), .frameTooLarge, .queueOverflow, .unknownDelivery(7), .outOfTurn,
    .protocolVersion(9), .closed,
  ]

  static let exitReasons: [ExitReason] =
    [
      .exitedByItself(code: 1), .crashed(signal: 11), .killedFromOutside(signal: 9),
      .neverStarted(failure), .forceQuit, .uninstalled, .updated, .shutDown,
      .terminatedByCommand, .backgroundTaskLeftOpen(["save"]), .tooManyBackgroundTasks(1_001),
      .memory(.pageShortage(from: .suspended, bytes: 1 << 20)),
      .memory(.pageShortage(from: .active, bytes: nil)),
      .memory(.perProcessLimit(bytes: 2, limit: 1)), .exitsOnSuspend, .noMultitasking,
      .freezeFailed("EBUSY"), .deviceCrashed, .workNotAnswered(.fetch, limit: .seconds(30)),
      .taskNotCompleted("a.x"),
    ] + Watchdog.allCases.map { .watchdog($0, limit: .milliseconds(4_500)) }
    + linkViolations.map { .linkViolation($0) }

  static let reasons: [Reason] =
    [
      .opened, .openedURL("game://1"), .homePressed, .displaced(by: "b"), .switcherOpened,
      .switcherClosed, .sceneClosed, .alertShown, .alertDismissed, .callIncoming, .callAnswered,
      .callDeclined, .callEnded, .locked, .unlocked, .connected, .launchFinished,
      .launchFinishedOffScreen, .woken(.command), .environmentChanged, .memoryPressure,
      .noReasonToRun, .lastBackgroundTaskEnded("save"), .wakeBudgetUsed(.command),
      .lifeCycleMessageNotTaken, .suspendedByCommand, .backgroundTaskBegan("save"),
      .allowanceEnding(left: .milliseconds(4_500)), .refused, .workAnswered(.push, .failed),
      .taskCompleted("a.x", isSuccess: true), .worthwhile(.fetch, "x"), .simulated(.fetch),
      .pushArrived, .pushWasHeld, .taskSubmitted("a.x"), .conditionsMet("a.x"), .recordChanged,
      .held(.push),
    ] + locationReasons.map { .location($0) }
    + TaskExpiration.allCases.map { .taskExpires("a.x", $0) } + exitReasons.map { .exit($0) }

  static let refusals: [Refusal] = [
    .unknownApp("a"), .unknownScene("a", .main), .locked, .notLocked, .callIsRinging,
    .noCallRinging, .noCall, .callInProgress, .switcherNotOpen, .switcherAlreadyOpen,
    .alertAlreadyShown, .noAlert, .notRunning("a"), .alreadyRunning("a"), .inForeground("a"),
    .alreadySuspended("a"), .notSuspended("a"), .stillLaunching("a"), .ending("a"),
    .onlyOneScene("a"), .noAppForScheme("game"), .notAURL("x"), .notInFront("a"),
    .forceQuitUntilOpened("a"),
    .noMultitasking, .optedOut("a"), .shuttingDown, .noTaskRequest("a", "a.x"),
    .noTaskRunning("a", "a.x"), .unknownWork("a", 3), .pushOnlyAlerts("a"),
    .cannotWake("a", holds), .notAPlace(latitude: 91, longitude: 0), .promptNeedsAnswer("a"),
  ]

  static let messages: [Message] =
    [
      .launch(
        LaunchMessage(lifeCycle: .scenes, startsInactive: false, url: url, lastExit: record)),
      .connectScene(.main, isRestored: true, url: url), .disconnectScene(.main, isDiscarded: true),
      .willEnterForeground(.main), .didBecomeActive(.main), .willResignActive(.main),
      .didEnterBackground(.main, grant: BackgroundGrant(endsAt: .zero + .seconds(180))),
      .didEnterBackground(SceneID(2), grant: nil),
      .runInBackground(BackgroundGrant(endsAt: .zero + .seconds(30))), .expireBackgroundTasks,
      .openURL(.main, url), .memoryWarning, .environmentChanged(EnvironmentKind.allCases),
      .urlSchemesChanged, .willTerminate, .performFetch(work: 1),
      .remoteNotification(work: 2, push), .launchTask(work: 3, task), .expireTask(work: 3),
    ] + locationMessages.map { .location($0) }

  static let actions: [Effect.Action] =
    [
      .spawn, .freeze, .thaw, .kill(.taskTimeout), .kill(nil), .recordExit(record),
      .recordForceQuit(true), .recordForceQuit(false), .forget, .keepBackgroundRecord,
      .answerSubmission(request: 1, refusal: nil),
      .answerSubmission(request: 2, refusal: TaskRefusal(.notPermitted, "x")), .hold(holds),
    ] + locationCommands.map { .location($0) }
    + messages.map { .deliver(Delivery(id: 3, message: $0)) } + refusals.map { .refuse($0) }

  static let events: [Event] =
    [
      .opened("a", scene: nil), .opened("a", scene: .main), .openedNewScene("a"), .homePressed,
      .switcherOpened, .switcherClosed, .forceQuit("a"), .sceneClosed("a", .main), .alertShown,
      .alertDismissed, .callIncoming, .callAnswered(covering: .phone),
      .callAnswered(covering: .overlay), .callAnswered(covering: .nothing), .callDeclined,
      .callEnded, .locked, .unlocked, .urlOpened("game://1", source: "b"),
      .urlOpened("game://1", source: nil),
      .installed(manifest, lastExit: record, isForceQuit: true), .uninstalled("a"),
      .terminated("a"), .suspended("a"), .resumed("a"), .launchedInBackground("a", .command),
      .shutDown, .memoryPressure(.warning), .memoryPressure(.critical),
      .footprint("a", bytes: 1), .debugger("a", isAttached: true), .spawnFailed("a", failure),
      .connected("a"), .started("a", delivery: 1),
      .handled("a", delivery: 1, tasks: OpenTasks("save")),
      .handled("a", delivery: 1, tasks: nil),
      .backgroundTasks("a", OpenTasks(count: 1, names: ["x"], lastEnded: "y")),
      .freezeFailed("a", "EBUSY"), .exited("a", .exited(code: 0)), .exited("a", .signaled(9)),
      .deadline, .clockSet(ahead: .seconds(1), fromUTC: .seconds(3_600)),
    ] + locationEvents.map { .location("a", $0) } + positionEvents.map { .position($0) }
    + workEvents.map { .work("a", $0) } + environmentChanges.map { .environment($0) }
    + linkViolations.map { .linkBroke("a", $0) }
}
