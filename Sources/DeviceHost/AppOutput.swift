import Dispatch
import Glibc
import ProcessControl

/// What an app prints: read from a pipe, cut into lines, kept in a bounded file.
@MainActor
final class AppOutput {
  static let lineBytesMax = 8 * 1024
  /// A console file beyond this is moved aside, replacing the one before.
  static let fileBytesMax = 1024 * 1024
  /// What is taken in one second. Beyond: the app waits until the device reads on in the next second.
  static let bytesPerSecondMax = 4 * 1024 * 1024

  private let pipe: OwnedDescriptor
  private let path: String
  private var file: OwnedDescriptor?
  private var fileBytes = 0
  private var source: (any DispatchSourceRead)?
  private var partial: [UInt8] = []
  private var hasEnded = false
  private var second: (start: DispatchTime, bytes: Int) = (.now(), 0)
  private var isPaused = false

  /// Called with every complete line.
  var onLine: (String) -> Void = { _ in }

  init(reading pipe: OwnedDescriptor, keepingIn path: String) {
    self.pipe = pipe
    self.path = path
  }

  func start() {
    openFile()
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.rawValue, queue: .main)
    source.setCancelHandler { [pipe] in _ = pipe }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.drain() } }
    self.source = source
    source.resume()
  }

  /// Takes what is there, up to a bound, so that an endless talker does not hold up the device.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    for _ in 0..<16 where !hasEnded && !isPaused {
      let count = read(pipe.rawValue, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return }
      guard count > 0 else { return end() }
      keep(buffer[..<count])
      cut(buffer[..<count])
      countBytes(count)
      if count < buffer.count { return }
    }
  }

  private func countBytes(_ count: Int) {
    let now = DispatchTime.now()
    if now >= second.start + 1 { second = (now, 0) }
    second.bytes += count
    guard second.bytes >= AppOutput.bytesPerSecondMax, let source else { return }
    isPaused = true
    source.suspend()
    DispatchQueue.main.asyncAfter(deadline: second.start + 1) { [weak self] in
      MainActor.assumeIsolated { self?.goOn() }
    }
  }

  private func goOn() {
    guard isPaused else { return }
    isPaused = false
    source?.resume()
  }

  /// Takes the rest and ends.
  func finish() {
    second.bytes = 0
    goOn()
    drain()
    end()
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    // A source that is suspended must not be given up.
    goOn()
    source?.cancel()
    source = nil
    if !partial.isEmpty { emit() }
  }

  private func cut(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || partial.count >= AppOutput.lineBytesMax {
        emit()
        if byte == UInt8(ascii: "\n") { continue }
      }
      partial.append(byte)
    }
  }

  private func emit() {
    onLine(String(decoding: partial, as: UTF8.self))
    partial = []
  }

  private func openFile() {
    let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard number >= 0 else { return }
    file = OwnedDescriptor(owning: number)
    fileBytes = max(0, Int(lseek(number, 0, SEEK_END)))
  }

  private func keep(_ bytes: ArraySlice<UInt8>) {
    if fileBytes + bytes.count > AppOutput.fileBytesMax {
      rename(path, path + ".1")
      file = nil
      openFile()
    }
    guard let file else { return }
    // A full disk loses console lines, not the device.
    let count = bytes.withUnsafeBytes { write(file.rawValue, $0.baseAddress, $0.count) }
    fileBytes += max(0, count)
  }
}
