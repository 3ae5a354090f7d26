import Dispatch
import Foundation

/// Dispatch's ways to wait.
enum Dispatching {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "after": { _ in after() },
    "source-timer": { _ in sourceTimer() },
    "groups": { _ in groups() },
    "queues": { _ in queues() },
    "sources": { _ in sources() },
    "main-queue": { _ in mainQueue() },
  ]

  private static func after() {
    let done = DispatchGroup()
    func add(_ name: String, _ queue: DispatchQueue, _ deadline: DispatchTime) {
      done.enter()
      queue.asyncAfter(deadline: deadline) {
        tell(name)
        done.leave()
      }
    }
    add("global", .global(), .now() + 60)
    add("serial", DispatchQueue(label: "serial"), .now() + .milliseconds(61_500))
    add("utility", .global(qos: .utility), .now() + .nanoseconds(62_000_000_001))
    done.enter()
    DispatchQueue.global().asyncAfter(wallDeadline: .now() + 63) {
      tell("wall")
      done.leave()
    }
    done.wait()
    let item = DispatchWorkItem { tell("never") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 5, execute: item)
    item.cancel()
    tell("item waited for: \(item.wait(timeout: .now() + 2))")
  }

  private static func sourceTimer() {
    let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
    let fires = Counter()
    let enough = DispatchSemaphore(value: 0)
    source.schedule(deadline: .now() + 1, repeating: 900)
    source.setEventHandler {
      switch fires.increment() {
      case 1: tell("first")
      case 673: enough.signal()
      default: break
      }
    }
    source.resume()
    enough.wait()
    tell("a week later")
    source.suspend()
    tell("suspended: \(enough.wait(timeout: .now() + 100_000) == .timedOut)")
    source.cancel()
    source.resume()
  }

  private static func groups() {
    let group = DispatchGroup()
    for seconds in 1...3 {
      DispatchQueue.global().async(group: group) {
        Thread.sleep(forTimeInterval: Double(seconds))
      }
    }
    tell("timed out: \(group.wait(timeout: .now() + 2.5) == .timedOut)")
    let notified = DispatchSemaphore(value: 0)
    group.notify(queue: .global()) {
      tell("notified")
      notified.signal()
    }
    notified.wait()
    tell("wall: \(notified.wait(wallTimeout: .now() + 4) == .timedOut)")
    tell("uptime: \(notified.wait(timeout: .now() + 4) == .timedOut)")
  }

  private static func queues() {
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let running = Counter()
    for _ in 1...8 {
      concurrent.async {
        running.increment()
        Thread.sleep(forTimeInterval: 2)
      }
    }
    concurrent.async(flags: .barrier) { tell("barrier after \(running.value)") }
    concurrent.sync { tell("sync") }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in Thread.sleep(forTimeInterval: 1) }
    tell("performed")
    let serial = DispatchQueue(label: "serial")
    serial.async { Thread.sleep(forTimeInterval: 5) }
    serial.sync { tell("serial") }
  }

  private static func sources() {
    let pipe = Pipe()
    let seen = DispatchSemaphore(value: 0)
    let reader = DispatchSource.makeReadSource(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: .global())
    reader.setEventHandler {
      let data = pipe.fileHandleForReading.availableData
      tell("read \(data.count)")
      seen.signal()
    }
    reader.resume()
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 12)
      pipe.fileHandleForWriting.write(Data("hello".utf8))
    }
    seen.wait()
    reader.cancel()
    let data = DispatchSource.makeUserDataAddSource(queue: .global())
    data.setEventHandler {
      tell("data \(data.data)")
      seen.signal()
    }
    data.resume()
    data.add(data: 3)
    seen.wait()
  }

  private static func mainQueue() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1_000) {
      tell("main: \(Thread.isMainThread)")
      exit(0)
    }
    dispatchMain()
  }
}
