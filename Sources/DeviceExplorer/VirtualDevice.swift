import ControlAPI
import Foundation
import Glibc
import Multitasking
import ProcessControl

/// A virtual device at a place, which outlives its boots.
struct VirtualDevice {
  /// A daemon that takes longer hangs.
  static let secondsMax = 20.0
  private static let start = Instant(nanoseconds: 1_767_225_600 * 1_000_000_000)

  var folder: String
  var profile: Profile.Name
  var seed: UInt64
  var preemption: Int

  /// How a boot has ended.
  struct Outcome {
    var exit: ProcessControl.ProcessExit?
    var report: StoryReport?
    var error: String?
    /// What the daemon said last on its standard error.
    var words = ""
  }

  var paths: DevicePaths { DevicePaths(folder: folder) }

  /// Boots, plays a story and waits for the end of the daemon; kills it if that does not come.
  func boot(playing story: Story, endsAfterEffects: Int?, secondsMax: Double = secondsMax) throws
    -> Outcome
  {
    for folder in [paths.folder, paths.containers] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    chmod(folder, 0o700)
    let file = folder + "/story.json"
    try JSONEncoder().encode(story).write(to: URL(fileURLWithPath: file))
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ExplorerError("pipe: errno \(errno)") }
    let reading = OwnedDescriptor(owning: ends[0])
    var writing: OwnedDescriptor? = OwnedDescriptor(owning: ends[1])
    let log = OwnedDescriptor(
      owning: open(paths.daemonLog, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
    let daemon = try spawnDetached(
      SpawnRequest(
        executable: Programs.folder + "/greenroomd",
        arguments: [
          folder, "--ready-fd", "3", "--virtual", "--profile", profile.rawValue, "--story", file,
        ], environment: environment(endsAfterEffects), directory: "/",
        standardOutput: log.rawValue, standardError: log.rawValue, link: writing?.rawValue))
    writing = nil
    var outcome = try listen(to: daemon, reading, secondsMax)
    outcome.words = (try? String(contentsOfFile: paths.daemonLog, encoding: .utf8)) ?? ""
    return outcome
  }

  private func environment(_ endsAfterEffects: Int?) -> [String: String] {
    var environment = [
      "LD_PRELOAD": Programs.folder + "/libVirtualTime.so", "VIRTUAL_TIME_SEED": "\(seed)",
      "VIRTUAL_TIME_START": nextStart.text, "VIRTUAL_TIME_PREEMPTION": "\(preemption)",
      "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC",
      "LANG": "C.UTF-8",
    ]
    for key in ["PATH", "LD_LIBRARY_PATH"] {
      environment[key] = ProcessInfo.processInfo.environment[key]
    }
    environment["GREENROOM_END_AFTER_EFFECTS"] = endsAfterEffects.map { "\($0)" }
    return environment
  }

  /// A journal does not go back in time.
  private var nextStart: Instant {
    guard let last = journal.last?.at, last >= VirtualDevice.start else {
      return VirtualDevice.start
    }
    let second = 1_000_000_000 as Int64
    return Instant(nanoseconds: (last.nanoseconds / second + 1) * second)
  }

  private func listen(
    to daemon: SpawnedProcess, _ reading: OwnedDescriptor, _ secondsMax: Double
  ) throws -> Outcome {
    var outcome = Outcome()
    var bytes: [UInt8] = []
    var isOpen = true
    let end = ContinuousClock.now + .seconds(secondsMax)
    while true {
      var waits = [
        pollfd(fd: daemon.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isOpen ? reading.rawValue : -1, events: Int16(POLLIN), revents: 0),
      ]
      let left = ContinuousClock.now.duration(to: end)
      let milliseconds = max(0, left.components.seconds * 1_000 + 1)
      if poll(&waits, 2, CInt(milliseconds)) == 0 {
        try daemon.send(signal: SIGKILL)
        outcome.error = "no end within \(Int(secondsMax)) real seconds"
      }
      if waits[1].revents != 0 {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let count = read(reading.rawValue, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] } else { isOpen = false }
        continue
      }
      if waits[0].revents != 0 || outcome.error != nil {
        while poll(&waits, 1, -1) < 0 {}
        outcome.exit = try daemon.reap()
        break
      }
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    if let first = lines.first, !first.elementsEqual("ready".utf8), outcome.error == nil {
      outcome.error = String(decoding: first, as: UTF8.self)
    }
    if let last = lines.last,
      let response = try? JSONDecoder().decode(ControlResponse.self, from: Data(last))
    {
      if case .story(let report) = response.result { outcome.report = report }
      if let error = response.error { outcome.error = "\(error)" }
    }
    return outcome
  }

  // MARK: What is left

  var journalBytes: Data {
    let files = FileManager.default
    return (files.contents(atPath: paths.journal + ".1") ?? Data())
      + (files.contents(atPath: paths.journal) ?? Data())
  }

  var journal: [JournalEntry] {
    let decoder = JSONDecoder()
    return journalBytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(JournalEntry.self, from: $0)
    }
  }

  /// Processes that carry the device's marker.
  var leftovers: [pid_t] {
    let mark = Data("GREENROOM_DEVICE_DIR=\(folder)\0".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/environ") else {
        return false
      }
      return bytes.range(of: mark) != nil
    }
  }

  func remove() {
    for process in leftovers { kill(process, SIGKILL) }
    try? FileManager.default.removeItem(atPath: folder)
  }
}

struct ExplorerError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
