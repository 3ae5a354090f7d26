import Glibc

/// The directory of one cgroup and its files, held open: an operation on them is one system call
/// and meets the same cgroup even if another one gets its name.
final class CgroupDirectory: Sendable {
  /// Two facts about the cgroup and everything below it.
  struct Events: Equatable {
    /// Whether a process lives in it; those that only wait to be reaped do not count.
    var isPopulated: Bool
    /// Whether it is to be frozen and nothing of it runs.
    var isFrozen: Bool
  }

  let path: String
  let descriptor: OwnedDescriptor
  private let freezeFile: OwnedDescriptor
  private let eventsFile: OwnedDescriptor
  private let killFile: OwnedDescriptor

  /// Makes a new cgroup. An empty one of the same path is replaced: what was once killed through
  /// `cgroup.kill` cannot be used again (Linux 6.18 kills every process that is born into it).
  /// - Throws: `ProcessError.Code.busy` if something lives in the old one.
  convenience init(makingNew path: String) throws(ProcessError) {
    guard try Self.remove(path) else {
      throw ProcessError(
        .busy, operation: "make cgroup", object: path, systemError: EBUSY,
        nextStep: "End the leftovers of the earlier daemon first.")
    }
    try Self.make(path)
    try self.init(opening: path)
  }

  /// Makes the directory if there is none.
  static func make(_ path: String) throws(ProcessError) {
    let (result, error) = retrying { mkdir(path, 0o755) }
    if result == 0 || error == EEXIST { return }
    throw ProcessError(
      .systemCall, operation: "make cgroup", object: path, systemError: error,
      nextStep: "Delegate the directory above it to this user, or prefer signals.")
  }

  /// Opens a directory that exists.
  init(opening path: String) throws(ProcessError) {
    self.path = path
    descriptor = try openDescriptor(path, O_RDONLY | O_DIRECTORY)
    freezeFile = try Self.open("cgroup.freeze", O_WRONLY, descriptor, path)
    eventsFile = try Self.open("cgroup.events", O_RDONLY, descriptor, path)
    // Linux 5.14; the freezer alone is older.
    killFile = try Self.open("cgroup.kill", O_WRONLY, descriptor, path)
  }

  private static func open(
    _ name: String, _ flags: CInt, _ directory: OwnedDescriptor, _ path: String
  ) throws(ProcessError) -> OwnedDescriptor {
    do {
      return try openDescriptor(name, flags, in: directory.rawValue)
    } catch {
      var error = error
      error.object = "\(path)/\(name)"
      throw error
    }
  }

  func setFrozen(_ frozen: Bool) throws(ProcessError) {
    try write(frozen ? "1" : "0", to: freezeFile, name: "cgroup.freeze")
  }

  func kill() throws(ProcessError) {
    try write("1", to: killFile, name: "cgroup.kill")
  }

  private func write(
    _ digit: StaticString, to file: OwnedDescriptor, name: String
  ) throws(ProcessError) {
    let (count, error) = retrying { pwrite(file.rawValue, digit.utf8Start, 1, 0) }
    if count == 1 { return }
    // The files of a removed cgroup answer ENODEV.
    throw ProcessError(
      error == ENODEV ? .gone : .systemCall, operation: "write", object: "\(path)/\(name)",
      systemError: error)
  }

  func events() throws(ProcessError) -> Events {
    // Read in a loop while a freeze is confirmed: without making a string of it.
    try read(eventsFile, name: "cgroup.events") { text in
      Events(
        isPopulated: strstr(text, "populated 1") != nil, isFrozen: strstr(text, "frozen 1") != nil)
    }
  }

  /// Waits for a change of `events()`, or a little if none is reported: the kernel may hold a report
  /// back. Read the events first: what is reported is what has changed since they were last read.
  func waitForEvent() {
    var entry = pollfd(fd: eventsFile.rawValue, events: Int16(POLLPRI), revents: 0)
    // Interrupted or not: the caller looks at the events and at its deadline again.
    _ = poll(&entry, 1, CInt(ProcessLimits.pollMilliseconds))
  }

  /// A number out of a file of the cgroup; nil if the kernel does not have the file or the number.
  func statistic(_ key: Substring, in name: String) throws(ProcessError) -> UInt64? {
    let file: OwnedDescriptor
    do {
      file = try Self.open(name, O_RDONLY, descriptor, path)
    } catch let error where error.systemError == ENOENT {
      return nil
    }
    let text = try read(file, name: name) { String(cString: $0) }
    return value(of: key, in: text)
  }

  private func read<Result>(
    _ file: OwnedDescriptor, name: String, _ body: (UnsafePointer<CChar>) -> Result
  ) throws(ProcessError) -> Result {
    // The largest of these files, cpu.stat, has about 300 bytes.
    let (result, error) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2048) { text in
      let (count, error) = retrying {
        pread(file.rawValue, text.baseAddress, text.count - 1, 0)
      }
      text[max(0, count)] = 0
      return (body(text.baseAddress!), error)
    }
    if error == 0 { return result }
    throw ProcessError(
      error == ENODEV ? .gone : .systemCall, operation: "read", object: "\(path)/\(name)",
      systemError: error)
  }

  /// The processes in the cgroup and below it, ordered by number.
  func processIDs() throws(ProcessError) -> [pid_t] {
    var result: [pid_t] = []
    for directory in try Self.tree(path) {
      // An app may have made and removed cgroups of its own meanwhile.
      guard let text = try? text(of: "\(directory)/cgroup.procs") else { continue }
      result += text.split(separator: "\n").compactMap { pid_t($0) }
    }
    return result.sorted()
  }

  /// Removes the cgroup and those that were made below it. Returns false while a process lives.
  static func remove(_ path: String) throws(ProcessError) -> Bool {
    for directory in try tree(path).reversed() {
      let (result, error) = retrying { rmdir(directory) }
      if result == 0 || error == ENOENT { continue }
      if error == EBUSY { return false }
      throw ProcessError(
        .systemCall, operation: "remove cgroup", object: directory, systemError: error)
    }
    return true
  }

  /// The names of the cgroups directly in one, in alphabetical order.
  static func children(of path: String) throws(ProcessError) -> [String] {
    try entries(ofDirectory: path).filter { name in
      var status = stat()
      return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }.sorted()
  }

  /// A cgroup and those below it, each before what it holds. Empty if there is none.
  private static func tree(_ path: String) throws(ProcessError) -> [String] {
    do {
      var result = [path]
      for child in try children(of: path) { result += try tree("\(path)/\(child)") }
      return result
    } catch let error where error.systemError == ENOENT || error.systemError == ENODEV {
      return []
    }
  }
}
