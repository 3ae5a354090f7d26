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

  /// Boots the device, plays the story and hands over every answer. The device shuts itself down
  /// then.
  func play(_ handle: (ControlResult) throws -> Void) throws {
    removeFolder()
    _ = try DeviceFolders.create(paths)
    let file = paths.folder + "/story.json"
    do {
      try JSONEncoder().encode(story).write(to: URL(filePath: file))
    } catch {
      throw Failure(.system, "\(file) can't be written: \(error)")
    }
    var start = DaemonStart(paths: paths, isNew: true)
    start.environment = try VirtualEnvironment.variables(seed: seed, start: self.start)
    start.arguments = ["--virtual", "--profile", (story.profile ?? .modern).rawValue]
    for (key, value) in story.settings.sorted(by: { $0.key < $1.key }) {
      start.arguments += ["--set", "\(key)=\(value)"]
    }
    start.arguments += ["--story", file]
    let (daemon, lines) = try start.run()
    self.daemon = daemon
    while let line = lines.next() {
      guard let response = try? JSONDecoder().decode(ControlResponse.self, from: Data(line.utf8))
      else { break }
      if let error = response.error { throw error }
      if let result = response.result { try handle(result) }
      if response.isLast {
        waitForEnd()
        return
      }
    }
    throw endedEarly(waitForEnd())
  }

  func keepJournal(at path: String) throws {
    do {
      // What was moved aside is older.
      let older = FileManager.default.contents(atPath: paths.journal + ".1") ?? Data()
      let latest = FileManager.default.contents(atPath: paths.journal) ?? Data()
      try (older + latest).write(to: URL(filePath: path))
    } catch {
      throw Failure(.system, "the journal can't be kept at \(path): \(error)")
    }
  }

  func remove() {
    waitForEnd()
    removeFolder()
  }

  private func endedEarly(_ exit: ProcessControl.ProcessExit?) -> Failure {
    let how =
      switch exit {
      case .exited(let code): " with code \(code)"
      case .signaled(let signal, _): " by signal \(signal)"
      case nil: ""
      }
    let words = DaemonStart.logEnd(paths, lines: 20)
    return Failure(
      .system,
      "the device has ended\(how) in the middle of the story"
        + (words.isEmpty ? "" : ":\n  " + words.joined(separator: "\n  ")))
  }

  @discardableResult
  private func waitForEnd() -> ProcessControl.ProcessExit? {
    guard let daemon else { return nil }
    var wait = pollfd(fd: daemon.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    // Time for apps to end. One that takes longer will not.
    if poll(&wait, 1, 10_000) <= 0 { try? daemon.send(signal: SIGKILL) }
    while poll(&wait, 1, -1) < 0 && errno == EINTR {}
    self.daemon = nil
    return (try? daemon.reap()) ?? nil
  }

  private func removeFolder() {
    try? FileManager.default.removeItem(atPath: paths.folder)
  }
}
