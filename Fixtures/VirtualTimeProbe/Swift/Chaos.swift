import Foundation
import Glibc
import Synchronization

/// Everything at once for five days: about 32 threads that meet in every way, and children that are
/// frozen, killed and crash. Whoever comes first is written down; the order is the seed's choice.
final class Chaos: Sendable {
  private let lines = Mutex<[String]>([])
  private let work = DispatchGroup()
  private let days = 5.0

  private func note(_ text: String) {
    let instant = Date().timeIntervalSinceReferenceDate
    lines.withLock { $0.append("\(instant) \(text)") }
  }

  /// Work that has to be over before the end.
  private func begin(_ name: String) -> @Sendable () -> Void {
    work.enter()
    return { [self] in
      note("\(name) is over")
      work.leave()
    }
  }

  func run() {
    crowdQueues()
    crowdOperations()
    crowdThreads()
    crowdTasks()
    startTimers()
    haveChildren()
    work.notify(queue: .main) { [self] in
      for line in lines.withLock({ $0 }) { print(line) }
      print(UUID().uuidString, Int.random(in: 0..<1_000_000))
      exit(0)
    }
    RunLoop.main.run()
  }

  private func crowdQueues() {
    for number in 0..<12 {
      let over = begin("global \(number)")
      DispatchQueue.global(qos: number % 2 == 0 ? .utility : .userInitiated).async {
        Thread.sleep(forTimeInterval: Double(number % 3))
        over()
      }
    }
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    for number in 0..<6 {
      let over = begin("concurrent \(number)")
      concurrent.async(flags: number == 3 ? .barrier : []) { over() }
    }
    let places = DispatchSemaphore(value: 2)
    for number in 0..<6 {
      let over = begin("place \(number)")
      DispatchQueue.global().async {
        places.wait()
        Thread.sleep(forTimeInterval: 0.5)
        places.signal()
        over()
      }
    }
    let over = begin("performing")
    DispatchQueue.global().async { [self] in
      DispatchQueue.concurrentPerform(iterations: 8) { note("iteration \($0)") }
      over()
    }
  }

  private func crowdOperations() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 3
    for number in 0..<9 {
      let over = begin("operation \(number)")
      queue.addOperation {
        Thread.sleep(forTimeInterval: Double(number % 3))
        over()
      }
    }
  }

  /// Eight threads that contend for a lock, and eight that wait for a condition.
  private func crowdThreads() {
    let lock = NSLock()
    let turns = Counter()
    let gate = Gate()
    for number in 0..<8 {
      let contended = begin("contender \(number)")
      Thread.detachNewThread {
        for _ in 0..<40 {
          lock.withLock { if turns.increment() % 7 == 0 { sched_yield() } }
        }
        contended()
      }
      let waited = begin("waiter \(number)")
      Thread.detachNewThread {
        gate.pass()
        waited()
      }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 100) { gate.open() }
  }

  private actor Account {
    var balance = 0
    func add(_ amount: Int) async {
      let before = balance
      await Task.yield()
      balance = before + amount
    }
  }

  private func crowdTasks() {
    let account = Account()
    let added = begin("account")
    Task { [self] in
      await withTaskGroup(of: Void.self) { group in
        for amount in 1...16 {
          group.addTask { [self] in
            try? await Task.sleep(for: .milliseconds(amount % 4))
            await account.add(amount)
            note("added \(amount)")
          }
        }
      }
      note("balance \(await account.balance)")
      added()
    }
    let slept = begin("sleeper")
    Task { @MainActor [self] in
      for day in 1...Int(days) {
        try? await Task.sleep(for: .seconds(86_400))
        note("day \(day)")
      }
      slept()
    }
  }

  private func startTimers() {
    let hours = Counter()
    let timed = begin("timer")
    let timer = Timer(timeInterval: 3_600, repeats: true) { [self] timer in
      guard hours.increment() == Int(days * 24) else { return note("hour \(hours.value)") }
      timer.invalidate()
      timed()
    }
    RunLoop.main.add(timer, forMode: .default)
    let source = DispatchSource.makeTimerSource(queue: .global())
    let quarters = Counter()
    let sourced = begin("source")
    source.schedule(deadline: .now() + 900, repeating: 900)
    source.setEventHandler {
      guard quarters.increment() == 400 else { return }
      source.cancel()
      sourced()
    }
    source.resume()
  }

  /// Four that live side by side: one ends, one crashes, one is killed while frozen, one is frozen
  /// for a day.
  private func haveChildren() {
    for number in 0..<4 {
      let over = begin("child \(number)")
      Thread.detachNewThread { [self] in
        let child = Process()
        child.executableURL = URL(filePath: Parent.own)
        child.arguments = ["child"] + [["exits"], ["traps"], ["ticks"], ["echoes"]][number]
        let input = Pipe()
        let output = Pipe()
        child.standardInput = input
        child.standardOutput = output
        child.standardError = FileHandle.nullDevice
        Thread.detachNewThread { [self] in
          while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            note("child \(number): \(String(decoding: data, as: UTF8.self))")
          }
        }
        child.terminationHandler = { [self] child in
          note("child \(number): \(child.terminationStatus)")
          over()
        }
        try? child.run()
        guard number >= 2 else { return }
        Thread.sleep(forTimeInterval: 86_400)
        kill(child.processIdentifier, SIGSTOP)
        input.fileHandleForWriting.write(Data("news\n".utf8))
        Thread.sleep(forTimeInterval: 86_400)
        if number == 2 {
          kill(child.processIdentifier, SIGKILL)
        } else {
          kill(child.processIdentifier, SIGCONT)
          Thread.sleep(forTimeInterval: 10)
          try? input.fileHandleForWriting.close()
        }
      }
    }
  }
}

/// Closed until it is opened.
private final class Gate: @unchecked Sendable {
  // Unchecked: `isOpen` is read and written with the condition's lock held.
  private let condition = NSCondition()
  private var isOpen = false

  func pass() {
    condition.withLock { while !isOpen { condition.wait() } }
  }

  func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }
}
