import Testing

/// What is built on waiting: Dispatch, Foundation, Swift concurrency.
@Suite struct LibraryTests {
  @Test func `Groups are waited for, time out and notify`() throws {
    try expect(
      "groups",
      tells: """
        2.5 timed out: true
        4 notified
        8 wall: true
        12 uptime: true
        """)
  }

  @Test func `Barriers, concurrentPerform and sync wait for one another`() throws {
    try expect(
      "queues",
      tells: """
        8 barrier after 8
        8 sync
        10 performed
        15 serial
        """)
  }

  @Test func `Operations wait for their dependencies and for room`() throws {
    try expect(
      "operations",
      tells: """
        12 barrier
        22 last
        22 all
        """)
  }

  @Test func `Notifications come to the main queue`() throws {
    try expect(
      "notifications",
      tells: """
        30 heard on main: true
        60.000000001 done
        """)
  }

  @Test func `Streams of values and child tasks are awaited`() throws {
    try expect(
      "streams-of-values",
      tells: """
        20 number 1
        40 number 2
        60 number 3
        66 both
        """)
  }

  @Test func `URLSession gets the answer of a URLProtocol at the exact instant`() throws {
    try expect(
      "url-stub",
      tells: """
        2.5 200: hello
        """)
  }

  @Test func `Tasks, groups and actors go on at their instants, in an order that the seed chooses`()
    throws
  {
    let balances = try (1...8).map {
      try ProbeRun("actors", seed: "\($0)", environment: ["VIRTUAL_TIME_PREEMPTION": "300"]).output
    }
    #expect(balances.allSatisfy { $0.hasPrefix("0.002 balance ") })
    #expect(Set(balances).count > 1)
  }

  @Test func `URLSession talks to a server on this machine`() throws {
    let run = try ProbeRun("url-loopback")
    // It looks at its sockets again and again, so that time creeps a little.
    #expect(
      run.output.wholeMatch(of: /20\.00\d* 200: hello\n/) != nil, "\(run.output)\(run.errors)")
  }

  @Test func `URLSession gives up on a silent server after its timeout`() throws {
    let run = try ProbeRun("url-timeout")
    #expect(
      run.output.wholeMatch(of: /(39\.99|40)\d*(\.\d*)? error -1001\n/) != nil,
      "\(run.output)\(run.errors)")
  }
}
