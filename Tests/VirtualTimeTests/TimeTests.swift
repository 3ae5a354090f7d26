import Testing

/// Sleeping takes no real time, and ends at the exact virtual instant.
@Suite struct TimeTests {
  @Test func `Every sleep ends at its instant`() throws {
    try expect(
      "sleeps",
      tells: """
        0.25 nanosleep
        0.5 clock_nanosleep
        1 clock_nanosleep until
        1.5 usleep
        31536001.5 a year
        """)
  }

  @Test func `Giving way lets the others run and takes no time`() throws {
    try expect(
      "yield",
      tells: """
        0 both have run
        """)
  }

  @Test func `A thread that lives for a week is joined after a week`() throws {
    try expect(
      "join",
      tells: """
        604800 joined with a result
        """)
  }

  @Test func `All clocks tell the same time, and computing takes none`() throws {
    try expect(
      "clocks",
      tells: """
        0.5 clock_gettime 1767225600.500
        0.5 gettimeofday 1767225600.500
        0.5 time 1767225600
        0.5 timespec_get 1767225600.500
        0.5 computing took 0
        """)
  }

  @Test func `A loop that only looks at the clock sees it move`() throws {
    try expect(
      "busy-wait",
      tells: """
        an hour has passed
        """)
  }

  @Test func `A timer descriptor counts how often it went off`() throws {
    try expect(
      "timer",
      tells: """
        2 after 1
        3 after 1
        6.5 500 ms left
        6.5 after 3
        3606.5 poll: 1
        3606.5 after 1
        3616.5 stopped: 0
        """)
  }

  @Test func `Timers of the run loop fire at their instants`() throws {
    try expect(
      "run-loop-timer",
      tells: """
        0 timer
        10.000000001 run loop back
        648000.000000002 fired 7 times; the date moved by 648000.0 s
        """)
  }

  @Test func `Thread.sleep and the uptime agree`() throws {
    try expect(
      "thread-sleep",
      tells: """
        3600 an hour
        3600.5 uptime moved by 3600.5
        3602.5 thread signalled
        3607.5 signalled again: false
        """)
  }

  @Test func `asyncAfter comes after its deadline on every queue and clock`() throws {
    try expect(
      "after",
      tells: """
        60 global
        61.5 serial
        62.000000001 utility
        63 wall
        65 item waited for: timedOut
        """)
  }

  @Test func `A timer source fires 673 times in a week`() throws {
    try expect(
      "source-timer",
      tells: """
        1 first
        604801 a week later
        704801 suspended: true
        """)
  }

  @Test func `Work on the main queue comes under dispatchMain`() throws {
    try expect(
      "main-queue",
      tells: """
        1000 main: false
        """)
  }

  @Test func `Task.sleep ends at its instant with every clock`() throws {
    try expect(
      "task-sleep",
      tells: """
        86400 a day
        86400.000000001 a nanosecond
        86410.000000001 suspending
        86420.000000001 continuous true
        86425.000000001 cancelled true
        86426.000000001 main: false
        """)
  }

  @Test func `A year of sleep takes no real second`() throws {
    #expect(try ProbeRun("sleeps").seconds < 5)
  }

  @Test func `The world begins at the date that it is told`() throws {
    let run = try ProbeRun("clocks", environment: ["VIRTUAL_TIME_START": "2001-09-09T01:46:39Z"])
    #expect(run.lines.first == "0.5 clock_gettime 999999999.500")
  }

  @Test func `A timer that was taken out of its epoll is no deadline until somebody waits for it`()
    throws
  {
    let run = try ProbeRun("dropped-timer")
    #expect(
      run.lines == ["100 taken back: 1", "300 overdue: 1", "400 itself: 1"], "\(run.errors)")
    #expect(
      run.errors.contains("nothing can run any more, and no time is waited for at 400.000000000 s"),
      "\(run.errors)")
    #expect(run.code == 75)
  }
}
