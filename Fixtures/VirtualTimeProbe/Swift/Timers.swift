import CVirtualTimeProbe
import Foundation

/// Foundation's ways to wait.
enum Timers {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "run-loop-timer": { _ in runLoopTimer() },
    "thread-sleep": { _ in threadSleep() },
    "locks": { _ in locks() },
    "operations": { _ in operations() },
    "notifications": { _ in notifications() },
    "limit-threads": { _ in tell("\(probe_make_threads(2000)) threads") },
  ]

  private static func runLoopTimer() {
    let timer = Timer(timeInterval: 0.1, repeats: true) { timer in
      tell("timer")
      timer.invalidate()
    }
    RunLoop.main.add(timer, forMode: .default)
    let started = Date()
    RunLoop.main.run(until: started + 10)
    tell("run loop back")
    let counter = Counter()
    let daily = Timer(timeInterval: 86_400, repeats: true) { timer in
      if counter.increment() == 7 { timer.invalidate() }
    }
    RunLoop.main.add(daily, forMode: .default)
    RunLoop.main.run(until: started + 7.5 * 86_400)
    tell("fired \(counter.value) times; the date moved by \(Date().timeIntervalSince(started)) s")
  }

  private static func threadSleep() {
    let uptime = ProcessInfo.processInfo.systemUptime
    Thread.sleep(forTimeInterval: 3_600)
    tell("an hour")
    Thread.sleep(until: Date() + 0.5)
    tell("uptime moved by \(ProcessInfo.processInfo.systemUptime - uptime)")
    let condition = NSCondition()
    let thread = Thread {
      Thread.sleep(forTimeInterval: 2)
      condition.withLock { condition.signal() }
    }
    condition.withLock {
      thread.start()
      condition.wait()
    }
    tell("thread signalled")
    let isSignalled = condition.withLock { condition.wait(until: Date() + 5) }
    tell("signalled again: \(isSignalled)")
  }

  private static func locks() {
    let lock = NSLock()
    let recursive = NSRecursiveLock()
    Thread.detachNewThread {
      lock.withLock { Thread.sleep(forTimeInterval: 2) }
      recursive.withLock { recursive.withLock { Thread.sleep(forTimeInterval: 2) } }
    }
    Thread.sleep(forTimeInterval: 0.5)
    tell("try: \(lock.try())")
    tell("before: \(lock.lock(before: Date() + 0.5))")
    lock.lock()
    tell("NSLock")
    lock.unlock()
    Thread.sleep(forTimeInterval: 0.5)
    recursive.lock()
    tell("NSRecursiveLock")
    recursive.unlock()
  }

  private static func operations() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    for number in 1...6 {
      queue.addOperation { Thread.sleep(forTimeInterval: Double(number)) }
    }
    queue.addBarrierBlock { tell("barrier") }
    let last = BlockOperation { tell("last") }
    let beforeLast = BlockOperation { Thread.sleep(forTimeInterval: 10) }
    last.addDependency(beforeLast)
    queue.addOperations([last, beforeLast], waitUntilFinished: true)
    tell("all")
  }

  private static func notifications() {
    let name = Notification.Name("probe")
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
      tell("heard on main: \(Thread.isMainThread)")
    }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 30)
      NotificationCenter.default.post(name: name, object: nil)
    }
    RunLoop.main.run(until: Date() + 60)
    tell("done")
  }
}
