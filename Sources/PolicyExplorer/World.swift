import Multitasking

/// A policy, the apps that live under it, and the invariants: what the explorer moves about in.
///
/// The apps are as simple as apps can be: each remembers the deliveries it has not answered and
/// how many background tasks it holds.
struct World: Hashable {
  var policy: Policy
  var invariants = Invariants()
  var apps: [AppID: Puppet] = [:]
  var now: Instant

  /// The app side: what a real app could do next depends on this.
  struct Puppet: Hashable {
    var isRunning = false
    var isFrozen = false
    var isConnected = false
    var isDoomed = false
    var isDebugged = false
    var unanswered: [UInt64] = []
    var openTasks = 0
    /// Tasks that the device was told of since the app is in the background.
    var toldTasks = 0
    var wasExpired = false
    /// What it was given to do and has not answered: numbers, and whether they are tasks.
    var work: [Work] = []
  }

  struct Work: Hashable {
    var id: UInt64
    var isTask: Bool
  }

  init(profile: Profile, isMultitaskingSupported: Bool, apps manifests: [AppManifest]) {
    now = .zero
    policy = Policy(profile: profile, isMultitaskingSupported: isMultitaskingSupported, at: now)
    for manifest in manifests {
      apps[manifest.id] = Puppet()
      _ = policy.handle(
        .installed(manifest, lastExit: nil, isForceQuit: false), at: now)
    }
  }

  /// One step: an event after some time.
  enum Step: Hashable {
    case event(Event)
    /// The app begins with its oldest unanswered delivery.
    case begin(AppID)
    /// It answers; `tasks` if this answer tells of them.
    case answer(AppID, tasks: Int?)
    case tasks(AppID, Int)
    /// It answers the oldest fetch, push or task that it was given.
    case finishWork(AppID)
    /// It does something with sound.
    case sound(AppID, AudioEvent)
    /// It does something with location.
    case locate(AppID, LocationEvent)
    /// The device is so many metres north of the equator.
    case move(Double)
    case exit(AppID, ProcessExit)
    /// On to the next deadline.
    case wait
    case pass(Duration)
  }

  /// Takes a step; nil when it can't be taken here, else what is wrong afterwards.
  mutating func take(_ step: Step) -> [String]? {
    switch step {
    case .event(let event): return handle(event)
    case .begin(let app):
      guard let puppet = apps[app], puppet.runs, let first = puppet.unanswered.first else {
        return nil
      }
      return handle(.started(app, delivery: first))
    case .answer(let app, let tasks):
      guard let puppet = apps[app], puppet.runs, let first = puppet.unanswered.first else {
        return nil
      }
      apps[app]?.unanswered.removeFirst()
      if let tasks {
        apps[app]?.openTasks = tasks
        apps[app]?.toldTasks = tasks
      }
      return handle(
        .handled(app, delivery: first, tasks: tasks.map { OpenTasks(count: $0, names: []) }))
    case .tasks(let app, let count):
      guard let puppet = apps[app], puppet.runs, puppet.isConnected, puppet.openTasks != count
      else { return nil }
      apps[app]?.openTasks = count
      apps[app]?.toldTasks = count
      return handle(.backgroundTasks(app, OpenTasks(count: count)))
    case .finishWork(let app):
      guard let puppet = apps[app], puppet.runs, let work = puppet.work.first else { return nil }
      apps[app]?.work.removeFirst()
      return handle(
        .work(
          app,
          work.isTask
            ? .completed(work: work.id, isSuccess: true, cost: nil)
            : .answered(work: work.id, .newData, cost: nil)))
    case .sound(let app, let event):
      guard let puppet = apps[app], puppet.runs, puppet.isConnected else { return nil }
      return handle(.audio(app, event))
    case .locate(let app, let event):
      guard let puppet = apps[app], puppet.runs, puppet.isConnected else { return nil }
      return handle(.location(app, event))
    case .move(let metres):
      return handle(.position(.fix(Fix(latitude: metres / 111_195, longitude: 0, at: now))))
    case .exit(let app, let exit):
      guard let puppet = apps[app], puppet.isRunning else { return nil }
      // A frozen app ends by a signal only, a doomed one by the signal that is on its way.
      if puppet.isFrozen || puppet.isDoomed, exit != .signaled(9) { return nil }
      apps[app] = Puppet()
      return handle(.exited(app, exit))
    case .wait:
      guard let deadline = policy.nextDeadline else { return nil }
      now = max(now, deadline)
      return handle(.deadline)
    case .pass(let duration):
      now = now + duration
      return handle(.deadline)
    }
  }

  private mutating func handle(_ event: Event) -> [String] {
    if case .connected(let app) = event { apps[app]?.isConnected = true }
    if case .debugger(let app, let isAttached) = event, apps[app]?.isRunning == true {
      apps[app]?.isDebugged = isAttached
    }
    let effects = policy.handle(event, at: now)
    var violations: [String] = []
    for effect in effects { perform(effect, &violations) }
    violations += invariants.check(policy, after: effects)
    for effect in effects where effect.app != nil {
      if effect.reason == .refused {
        violations.append("a refusal that names an app as its object")
      }
    }
    for (app, puppet) in apps.sorted(by: { $0.key < $1.key }) {
      let isRunning = policy.state(of: app)?.name != .notRunning
      if isRunning && !puppet.isRunning {
        violations.append("\(app) is \(policy.state(of: app)!.name.rawValue) without a process")
      }
    }
    if let deadline = policy.nextDeadline, deadline <= now {
      violations.append("a deadline is left in the past")
    }
    return violations
  }

  private mutating func perform(_ effect: Effect, _ violations: inout [String]) {
    guard let app = effect.app, var puppet = apps[app] else { return }
    switch effect.action {
    case .spawn: puppet = Puppet(isRunning: true)
    case .freeze:
      puppet.isFrozen = true
      if puppet.toldTasks > 0, !puppet.wasExpired, effect.reason != .suspendedByCommand {
        violations.append("\(app) was frozen with a background task open")
      }
    case .thaw:
      puppet.isFrozen = false
      puppet.wasExpired = false
    case .kill: puppet.isDoomed = true
    case .recordExit(let exit):
      switch exit.reason {
      case .watchdog, .backgroundTaskLeftOpen, .workNotAnswered, .taskNotCompleted:
        if puppet.isDebugged { violations.append("\(app) was ended under a debugger (T6)") }
      default: break
      }
    case .deliver(let delivery):
      puppet.unanswered.append(delivery.id)
      switch delivery.message {
      case .didEnterBackground, .runInBackground, .willEnterForeground:
        puppet.toldTasks = 0
        puppet.wasExpired = false
      case .expireBackgroundTasks: puppet.wasExpired = true
      case .performFetch(let work), .remoteNotification(let work, _):
        puppet.work.append(Work(id: work, isTask: false))
      case .launchTask(let work, _): puppet.work.append(Work(id: work, isTask: true))
      default: break
      }
    case .recordForceQuit, .forget, .refuse, .keepBackgroundRecord, .answerSubmission, .hold,
      .audio, .reclaimSockets, .location:
      break
    }
    apps[app] = puppet
  }

  /// The same situation at another time is the same situation.
  var canonical: World {
    var copy = self
    copy.policy = policy.rebased()
    copy.invariants = invariants.rebased(to: policy)
    copy.now = .zero
    for app in apps.keys {
      let count = apps[app]?.unanswered.count ?? 0
      copy.apps[app]?.unanswered = (0..<count).map { UInt64($0 + 1) }
      for index in copy.apps[app]?.work.indices ?? 0..<0 {
        copy.apps[app]?.work[index].id = UInt64(index + 1)
      }
    }
    return copy
  }
}

extension World.Puppet {
  var runs: Bool { isRunning && !isFrozen && !isDoomed }
}
