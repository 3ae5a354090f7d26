/// Why the policy did something. Every effect carries one.
public enum Reason: Hashable, Sendable, Codable {
  // MARK: The person
  case opened
  case openedURL(String)
  case homePressed
  case displaced(by: AppID)
  case switcherOpened
  case switcherClosed
  case sceneClosed
  case alertShown
  case alertDismissed
  case callIncoming
  case callAnswered
  case callDeclined
  case callEnded
  case locked
  case unlocked

  // MARK: The course of things
  /// The process has reached `UIApplicationMain`.
  case connected
  /// `didFinishLaunching` has returned, and the app is in front.
  case launchFinished
  /// `didFinishLaunching` has returned, and something else is in front by now.
  case launchFinishedOffScreen
  case woken(WakeCause)
  case environmentChanged
  case memoryPressure

  // MARK: Suspension
  /// `didEnterBackground` has returned and no background task is open (T32).
  case noReasonToRun
  /// Name of the task (T24).
  case lastBackgroundTaskEnded(String)
  /// The time of a wake is used up (G21).
  case wakeBudgetUsed(WakeCause)
  /// The app's main thread did not take `didEnterBackground` in time; not fatal here (C19).
  case lifeCycleMessageNotTaken
  case suspendedByCommand
  /// N1.
  case suspendedFor(Duration)
  /// Reported just before the freeze (T17).
  case backgroundTaskBegan(String)

  /// A fetch or a push was answered (F7).
  case workAnswered(WakeCause, FetchResult)
  /// F28.
  case taskCompleted(String, isSuccess: Bool)

  // MARK: Work
  /// Why a fetch or a task begins now.
  case worthwhile(WakeCause, String)
  case simulated(WakeCause)
  case pushArrived
  /// F51.
  case pushWasHeld
  case taskSubmitted(String)
  case conditionsMet(String)
  case taskExpires(String, TaskExpiration)
  case recordChanged
  /// F51: something keeps it from being begun.
  case held(WakeCause)

  // MARK: Background time
  /// T20: nothing counts down from here on.
  case heldWithoutLimit
  /// T20: the time of background tasks runs again.
  case limitIsBack
  /// T21: what is left.
  case allowanceEnding(left: Duration)

  // MARK: Sound
  case audio(AudioReason)

  // MARK: Location
  case location(LocationReason)

  // MARK: The end
  case exit(ExitReason)
  /// The event can't be; the effect says why.
  case refused
}

/// Why an app's process ended.
public enum ExitReason: Hashable, Sendable, Codable {
  // MARK: By itself
  case exitedByItself(code: Int32)
  case crashed(signal: Int32)
  /// By a signal that no part of the device sent.
  case killedFromOutside(signal: Int32)
  case neverStarted(SpawnFailure)

  // MARK: By the person
  case forceQuit
  case uninstalled
  case updated
  case shutDown
  case terminatedByCommand

  // MARK: By the system
  case watchdog(Watchdog, limit: Duration)
  /// T23: names of the tasks.
  case backgroundTaskLeftOpen([String])
  /// T27.
  case tooManyBackgroundTasks(Int)
  /// F6, F50.
  case workNotAnswered(WakeCause, limit: Duration)
  /// F28: name of the task.
  case taskNotCompleted(String)
  case memory(MemoryKill)
  /// O3.
  case exitsOnSuspend
  /// O2.
  case noMultitasking
  case linkViolation(LinkViolation)
  case freezeFailed(String)
  /// The daemon died and took its apps along.
  case deviceCrashed
}

/// Which time limit an app exceeded.
public enum Watchdog: String, Hashable, Sendable, Codable, CaseIterable {
  /// T1.
  case launch
  /// T2.
  case sceneUpdate
  /// T4.
  case enterBackground
  /// T5.
  case terminate
  /// T22.
  case expirationHandlers
}

/// A kill for memory, in the words of a jetsam report (T49).
public enum MemoryKill: Hashable, Sendable, Codable {
  /// The device has too little; the app was next in the order of T48.
  case pageShortage(from: AppState.Name, bytes: Int?)
  /// The app alone holds too much.
  case perProcessLimit(bytes: Int, limit: Int)
}
