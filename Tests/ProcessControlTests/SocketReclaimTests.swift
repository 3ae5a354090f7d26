import Foundation
import Glibc
import ProcessControl
import Testing

/// Connections of another process, taken while it does not run (N1).
@Suite("Reclaiming sockets")
struct SocketReclaimTests {
  /// A shell that holds a connection as descriptor 3 and says what became of it.
  private static let script = """
    exec 3<>/dev/tcp/127.0.0.1/$0; echo connected; read -t 60 -u 3 line; echo "end $?"
    """

  @Test("N1: a connection that was taken fails at its next use, and its peer sees a reset")
  func connection() throws {
    let listener = try Listener()
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", Self.script, "\(listener.port)"]
    shell.standardOutput = output
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    let peer = try listener.accept()
    defer { close(peer) }
    let reader = output.fileHandleForReading
    #expect(String(decoding: reader.availableData, as: UTF8.self) == "connected\n")
    kill(shell.processIdentifier, SIGSTOP)
    #expect(try SocketReclaim.reclaim(from: [shell.processIdentifier]) == 1)
    kill(shell.processIdentifier, SIGCONT)
    shell.waitUntilExit()
    let rest = String(decoding: reader.readDataToEndOfFile(), as: UTF8.self)
    #expect(rest == "end 1\n")
    var byte: UInt8 = 0
    #expect(read(peer, &byte, 1) == -1)
    #expect(errno == ECONNRESET)
  }

  @Test("What is no network connection stays, and a process that is gone is no error")
  func others() throws {
    let shell = Process()
    let input = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/cat")
    shell.standardInput = input
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    #expect(try SocketReclaim.reclaim(from: [shell.processIdentifier]) == 0)
    try input.fileHandleForWriting.close()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(try SocketReclaim.reclaim(from: [shell.processIdentifier]) == 0)
  }

  private final class Listener {
    let descriptor: CInt
    let port: UInt16

    init() throws {
      descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let number = descriptor
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(number, $0, size) == 0 && listen(number, 1) == 0
            && getsockname(number, $0, &size) == 0
        }
      }
      try #require(isBound)
      port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    func accept() throws -> CInt {
      let peer = Glibc.accept(descriptor, nil, nil)
      try #require(peer >= 0)
      return peer
    }
  }
}
