import Glibc
import ProcessControl
import Testing

@Suite("What connections have carried")
struct TrafficTests {
  /// Two ends of a TCP connection on this machine.
  private struct Connection {
    var client: Int32
    var server: Int32

    init() throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let (isBound, isConnected) = withUnsafeMutablePointer(to: &address) { [client] pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
          let isBound =
            bind(listener, raw, length) == 0 && listen(listener, 1) == 0
            && getsockname(listener, raw, &length) == 0
          return (isBound, connect(client, raw, length) == 0)
        }
      }
      try #require(isBound && isConnected)
      server = accept(listener, nil, nil)
      try #require(server >= 0)
    }

    func end() {
      close(client)
      close(server)
    }
  }

  @Test("Bytes of open connections are counted, and those of others are not")
  func counted() throws {
    let own = [getpid()]
    let before = try #require(Traffic(of: own))
    let connection = try Connection()
    let bytes = [UInt8](repeating: 7, count: 5_000)
    #expect(write(connection.client, bytes, bytes.count) == bytes.count)
    var received = [UInt8](repeating: 0, count: bytes.count)
    #expect(recv(connection.server, &received, received.count, Int32(MSG_WAITALL)) == 5_000)
    let during = try #require(Traffic(of: own))
    // Received at one end; what the other one has sent is counted once it is acknowledged.
    #expect(during.bytes >= before.bytes + 5_000)
    #expect(during.connections >= before.connections + 2)
    #expect(Traffic(of: [1])?.connections == 0 || getpid() == 1)
    connection.end()
    #expect(try #require(Traffic(of: own)).connections <= during.connections - 2)
  }

  @Test("A process that is gone has no traffic")
  func gone() {
    #expect(Traffic(of: [4_194_303]) == Traffic(of: []))
  }
}
