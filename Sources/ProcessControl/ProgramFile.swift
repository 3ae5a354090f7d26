import Glibc

/// What a program is, as far as its file tells.
public enum ProgramFile {
  /// Whether a program is an ELF executable that names no loader: nothing can be preloaded into it.
  ///
  /// False for what can't be read or is no ELF executable of 64 bits.
  public static func isStatic(_ path: String) -> Bool {
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return false }
    let descriptor = OwnedDescriptor(owning: opened)
    guard let header = bytes(64, at: 0, of: descriptor),
      header.prefix(5) == [0x7f, 0x45, 0x4c, 0x46, 2]
    else { return false }
    let table = number(header[32..<40])
    let size = number(header[54..<56])
    for index in 0..<number(header[56..<58]) {
      guard let part = bytes(4, at: table &+ index * size, of: descriptor) else { return false }
      if number(part[...]) == interpreter { return false }
    }
    return true
  }

  /// The kind of the part that names the loader: `PT_INTERP`.
  private static let interpreter: UInt64 = 3

  private static func bytes(_ count: Int, at place: UInt64, of file: OwnedDescriptor) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(file.rawValue, &bytes, count, off_t(truncatingIfNeeded: place))
    return read == count ? bytes : nil
  }

  /// As the machine has it: the lowest byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
