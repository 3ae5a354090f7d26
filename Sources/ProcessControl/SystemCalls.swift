import CLinux
import Glibc

/// Runs a system call again for as long as a signal interrupts it. Returns its result, or the
/// errno that it failed with.
func retrying<Result: FixedWidthInteger & SignedInteger>(
  _ call: () -> Result
) -> (result: Result, error: CInt) {
  while true {
    let result = call()
    if result >= 0 { return (result, 0) }
    let error = errno
    if error != EINTR { return (result, error) }
  }
}

/// Opens a file, close-on-exec. Relative paths are relative to `directory`.
func openDescriptor(
  _ path: String, _ flags: CInt, in directory: CInt = AT_FDCWD
) throws(ProcessError) -> OwnedDescriptor {
  let (descriptor, error) = retrying { openat(directory, path, flags | O_CLOEXEC) }
  guard descriptor >= 0 else {
    throw ProcessError(.systemCall, operation: "open", object: path, systemError: error)
  }
  return OwnedDescriptor(owning: descriptor)
}

/// Everything in a file that the kernel makes up while it is read (/proc, cgroup files).
func contents(of path: String) throws(ProcessError) -> [UInt8] {
  let file = try openDescriptor(path, O_RDONLY)
  var bytes: [UInt8] = []
  let error = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
    while true {
      let (count, error) = retrying { read(file.rawValue, buffer.baseAddress, buffer.count) }
      if count <= 0 { return error }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
  if error == 0 { return bytes }
  throw ProcessError(.systemCall, operation: "read", object: path, systemError: error)
}

/// `contents(of:)` as text.
func text(of path: String) throws(ProcessError) -> String {
  String(decoding: try contents(of: path), as: UTF8.self)
}

/// The names in a directory, without "." and "..", in the directory's order.
func entries(ofDirectory path: String) throws(ProcessError) -> [String] {
  guard let directory = opendir(path) else {
    throw ProcessError(.systemCall, operation: "open", object: path, systemError: errno)
  }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    // d_name is imported as a tuple of 256 bytes; its address is that of the C string.
    let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// The value of a "key value" line of a cgroup file, or of a "key: value" line of /proc.
func value(of key: Substring, in text: some StringProtocol) -> UInt64? {
  for line in text.split(separator: "\n") {
    let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ":" })
    if fields.count >= 2, fields[0] == key { return UInt64(fields[1]) }
  }
  return nil
}

/// A moment until which something may take.
struct Deadline {
  private let duration: Duration
  private let end: ContinuousClock.Instant
  /// In microseconds.
  private var nextPause = 50
  /// A virtual clock may stand still meanwhile.
  private var paused = Duration.zero

  init(after duration: Duration) {
    self.duration = duration
    end = ContinuousClock.now + duration
  }

  var hasPassed: Bool { ContinuousClock.now >= end || paused >= duration }

  /// Lets others work for a moment: longer from time to time, so that what takes microseconds is
  /// seen at once and what takes seconds costs little.
  mutating func pause() {
    // In real time also where the clock is virtual: what is waited for is another world's.
    // Cut short by a signal or not: the caller looks again.
    greenroom_pause(nextPause * 1000)
    paused += .microseconds(nextPause)
    nextPause = min(nextPause * 2, Int(ProcessLimits.pollMilliseconds) * 1000)
  }
}
