#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The few questions to the file system, with paths that may hold anything.
enum BundleFiles {
  enum Kind { case regular, directory, symbolicLink, other }

  struct Status {
    let kind: Kind
    let mode: mode_t
    let size: Int
  }

  /// Of what a path leads to, or of the link itself.
  static func status(of path: String, followingLinks: Bool = true) -> Status? {
    // C would end the path at a NUL and ask about another file.
    guard !path.utf8.contains(0) else { return nil }
    var raw = stat()
    guard (followingLinks ? stat(path, &raw) : lstat(path, &raw)) == 0 else { return nil }
    let kind: Kind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    return Status(kind: kind, mode: raw.st_mode & 0o7777, size: Int(raw.st_size))
  }

  /// The absolute path without symbolic links.
  static func resolved(_ path: String) -> String? {
    guard !path.utf8.contains(0), let raw = realpath(path, nil) else { return nil }
    defer { free(raw) }
    return String(cString: raw)
  }

  static func canExecute(_ path: String, mode: mode_t) -> Bool {
    // access(2) alone says yes to root for every file with any bit set, and no is final.
    mode & 0o111 != 0 && access(path, X_OK) == 0
  }

  /// Up to `limit` bytes and one more, so that the caller sees that there are more.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    guard !path.utf8.contains(0) else { return nil }
    // Not to wait for a writer if somebody put a pipe there.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var raw = stat()
    guard fstat(file, &raw) == 0, raw.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit + 1, 64 * 1024))
    while bytes.count <= limit {
      #if canImport(Glibc)
        let count = Glibc.read(file, &chunk, min(chunk.count, limit + 1 - bytes.count))
      #else
        let count = Musl.read(file, &chunk, min(chunk.count, limit + 1 - bytes.count))
      #endif
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }

  static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
      && name.utf8.count <= BundleLimits.fileNameBytesMax
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

extension BundleFiles {
  /// The first bytes of a regular file, as many as there are.
  static func prefix(of path: String, count: Int) -> [UInt8]? {
    read(path, limit: count - 1)
  }
}
