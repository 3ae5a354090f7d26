import CLinux
import Glibc

/// What the open TCP connections of processes have carried.
///
/// The kernel counts for each connection, and forgets the count with it: what has been closed is not
/// here any more.
public struct Traffic: Hashable, Sendable {
  /// Open connections.
  public var connections: Int
  /// Bytes received and sent over them.
  public var bytes: UInt64

  /// Nil where the kernel does not tell.
  public init?(of processes: [pid_t]) {
    let inodes = processes.flatMap(Traffic.sockets)
    guard !inodes.isEmpty else {
      self.init(connections: 0, bytes: 0)
      return
    }
    var bytes: UInt64 = 0
    let connections = greenroom_traffic(inodes, inodes.count, &bytes)
    guard connections >= 0 else { return nil }
    self.init(connections: Int(connections), bytes: bytes)
  }

  private init(connections: Int, bytes: UInt64) {
    self.connections = connections
    self.bytes = bytes
  }

  /// Inode numbers of the sockets that a process has open.
  private static func sockets(of process: pid_t) -> [UInt32] {
    let folder = "/proc/\(process)/fd"
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var inodes: [UInt32] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var target = [UInt8](repeating: 0, count: 64)
      let count = readlink("\(folder)/\(name)", &target, target.count)
      guard count > 0 else { continue }
      let text = String(decoding: target[..<count], as: UTF8.self)
      guard text.hasPrefix("socket:["), let inode = UInt32(text.dropFirst(8).dropLast()) else {
        continue
      }
      inodes.append(inode)
    }
    return inodes
  }
}
