import FoundationEssentials
import Glibc
import MediaLink
import ProcessControl

/// The sound server that the service plays through: that of the user, or one of its own.
@MainActor
final class SoundServerStart {
  /// Which one is wanted.
  package enum Choice: String, CaseIterable, Sendable {
    /// The user's, if there is one.
    case auto
    case user
    /// One of its own, with a sink that nobody hears.
    case `private`
  }

  private(set) var server: SoundServer
  /// Of a private server.
  let process: SpawnedProcess?
  private let folder: String?

  /// Where clients of a private server may leave their files.
  var home: String { folder ?? "/tmp" }

  private static let sink = "speaker"

  init(_ choice: Choice) throws(MediaFailure) {
    Self.removeLeftovers()
    if choice != .private, let address = Self.userServer {
      server = SoundServer(address: address, isPrivate: false, sink: "@DEFAULT_SINK@")
      process = nil
      folder = nil
      return
    }
    guard choice != .user else {
      throw MediaFailure(
        .system,
        "this user has no sound server: neither $PULSE_SERVER nor a socket in "
          + "$XDG_RUNTIME_DIR/pulse")
    }
    let folder = try Self.makeFolder()
    let socket = folder + "/native"
    server = SoundServer(address: "unix:\(socket)", isPrivate: true, sink: Self.sink)
    self.folder = folder
    do {
      process = try spawnDetached(
        SpawnRequest(
          // It ends with this process, however that ends.
          executable: "/usr/bin/setpriv",
          arguments: [
            "--pdeathsig", "KILL", "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1",
            "--disallow-exit", "--use-pid-file=no", "--log-level=error",
            "-L", "module-null-sink sink_name=\(Self.sink) rate=44100 channels=2",
            "-L", "module-suspend-on-idle timeout=0",
            "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
          ],
          environment: [
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder,
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
          ], standardError: 2))
    } catch {
      rmdir(folder)
      throw MediaFailure(
        .system, "pulseaudio can't be started: \(error); `apt-get install pulseaudio util-linux`")
    }
    try waitForSocket(socket)
  }

  /// Seconds.
  private static let patience = 5.0

  private func waitForSocket(_ path: String) throws(MediaFailure) {
    let step: useconds_t = 5_000
    for _ in 0..<Int(Self.patience * 1e6 / Double(step)) {
      if Self.accepts(path) { return }
      if let exit = (try? process?.reap()) ?? nil {
        stop()
        throw MediaFailure(.system, "pulseaudio ended at its start: \(exit)")
      }
      usleep(step)
    }
    stop()
    throw MediaFailure(.system, "pulseaudio did not answer within \(Int(Self.patience)) s")
  }

  private static func accepts(_ path: String) -> Bool {
    let number = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    guard number >= 0 else { return false }
    defer { close(number) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      for (index, byte) in path.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  func stop() {
    if let process {
      try? process.send(signal: SIGKILL)
      while (try? process.reap()) == .some(nil) { usleep(1_000) }
    }
    if let folder { Self.remove(folder) }
  }

  // MARK: The user's server

  private static var userServer: String? {
    if let named = getenv("PULSE_SERVER").map({ String(cString: $0) }), !named.isEmpty {
      return named
    }
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }) else { return nil }
    let path = folder + "/pulse/native"
    return accepts(path) ? "unix:" + path : nil
  }

  // MARK: Folders

  private static let prefix = "greenroom-sound-"

  private static func makeFolder() throws(MediaFailure) -> String {
    var path = Array("/tmp/\(prefix)\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else {
      throw MediaFailure(
        .system, "no folder in /tmp: \(String(cString: strerror(errno)))")
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Folders of services that were killed.
  private static func removeLeftovers() {
    guard let directory = opendir("/tmp") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix),
        let owner = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }),
        kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      remove("/tmp/" + name)
    }
  }

  /// A folder and what is in it, and nothing that links lead to.
  private static func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
