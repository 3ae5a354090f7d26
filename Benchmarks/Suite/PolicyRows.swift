import Multitasking

/// The policy alone: apps are opened, left and suspended, and answer everything.
struct PolicyRows {
  static let samples = 1_000
  static let eventsPerSample = 200

  func measure() -> [Row] {
    [1, 20, 1_000].map { apps in
      let story = Story(apps: apps, count: PolicyRows.samples * PolicyRows.eventsPerSample)
      let policy = rates(story) { policy, event, at in policy.handle(event, at: at).count }
      let peer = rates(story) { _, event, _ in PolicyRows.emptySwitch(event) }
      return Row(
        "policy events, \(apps) installed", policy, unit: .rate, against: peer, goal: "> 1 M/s",
        isMet: policy.p50 > 1e6)
    }
  }

  /// Events per second: the middle, and the slowest hundredth.
  private func rates(
    _ story: Story, _ handle: (inout Policy, Event, Instant) -> Int
  ) -> Figure {
    var policy = story.start
    var effects = 0
    let times = (0..<PolicyRows.samples).map { sample in
      let first = sample * PolicyRows.eventsPerSample
      return Stopwatch.time {
        for (event, at) in story.events[first..<first + PolicyRows.eventsPerSample] {
          effects += handle(&policy, event, at)
        }
      }
    }
    // Otherwise nothing would have to be computed.
    precondition(effects >= 0)
    let time = Figure(times, dividedBy: Double(PolicyRows.eventsPerSample) * 1e9)
    return Figure(p50: 1 / time.p50, p99: 1 / time.p99)
  }

  @inline(never)
  private static func emptySwitch(_ event: Event) -> Int {
    switch event {
    case .opened: 1
    case .connected: 2
    case .handled: 3
    case .homePressed: 4
    case .deadline: 5
    default: 0
    }
  }
}

/// Events that a device would have had, and when.
private struct Story {
  var start: Policy
  var events: [(Event, Instant)] = []

  private var policy: Policy
  private var now = Instant.zero
  private var unanswered: [(AppID, UInt64)] = []

  init(apps count: Int, count eventCount: Int) {
    policy = Policy(profile: .modern, at: now)
    let apps = (0..<count).map { AppID("com.example.app\($0)") }
    for app in apps {
      _ = policy.handle(
        .installed(AppManifest(id: app), lastExit: nil, isForceQuit: false), at: now)
    }
    start = policy
    events.reserveCapacity(eventCount)
    var turn = 0
    while events.count < eventCount {
      live(with: apps[turn % count])
      turn += 1
    }
    events.removeLast(events.count - eventCount)
  }

  /// Opens an app, goes home, and waits until it is suspended.
  private mutating func live(with app: AppID) {
    take(.opened(app))
    answerAll()
    take(.homePressed)
    answerAll()
    while policy.state(of: app)?.name != .suspended, let deadline = policy.nextDeadline {
      now = deadline
      take(.deadline)
      answerAll()
    }
  }

  private mutating func answerAll() {
    while !unanswered.isEmpty {
      let (app, delivery) = unanswered.removeFirst()
      take(.handled(app, delivery: delivery, tasks: OpenTasks.none))
    }
  }

  private mutating func take(_ event: Event) {
    now = now + .microseconds(100)
    events.append((event, now))
    for effect in policy.handle(event, at: now) {
      guard let app = effect.app else { continue }
      switch effect.action {
      case .spawn: take(.connected(app))
      case .deliver(let delivery): unanswered.append((app, delivery.id))
      default: break
      }
    }
  }
}
