@testable import Multitasking

/// One value of every case of every public enum; a switch beside each keeps the list complete.
enum Samples {
  static let record = ExitRecord(
    reason: .watchdog(.launch, limit: .milliseconds(19_970)), at: .zero + .seconds(7),
    from: .inactive, code: .watchdog)
  static let url = OpenURL("game://1", source: "b", causedLaunch: true)
  static let manifest = AppManifest(
    id: "a", displayName: "A", exitsOnSuspend: true, backgroundModes: BackgroundMode.allCases,
    urlSchemes: ["game"], usesScenes: true, supportsMultipleScenes: true)
  static let failure = SpawnFailure(operation: "execve", message: "no such file")

  static let environmentChanges: [EnvironmentChange] = [
    .battery(percent: 50), .batteryState(.charging), .lowPowerMode(true),
    .orientation(.faceDown), .locale("ru_RU"), .significantTimeChange, .settings,
  ]

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
      .freezeFailed("EBUSY"), .deviceCrashed,
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
      .allowanceEnding(left: .milliseconds(4_500)), .refused,
    ] + exitReasons.map { .exit($0) }

  static let refusals: [Refusal] = [
    .unknownApp("a"), .unknownScene("a", .main), .locked, .notLocked, .callIsRinging,
    .noCallRinging, .noCall, .callInProgress, .switcherNotOpen, .switcherAlreadyOpen,
    .alertAlreadyShown, .noAlert, .notRunning("a"), .alreadyRunning("a"), .inForeground("a"),
    .alreadySuspended("a"), .notSuspended("a"), .stillLaunching("a"), .ending("a"),
    .onlyOneScene("a"), .noAppForScheme("game"), .notAURL("x"), .notInFront("a"),
    .forceQuitUntilOpened("a"),
    .noMultitasking, .optedOut("a"), .shuttingDown,
  ]

  static let messages: [Message] = [
    .launch(
      LaunchMessage(lifeCycle: .scenes, startsInactive: false, url: url, lastExit: record)),
    .connectScene(.main, isRestored: true, url: url), .disconnectScene(.main, isDiscarded: true),
    .willEnterForeground(.main), .didBecomeActive(.main), .willResignActive(.main),
    .didEnterBackground(.main, grant: BackgroundGrant(endsAt: .zero + .seconds(180))),
    .didEnterBackground(SceneID(2), grant: nil),
    .runInBackground(BackgroundGrant(endsAt: .zero + .seconds(30))), .expireBackgroundTasks,
    .openURL(.main, url), .memoryWarning, .environmentChanged(EnvironmentKind.allCases),
    .urlSchemesChanged, .willTerminate,
  ]

  static let actions: [Effect.Action] =
    [
      .spawn, .freeze, .thaw, .kill(.taskTimeout), .kill(nil), .recordExit(record),
      .recordForceQuit(true), .recordForceQuit(false), .forget,
    ] + messages.map { .deliver(Delivery(id: 3, message: $0)) } + refusals.map { .refuse($0) }

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
      .deadline,
    ] + environmentChanges.map { .environment($0) } + linkViolations.map { .linkBroke("a", $0) }
}
