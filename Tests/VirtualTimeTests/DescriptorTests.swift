import Testing

/// Pipes, sockets and events are waited for in virtual time.
@Suite struct DescriptorTests {
  @Test func `poll, select and epoll time out at their instants, and see what comes`() throws {
    try expect(
      "several",
      tells: """
        1 poll: 0
        2 ppoll: 0
        2 poll at once: 0
        3 select: 0
        4 pselect: 0
        5 epoll_wait: 0
        6 epoll_pwait: 0
        7 epoll_pwait2: 0
        12 poll without end: 1
        12 ppoll with something: 1
        12 epoll_wait with something: 1
        """)
  }

  @Test func `An event is waited for`() throws {
    try expect(
      "event",
      tells: """
        2 eventfd_read: 5
        4 read: 1
        """)
  }

  @Test func `A full pipe is waited for in write`() throws {
    try expect(
      "full-pipe",
      tells: """
        5 wrote 1048576
        5 read 1048576
        """)
  }

  @Test func `A full pipe is waited for in writev`() throws {
    try expect(
      "full-pipe-writev",
      tells: """
        5 wrote 1048576
        5 read 1048576
        """)
  }

  @Test func `A full socket is waited for in write`() throws {
    try expect(
      "full-socket",
      tells: """
        5 wrote 1048576
        5 read 1048576
        """)
  }

  @Test func `A full socket is waited for in send`() throws {
    try expect(
      "full-socket-send",
      tells: """
        5 wrote 1048576
        5 read 1048576
        """)
  }

  @Test func `A full socket is waited for in sendmsg`() throws {
    try expect(
      "full-socket-sendmsg",
      tells: """
        5 wrote 1048576
        5 read 1048576
        """)
  }

  @Test func `Every way to receive waits for what comes`() throws {
    try expect(
      "receive",
      tells: """
        1 recv: 4
        1 recv at once: not now
        2 recvfrom: 4
        3 recvmsg: 4
        4 readv: 4
        5 read at the end: 0
        """)
  }

  @Test func `Connections of this machine are waited for`() throws {
    try expect(
      "connections",
      tells: """
        2 connect: done
        2 accept
        3 recv: 5
        5 connect: done
        5 accept4
        6 recv: 5
        """)
  }

  @Test func `What is written to a stream wakes its reader`() throws {
    try expect(
      "streams",
      tells: """
        0 flushed
        10 read 8
        """)
  }

  @Test func `A signal is waited for in sigwait`() throws {
    try expect(
      "signal",
      tells: """
        2 done: SIGUSR1
        """)
  }

  @Test func `Sources of Dispatch hear of data`() throws {
    try expect(
      "sources",
      tells: """
        12 read 5
        12 data 3
        """)
  }

  @Test func `Streams wait for what they read, and take no more than is asked for`() throws {
    try expect(
      "streams-in",
      tells: """
        10 getline: 4 one
        10 fgets: two
        10 getc: t
        15 getdelim: 5 hree
        20 fread: 6 fourfi
        25 fread to the end: 2 ve
        25 fgetc: -1, fgets: none
        """)
  }

  @Test func `readLine waits for a line, however it comes`() throws {
    try expect(
      "child-reads-lines",
      tells: """
        10 | 10 heard one
        20 | 20 heard two
        30 reads-lines ended with code 0
        """)
  }
}
