import AppLink
import Foundation

extension BackgroundTaskLedger {
  struct OpenTask {
    let id: Int
    let name: BackgroundTaskName
    var handler: (@MainActor @Sendable () -> Void)?
    /// Nanoseconds of the monotonic clock; 0 where nobody watches ages.
    let beganAt: Int64
    var isWarnedOf = false
  }

  enum Grant {
    /// Foreground, or not launched yet: tasks are granted and nothing counts down.
    case dormant
    case background(endsAt: Int64?)
    /// Time is up: what is open counts on, nothing begins.
    case withdrawn(endsAt: Int64?)
  }

  /// What the ledger's lock guards.
  struct State {
    var rules = Rules()
    /// Ordered by id, which is the order of begin.
    var tasks: [OpenTask] = []
    var grant = Grant.dormant
    /// Whether the device hears of the first begin and of the last end.
    var isReporting = false
    private(set) var lastID: Int
    private var watch: (any DispatchSourceTimer)?

    init(lastID: Int) { self.lastID = lastID }

    var grantsTasks: Bool {
      guard rules.isMultitaskingSupported else { return false }
      if case .withdrawn = grant { return false }
      return true
    }

    var isInBackground: Bool {
      if case .dormant = grant { false } else { true }
    }

    var endsAt: Int64? {
      switch grant {
      case .dormant: nil
      case .background(let endsAt), .withdrawn(let endsAt): endsAt
      }
    }

    mutating func withdraw() { grant = .withdrawn(endsAt: endsAt) }

    mutating func append(
      name: BackgroundTaskName, handler: (@MainActor @Sendable () -> Void)?
    ) -> Int {
      lastID += 1
      let beganAt = rules.warningAge == nil ? 0 : MonotonicClock.nanoseconds
      tasks.append(OpenTask(id: lastID, name: name, handler: handler, beganAt: beganAt))
      return lastID
    }

    mutating func remove(_ id: Int) -> OpenTask? {
      // Most pairs are nested: the task that ends is the one that began last.
      if tasks.last?.id == id { return tasks.removeLast() }
      return index(of: id).map { tasks.remove(at: $0) }
    }

    mutating func takeHandler(of id: Int) -> (@MainActor @Sendable () -> Void)? {
      guard let index = index(of: id) else { return nil }
      defer { tasks[index].handler = nil }
      return tasks[index].handler
    }

    func openTasks(lastEnded: String? = nil) -> AppMessage.OpenTasks {
      AppMessage.OpenTasks(
        count: tasks.count, names: tasks.prefix(LinkLimits.taskNamesMax).map(\.name.text),
        lastEnded: lastEnded)
    }

    private func index(of id: Int) -> Int? {
      var low = 0
      var high = tasks.count
      while low < high {
        let middle = (low + high) / 2
        if tasks[middle].id < id { low = middle + 1 } else { high = middle }
      }
      return low < tasks.count && tasks[low].id == id ? low : nil
    }
  }
}

// MARK: - Old tasks (T26)

extension BackgroundTaskLedger.State {
  /// Sets the one timer that warns of the oldest task. None while no task waits for a warning.
  mutating func watchAges(_ ledger: BackgroundTaskLedger) {
    stopWatchingAges()
    guard isInBackground, let age = rules.warningAge,
      let oldest = tasks.first(where: { !$0.isWarnedOf })
    else { return }
    let delay = max(0, oldest.beganAt + age - MonotonicClock.nanoseconds)
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.setEventHandler { [weak ledger] in ledger?.warnOfOldTasks() }
    timer.schedule(deadline: .now() + .nanoseconds(Int(delay)))
    timer.activate()
    watch = timer
  }

  /// For a task that began now: an older one that waits for its warning comes first.
  mutating func watchAgesUnlessWatched(_ ledger: BackgroundTaskLedger) {
    if rules.warningAge != nil, watch == nil { watchAges(ledger) }
  }

  mutating func stopWatchingAges() {
    guard let timer = watch else { return }
    timer.cancel()
    watch = nil
  }

  /// One line for each task that is due, once.
  mutating func warnings(at now: Int64) -> [String] {
    guard isInBackground, let age = rules.warningAge else { return [] }
    return tasks.indices.compactMap { index in
      let task = tasks[index]
      guard !task.isWarnedOf, now - task.beganAt >= age else { return nil }
      tasks[index].isWarnedOf = true
      return "Background Task \(task.id) (\"\(task.name.text)\"), was created over "
        + "\(age / 1_000_000_000) seconds ago. In applications running in the background, this "
        + "creates a risk of termination. Remember to call "
        + "UIApplication.endBackgroundTask(_:) for your task in a timely manner to avoid this."
    }
  }
}
