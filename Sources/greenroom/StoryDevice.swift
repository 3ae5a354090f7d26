import ControlAPI
import FoundationEssentials
import Glibc
import Multitasking
import ProcessControl
import Stories

/// A virtual device that a story has to itself, from its boot to its removal.
///
/// It lies at the same place for the same seed, as apps see paths and may print them. Whoever plays
/// the same seed at the same time waits.
final class StoryDevice {
  private let story: Story
  private let seed: UInt64
  private let start: Instant
  private let paths: DevicePaths
  private let lock: OwnedDescriptor
  /// The daemon ends when this closes, however this program ends.
  private var lifeline: OwnedDescriptor?
  private var daemon: SpawnedProcess?

  init(_ story: Story, seed: UInt64, start: Instant) throws {
    self.story = story
    self.seed = seed
    self.start = start
    let folder = DevicePaths.home(ProgramEnvironment.values) + "/stories/\(seed)"
    paths = DevicePaths(folder: folder + "/Story")
    _ = try DeviceFolders.create(DevicePaths(folder: folder))
    let number = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw Failure(.system, "\(folder)/lock: \(String(cString: strerror(errno)))")
    }
    lock = OwnedDescriptor(owning: number)
    while flock(number, LOCK_EX) != 0 && errno == EINTR {}
  }

  func boot() throws -> ControlClient {
    removeFolder()
    _ = try DeviceFolders.create(paths)
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(.system, "pipe: errno \(errno)") }
    let reading = OwnedDescriptor(owning: ends[0])
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    lifeline = OwnedDescriptor(owning: ends[1])
    var daemon = DaemonStart(paths: paths, isNew: true)
    daemon.lifeline = reading.rawValue
    daemon.environment = try VirtualEnvironment.variables(seed: seed, start: start)
    daemon.arguments = ["--virtual", "--profile", (story.profile ?? .modern).rawValue]
    for (key, value) in story.settings.sorted(by: { $0.key < $1.key }) {
      daemon.arguments += ["--set", "\(key)=\(value)"]
    }
    self.daemon = try daemon.run()
    return try ControlClient(connectingTo: paths.controlSocket)
  }

  func keepJournal(at path: String) throws {
    do {
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      try FileManager.default.copyItem(atPath: paths.journal, toPath: path)
    } catch {
      throw Failure(.system, "the journal can't be kept at \(path): \(error)")
    }
  }

  /// What a daemon had to say that is gone.
  func failure(_ error: ControlClientError) -> Failure {
    let words = DaemonStart.logEnd(paths, lines: 20)
    return Failure(
      .system,
      "the device has ended in the middle of the story"
        + (words.isEmpty ? "" : ":\n  " + words.joined(separator: "\n  ")))
  }

  func remove() {
    lifeline = nil
    if let daemon { StoryDevice.waitForEnd(of: daemon) }
    removeFolder()
  }

  private static func waitForEnd(of daemon: SpawnedProcess) {
    var wait = pollfd(fd: daemon.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    // Time for apps to end. One that does not hear the end of its input is in no state to.
    if poll(&wait, 1, 10_000) <= 0 { try? daemon.send(signal: SIGKILL) }
    while poll(&wait, 1, -1) < 0 && errno == EINTR {}
    _ = try? daemon.reap()
  }

  private func removeFolder() {
    try? FileManager.default.removeItem(atPath: paths.folder)
  }
}
