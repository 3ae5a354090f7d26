import Foundation
import Glibc
import Testing

/// What virtual time cannot do ends with a message that names the program, the thread and the call,
/// within ten real seconds.
@Suite struct EndTests {
  /// A run that ends by the library's doing.
  private func run(
    _ arguments: String..., code: Int32, says: [String], patience: String = "1",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run =
      arguments.count == 1
      ? try ProbeRun(arguments[0], environment: ["VIRTUAL_TIME_PATIENCE": patience])
      : try ProbeRun(
        arguments[0], arguments[1], environment: ["VIRTUAL_TIME_PATIENCE": patience])
    #expect(run.code == code, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.seconds < 10, sourceLocation: sourceLocation)
    for text in says {
      #expect(
        run.errors.contains(text), "no \"\(text)\" in:\n\(run.errors)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `A world in which nothing can run is at its end at once, and every wait is named`()
    throws
  {
    try run(
      "without-end", code: 75,
      says: [
        "virtual time: nothing can run any more, and no time is waited for at 0.000000000 s, seed 1:",
        "virtual-time-probe (process 1), thread 1: waits in read",
      ])
    try run(
      "suspended", code: 75,
      says: ["thread 1: waits in sigsuspend", "thread 2 \"pausing\": waits in pause"])
  }

  @Test func `A deadlock of two mutexes says which thread holds what the other waits for`() throws {
    try run(
      "deadlock", code: 75,
      says: [
        "thread 1: waits in pthread_mutex_lock for thread 2",
        "thread 2 \"other\": waits in pthread_mutex_lock for thread 1",
      ])
  }

  @Test func `A deadlock in a child is reported, and ends the world`() throws {
    try run(
      "child-stuck", "deadlock", code: 75,
      says: ["(process 2), thread 1: waits in pthread_mutex_lock for thread 2"])
  }

  @Test func `A thread that computes without end is ended by the watchdog`() throws {
    try run(
      "computing", code: 76,
      says: [
        "virtual-time-probe (process 1), thread 1 has computed for 1 real seconds without a call"
      ])
  }

  @Test func `A child that computes without end is ended alone`() throws {
    let run = try ProbeRun(
      "child-stuck", "computing", environment: ["VIRTUAL_TIME_PATIENCE": "1"])
    #expect(run.lines == ["0 waits ended with signal 9", "5 went on"], "\(run.errors)")
    #expect(run.errors.contains("(process 2), thread 1 has computed for 1 real seconds"))
    #expect(run.code == 0)
  }

  @Test func `A wait that the library cannot see is ended, and the system call is named`() throws {
    try run(
      "out-of-sight", code: 76,
      says: [
        "virtual-time-probe (process 1), thread 1 has been in openat for 1 real seconds",
        "a wait that virtual time cannot see",
      ])
  }

  @Test func `Threads that take turns for ever are ended`() throws {
    try run("turns", code: 76, says: ["never lets this instant end"], patience: "8")
  }

  @Test func `The network is refused`() throws {
    let run = try ProbeRun("network")
    let who = "virtual time: virtual-time-probe (process 1), thread 1: "
    #expect(run.errors.contains(who + "connect (8.8.8.8) is refused; there is no network"))
    #expect(run.errors.contains(who + "getaddrinfo (example.com) is refused; there is no network"))
    #expect(
      run.lines == [
        "0 connect: Network is unreachable",
        "0 getaddrinfo: Non-recoverable failure in name resolution", "0 localhost: known",
      ])
  }

  @Test func `Signals of timers, cancelling and barriers are refused`() throws {
    let run = try ProbeRun("refused")
    let who = "virtual time: virtual-time-probe (process 1), thread 1 \"asker\": "
    for call in [
      "timer_create", "setitimer", "alarm", "pthread_cancel", "pthread_barrier_wait",
    ] {
      #expect(run.errors.contains("\(who)\(call) is refused; "), "\(run.errors)")
    }
    #expect(
      run.lines == [
        "0 timer_create: not there", "0 setitimer: not there", "0 pthread_cancel: not there",
        "0 pthread_barrier_wait: invalid", "2 still there",
      ])
  }

  @Test func `More threads than there may be are refused, and the limit is named`() throws {
    let limit = try Limits()["THREADS_MAX"]
    let run = try ProbeRun("limit-threads")
    #expect(run.output == "0 \(limit - 1) threads\n")
    #expect(run.errors.contains("thread 1: no more than \(limit) threads (pthread_create)"))
  }

  @Test func `More timers than there may be are refused, and the limit is named`() throws {
    let limit = try Limits()["TIMERS_MAX"]
    let run = try ProbeRun("timers")
    #expect(run.output == "0 \(limit) timers, then: Too many open files\n")
    #expect(run.errors.contains("thread 1: no more than \(limit) timers (timerfd_create)"))
  }

  @Test(arguments: [
    ("VIRTUAL_TIME_SEED", "many", 64, "VIRTUAL_TIME_SEED=many is no number"),
    ("VIRTUAL_TIME_SEED", "-1", 64, "VIRTUAL_TIME_SEED=-1 is no number"),
    (
      "VIRTUAL_TIME_SEED", "99999999999999999999", 64,
      "VIRTUAL_TIME_SEED=99999999999999999999 is no number"
    ),
    ("VIRTUAL_TIME_PREEMPTION", "often", 64, "VIRTUAL_TIME_PREEMPTION=often is no number"),
    (
      "VIRTUAL_TIME_START", "tomorrow", 64,
      "VIRTUAL_TIME_START=tomorrow is no date; write it as 2026-01-01T00:00:00Z"
    ),
    (
      "VIRTUAL_TIME_START", "2026-01-01T00:00:00.Z", 64,
      "VIRTUAL_TIME_START=2026-01-01T00:00:00.Z is no date; write it as 2026-01-01T00:00:00Z"
    ),
    ("VIRTUAL_TIME_WORLD", "/nonexistent", 76, "the world /nonexistent is no more"),
    ("VIRTUAL_TIME_WORLD", "/dev/null", 76, "the world's memory cannot be mapped"),
  ])
  func `A value that cannot be used is refused in a sentence`(
    _ name: String, _ value: String, _ code: Int32, _ sentence: String
  ) throws {
    let run = try ProbeRun("sleeps", environment: [name: value])
    #expect(run.code == code)
    #expect(run.errors.contains("virtual time: ") && run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output == "")
    #expect(run.seconds < 10)
  }

  @Test func `/dev/random and /dev/urandom are served from the seed, which is said once`() throws {
    let run = try ProbeRun("random-devices")
    #expect(run.output == "0 1 byte\n")
    let said =
      "virtual-time-probe (process 1), thread 1: open (/dev/random) is served from the seed"
    #expect(run.errors.contains("virtual time: " + said), "\(run.errors)")
    #expect(run.errors.matches(of: /served from the seed/).count == 1)
  }

  @Test func `A program that cannot load the library runs in real time, which is said`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = try staticProgram(in: folder)
    let run = try ProbeRun("runs", program)
    #expect(run.lines.last?.hasSuffix("ended with 9") == true, "\(run.output)\(run.errors)")
    let said = "\(program) is a static program and cannot load the library"
    #expect(run.errors.contains("(process 1), thread 1: " + said), "\(run.errors)")
    // One that a shell's child becomes has no baton to keep.
    let shell = try ProbeRun("-c", "\(program); echo $?", program: "/bin/sh")
    #expect(shell.output == "9\n", "\(shell.errors)")
    #expect(shell.errors.contains("sh (process 2), thread 1: " + said), "\(shell.errors)")
    #expect(run.seconds < 10 && shell.seconds < 10)
  }

  /// A program without any library that sleeps for a real second and ends with 9.
  private func staticProgram(in folder: URL) throws -> String {
    let source = folder.appending(path: "static.c")
    try "#include <unistd.h>\nint main(void) { sleep(1); return 9; }\n".write(
      to: source, atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    let program = folder.appending(path: "static").path()
    compiler.arguments = ["clang", "-static", "-o", program, source.path()]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return program
  }
}
