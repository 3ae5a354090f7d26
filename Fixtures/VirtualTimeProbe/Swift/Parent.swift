import CVirtualTimeProbe
import Foundation
import Glibc
import Synchronization

/// What a program sees of its children. They are the same program; see `Child`.
enum Parent {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "child-ends": { _ in childEnds() },
    "child-talks": { _ in childTalks() },
    "child-reads-lines": { _ in childReadsLines() },
    "child-frozen": { _ in childFrozen() },
    "child-killed": { _ in childKilled() },
    "child-crashes": { _ in childCrashes() },
    "child-becomes-another": { _ in childBecomesAnother() },
    "any-child": { _ in anyChild() },
    "grandchildren": { _ in grandchildren() },
    "killed-from-outside": { _ in killedFromOutside() },
    "ends-first": { _ in endsFirst() },
    "same-instant": { _ in sameInstant() },
    "runs": { runs($0) },
    "fork-and-exec": { _ in probe_fork_and_exec(own, "exits") },
    "child-stuck": { childStuck($0) },
  ]

  /// The path of this program.
  static var own: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  /// Starts a child whose output is told line by line, and whose end is told too.
  @discardableResult
  static func start(
    _ arguments: [String], input: Pipe? = nil, ended: DispatchSemaphore? = nil
  ) -> Process {
    let name = arguments[0]
    let child = Process()
    child.executableURL = URL(filePath: own)
    child.arguments = ["child"] + arguments
    if let input { child.standardInput = input }
    let output = Pipe()
    child.standardOutput = output
    // Read to its end by a thread: a dispatch source tells of what is there and of the end at once.
    let closed = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
          tell("| \(line)")
        }
      }
      closed.signal()
    }
    child.terminationHandler = { child in
      closed.wait()
      let how = child.terminationReason == .exit ? "code" : "signal"
      tell("\(name) ended with \(how) \(child.terminationStatus)")
      ended?.signal()
    }
    do { try child.run() } catch { tell("not started: \(error)") }
    return child
  }

  private static func childEnds() {
    let ended = DispatchSemaphore(value: 0)
    start(["exits"], ended: ended)
    ended.wait()
    let waited = Process()
    waited.executableURL = URL(filePath: own)
    waited.arguments = ["child", "sleeps", "100"]
    try? waited.run()
    tell("running: \(waited.isRunning)")
    waited.waitUntilExit()
    tell("exit code \(waited.terminationStatus)")
  }

  private static func childTalks() {
    let input = Pipe()
    let ended = DispatchSemaphore(value: 0)
    start(["echoes"], input: input, ended: ended)
    for word in ["one", "two"] {
      Thread.sleep(forTimeInterval: 10)
      input.fileHandleForWriting.write(Data("\(word)\n".utf8))
    }
    Thread.sleep(forTimeInterval: 10)
    try? input.fileHandleForWriting.close()
    ended.wait()
  }

  private static func childReadsLines() {
    let input = Pipe()
    let ended = DispatchSemaphore(value: 0)
    start(["reads-lines"], input: input, ended: ended)
    for words in ["one\ntw", "o\n"] {
      Thread.sleep(forTimeInterval: 10)
      input.fileHandleForWriting.write(Data(words.utf8))
    }
    Thread.sleep(forTimeInterval: 10)
    try? input.fileHandleForWriting.close()
    ended.wait()
  }

  private static func childFrozen() {
    let input = Pipe()
    let ended = DispatchSemaphore(value: 0)
    let child = start(["ticks"], input: input, ended: ended)
    Thread.sleep(forTimeInterval: 25)
    tell("freeze")
    kill(child.processIdentifier, SIGSTOP)
    input.fileHandleForWriting.write(Data("news\n".utf8))
    Thread.sleep(forTimeInterval: 1_000)
    tell("thaw")
    kill(child.processIdentifier, SIGCONT)
    Thread.sleep(forTimeInterval: 20)
    kill(child.processIdentifier, SIGSTOP)
    tell("kill while frozen")
    kill(child.processIdentifier, SIGKILL)
    ended.wait()
  }

  private static func childKilled() {
    for signal in [SIGKILL, SIGTERM] {
      let ended = DispatchSemaphore(value: 0)
      let child = start(["sleeps", "1000"], ended: ended)
      Thread.sleep(forTimeInterval: 33)
      kill(child.processIdentifier, signal)
      ended.wait()
    }
  }

  private static func childCrashes() {
    for way in ["traps", "aborts", "reads-nothing"] {
      let ended = DispatchSemaphore(value: 0)
      start([way], ended: ended)
      ended.wait()
    }
  }

  private static func childBecomesAnother() {
    let ended = DispatchSemaphore(value: 0)
    start(["becomes", "exits"], ended: ended)
    ended.wait()
  }

  private static func spawn(_ arguments: [String]) -> pid_t {
    var strings = ([own, "child"] + arguments).map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var child = pid_t()
    return posix_spawn(&child, own, nil, nil, &strings, environ) == 0 ? child : -1
  }

  private static func anyChild() {
    var names: [pid_t: String] = [:]
    for seconds in [30, 10, 20] { names[spawn(["sleeps", "\(seconds)"])] = "\(seconds) s" }
    var status: Int32 = 0
    for _ in 1...3 {
      let child = waitpid(-1, &status, 0)
      tell("\(names[child] ?? "somebody") with status \(status)")
    }
    tell("no child left: \(waitpid(-1, &status, 0) == -1 && errno == ECHILD)")
    let last = spawn(["sleeps", "5"])
    tell("not yet: \(waitpid(last, &status, WNOHANG))")
    var information = siginfo_t()
    waitid(P_PID, id_t(last), &information, WEXITED | WNOWAIT)
    tell("seen")
    tell("collected: \(wait4(last, &status, 0, nil) == last)")
  }

  private static func grandchildren() {
    let ended = DispatchSemaphore(value: 0)
    start(["has-children"], ended: ended)
    ended.wait()
  }

  /// Lives on in virtual time until somebody in the real world ends the child.
  private static func killedFromOutside() {
    let child = Process()
    child.executableURL = URL(filePath: own)
    child.arguments = ["child", "sleeps", "1000000000"]
    let ended = Counter()
    child.terminationHandler = { child in
      print("signal \(child.terminationStatus)")
      ended.increment()
    }
    try? child.run()
    print("child \(child.processIdentifier)")
    while ended.value == 0 { Thread.sleep(forTimeInterval: 0.001) }
    print("went on")
  }

  /// Ends while a child has years to go.
  private static func endsFirst() {
    let child = spawn(["sleeps", "1000000000"])
    print("child \(child)")
    Thread.sleep(forTimeInterval: 1)
    exit(3)
  }

  /// Several children at the same instants: who comes first is the seed's choice.
  private static func sameInstant() {
    let ended = DispatchSemaphore(value: 0)
    for number in 1...5 { start(["says", "\(number)"], ended: ended) }
    for _ in 1...5 { ended.wait() }
  }

  /// Another program, in this one's world or not.
  private static func runs(_ arguments: [String]) {
    let child = Process()
    child.executableURL = URL(filePath: arguments[0])
    child.arguments = Array(arguments.dropFirst())
    do { try child.run() } catch { return tell("not started") }
    child.waitUntilExit()
    tell("ended with \(child.terminationStatus)")
  }

  private static func childStuck(_ arguments: [String]) {
    let ended = DispatchSemaphore(value: 0)
    start(["waits", arguments[0]], ended: ended)
    ended.wait()
    Thread.sleep(forTimeInterval: 5)
    tell("went on")
  }
}
