import Foundation
import Glibc
import Testing

/// Several processes, one clock.
@Suite struct ProcessTests {
  @Test func `A frozen child runs nothing; what is overdue comes at the thaw`() throws {
    try expect(
      "child-frozen",
      tells: """
        0 | 0 timer
        10 | 10 timer
        20 | 20 timer
        25 freeze
        1025 thaw
        1025 | 1025 heard news
        1025 | 1025 timer
        1025 | 1025 overdue: main
        1025 | 1025 overdue: global
        1025 | 1025 overdue: task
        1030 | 1030 timer
        1040 | 1040 timer
        1045 kill while frozen
        1045 ticks ended with signal 9
        """)
  }

  @Test func `A child is talked to through pipes`() throws {
    try expect(
      "child-talks",
      tells: """
        10 | 10 heard one
        20 | 20 heard two
        30 | 30 end of input
        30 echoes ended with code 0
        """)
  }

  @Test func `A killed child ends at the instant at which it is killed`() throws {
    try expect(
      "child-killed",
      tells: """
        33 sleeps ended with signal 9
        66 sleeps ended with signal 15
        """)
  }

  @Test func `A crashed child ends with its signal, raised or not`() throws {
    try expect(
      "child-crashes",
      tells: """
        33 traps ended with signal 4
        66 aborts ended with signal 6
        99 reads-nothing ended with signal 11
        """)
  }

  @Test func `A child that becomes another program stays in the world`() throws {
    try expect(
      "child-becomes-another",
      tells: """
        6 becomes ended with code 42
        """)
  }

  @Test func `Any child can be waited for, looked at and collected`() throws {
    try expect(
      "any-child",
      tells: """
        10 10 s with status 0
        20 20 s with status 0
        30 30 s with status 0
        30 no child left: true
        30 not yet: 0
        35 seen
        35 collected: true
        """)
  }

  @Test func `Children have children`() throws {
    try expect(
      "grandchildren",
      tells: """
        5 | 5 exits ended with code 42
        5 has-children ended with code 0
        """)
  }

  @Test func `A fork that becomes another program enters the world`() throws {
    try expect(
      "fork-and-exec",
      tells: """
        5 child ended with 42
        """)
  }

  @Test func `A child is waited for, and its exit code is what it ended with`() throws {
    let run = try ProbeRun("child-ends")
    #expect(run.lines.prefix(2) == ["5 exits ended with code 42", "5 running: true"])
    // Foundation asks every 50 ms whether it has ended.
    #expect(run.lines.last?.wholeMatch(of: /105\.0\d* exit code 0/) != nil, "\(run.output)")
  }

  @Test func `The children of one instant come in an order that the seed chooses`() throws {
    let orders = try (1...8).map { try ProbeRun("same-instant", seed: "\($0)").output }
    #expect(Set(orders).count > 1)
    #expect(Set(orders.map { $0.split(separator: "\n").sorted() }).count == 1)
  }

  /// Whether a process is no more, or only waits to be collected, within five seconds.
  private func ends(_ process: pid_t) -> Bool {
    let end = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < end {
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      guard let state, !state.contains(") Z ") else { return true }
      usleep(1_000)
    }
    return false
  }

  private func childID(in output: String) -> pid_t? {
    output.firstMatch(of: /child (\d+)\n/).flatMap { pid_t($0.1) }
  }

  @Test func `A child that somebody kills from outside has ended, and the world goes on`() throws {
    let run = try ProbeRun("killed-from-outside") { _, output in
      guard let child = childID(in: output) else { return false }
      return kill(child, SIGKILL) == 0
    }
    #expect(run.lines.dropFirst() == ["signal 9", "went on"], "\(run.output)\(run.errors)")
    #expect(run.code == 0)
  }

  @Test func `With the first process its children end`() throws {
    let run = try ProbeRun("ends-first")
    #expect(run.code == 3)
    let child = try #require(childID(in: run.output))
    #expect(ends(child))
  }

  @Test func `When the first process is killed from outside its children end`() throws {
    var child: pid_t?
    _ = try ProbeRun("killed-from-outside") { process, output in
      child = childID(in: output)
      return child != nil && kill(process, SIGKILL) == 0
    }
    let orphan = try #require(child)
    #expect(ends(orphan))
  }

  @Test func `A forked child lives in virtual time, and is waited for`() throws {
    try expect(
      "fork",
      tells: """
        5 child
        5 child ended with 7
        """)
  }

  @Test func `sigsuspend goes on with a signal that is caught, at the instant at which it comes`()
    throws
  {
    try expect(
      "handler",
      tells: """
        5 interrupted: 1 ended
        10 interrupted: 2 ended
        """)
  }

  @Test(arguments: ["/bin/dash", "/bin/bash"])
  func `A shell with pipes and jobs is the same in each run`(_ shell: String) throws {
    guard access(shell, X_OK) == 0 else { return }
    let script = """
      sleep 3600 & (sleep 5; sleep 7) & wait
      date -u +%T
      for i in 1 2 3; do (sleep 10; echo $i) & done | sort
      echo "$(sleep 60; echo substituted)" | cat
      date -u +%T
      """
    let runs = try (1...3).map { _ in try ProbeRun("-c", script, program: shell) }
    #expect(
      runs[0].lines == ["01:00:00", "1", "2", "3", "substituted", "01:01:10"], "\(runs[0].errors)")
    #expect(Set(runs.map { $0.trace }).count == 1)
    #expect(runs.allSatisfy { $0.code == 0 && $0.output == runs[0].output })
  }

  @Test func `The environment stays where the kernel has put it, beside the arguments`() throws {
    try expect("environment", tells: "0 in place: yes")
  }
}
