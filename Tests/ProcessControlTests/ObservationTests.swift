import CLinux
import Glibc
import Testing

@testable import ProcessControl

@Suite struct ObservationTests {
  @Test("The footprint of a process is known, cheaply and exactly")
  func footprint() throws {
    let own = try Footprint(of: getpid())
    #expect(own.residentBytes > 1 << 20)
    #expect(own.privateBytes <= own.residentBytes)
    let exact = try Footprint.proportionalBytes(of: getpid())
    #expect(exact > 0)
    #expect(exact <= own.residentBytes * 2)
  }

  @Test("A process that has ended has no footprint")
  func goneFootprint() throws {
    let process = try spawnDetached(.script("exit 0"))
    #expect(try process.waitForExit() == .exited(code: 0))
    let cheap = #expect(throws: ProcessError.self) { try Footprint(of: process.processID) }
    #expect(cheap?.code == .gone)
    let exact = #expect(throws: ProcessError.self) {
      try Footprint.proportionalBytes(of: process.processID)
    }
    #expect(exact?.code == .gone)
    #expect(throws: ProcessError.self) { try tracer(of: process.processID) }
  }

  @Test("A process that nobody traces has no tracer")
  func noTracer() throws {
    let process = try spawnDetached(.script("read line"))
    #expect(try tracer(of: process.processID) == nil)
    try? process.send(signal: SIGKILL)
    #expect(try process.waitForExit() != nil)
  }

  @Test(
    "A wait for memory pressure can be ended from another thread",
    .enabled(if: access(PressureWatch.memory, W_OK) == 0, "this kernel measures no pressure"))
  func pressure() async throws {
    let watch = try PressureWatch(stall: .milliseconds(150), window: .seconds(2))
    let waiting = Task.detached { try watch.wait() }
    watch.end()
    #expect(try await waiting.value == .ended)
    #expect(try watch.wait() == .ended)
  }

  @Test("The environment of this process can be read")
  func environment() throws {
    let first = try #require(greenroom_environment()?[0])
    #expect(String(cString: first).contains("="))
  }

  @Test("A connection tells who made it")
  func peer() throws {
    var descriptors: [CInt] = [-1, -1]
    try #require(greenroom_socket_pair(CInt(SOCK_SEQPACKET.rawValue), true, &descriptors) == 0)
    defer { for descriptor in descriptors { close(descriptor) } }
    var peer = greenroom_peer()
    #expect(greenroom_socket_peer(descriptors[0], &peer) == 0)
    #expect(peer.pid == getpid())
    #expect(peer.uid == geteuid())
    var byte: UInt8 = 0
    #expect(recv(descriptors[0], &byte, 1, 0) == -1)
    #expect(errno == EAGAIN)
  }
}
