import Testing

/// Locks are waited for in virtual time: what is printed begins with the seconds since the start.
@Suite struct LockTests {
  @Test func `A mutex is had at the instant at which it is given back`() throws {
    try expect(
      "mutex",
      tells: """
        1 trylock: busy
        3 locked
        """)
  }

  @Test func `A mutex is waited for until a date, or until an instant of the uptime`() throws {
    try expect(
      "mutex-timeout",
      tells: """
        2.5 timedlock: timed out
        4.5 clocklock: timed out
        10 timedlock: done
        """)
  }

  @Test func `Recursive and checked mutexes answer as they do in real time`() throws {
    try expect(
      "mutex-kinds",
      tells: """
        0 recursive: done
        0 checked: deadlock
        """)
  }

  @Test func `A spin lock lets the one who holds it run`() throws {
    try expect(
      "spin-lock",
      tells: """
        0 thread gives it back
        0 main has it
        """)
  }

  @Test func `A condition is waited for with both clocks, and wakes one or all`() throws {
    try expect(
      "condition",
      tells: """
        1 date: timed out
        2 uptime: timed out
        3 any clock: timed out
        8 first
        13 second
        """)
  }

  @Test func `A read-write lock lets readers share and writers wait`() throws {
    try expect(
      "rwlock",
      tells: """
        1 tryrdlock: busy
        1 trywrlock: busy
        2 timedrdlock: timed out
        3 timedwrlock: timed out
        4 reads
        4 reads
        7 writes
        """)
  }

  @Test func `What is done once is waited for by whoever comes second`() throws {
    try expect(
      "once",
      tells: """
        2 made
        2 there
        """)
  }

  @Test func `A semaphore is waited for with both clocks`() throws {
    try expect(
      "semaphore",
      tells: """
        0 trywait: not now
        1 timedwait: timed out
        2 clockwait: timed out
        5 wait: done
        """)
  }

  @Test func `A semaphore in static data times out as any other`() throws {
    try expect(
      "static-semaphore",
      tells: """
        0 trywait: not now
        1 timedwait: timed out
        2 clockwait: timed out
        5 wait: done
        """)
  }

  @Test func `A stream is locked by one thread at a time`() throws {
    try expect(
      "stream-lock",
      tells: """
        1 trylock: busy
        2 locked
        """)
  }

  @Test func `A locked file is had when it is given back`() throws {
    try expect(
      "flock",
      tells: """
        1 at once: not now
        2 locked
        """)
  }

  @Test func `A futex is waited for with all clocks`() throws {
    try expect(
      "futex",
      tells: """
        0 another value: not now
        1 wait: timed out
        2 uptime: timed out
        3 date: timed out
        5 woken: done
        """)
  }

  @Test func `A futex with priority inheritance has an owner`() throws {
    try expect(
      "futex-pi",
      tells: """
        1 trylock: not now
        2 until: timed out
        5 lock: done
        5 unlock: done
        """)
  }

  @Test func `Mutex of Swift is waited for`() throws {
    try expect(
      "mutex-of-swift",
      tells: """
        1 at once: false
        3 locked
        """)
  }

  @Test func `Locks of Foundation are waited for`() throws {
    try expect(
      "locks",
      tells: """
        0.5 try: false
        1 before: false
        2 NSLock
        4 NSRecursiveLock
        """)
  }
}
