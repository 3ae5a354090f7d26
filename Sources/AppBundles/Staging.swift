#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A hidden directory beside the destination, in which a bundle grows until it is complete.
struct Staging {
  let path: String

  init(beside directory: String) throws(BundleError) {
    // The same directory, because rename works within one file system only.
    var template = Array("\(directory)/.greenroom-bundle-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      mkdtemp(buffer.baseAddress!).map { String(cString: $0) }
    }
    guard let made else { throw .notWritten(directory) }
    path = made
  }

  func remove() { ResourceCopy.removeTree(path) }

  /// Puts the finished bundle in its place, and what was there into the staging directory.
  func publish(_ name: String, in directory: String) throws(BundleError) -> String {
    let source = "\(path)/\(name)"
    let target = "\(directory)/\(name)"
    if let old = BundleFiles.status(of: target, followingLinks: false) {
      guard old.kind == .directory || old.kind == .symbolicLink else {
        throw BundleError(
          .notWritten, file: target, message: "There is a file in the place of the bundle.",
          nextStep: "Remove it.")
      }
      // renameat2 could exchange the two, but Swift's Glibc does not have it.
      guard rename(target, "\(path)/replaced") == 0 else { throw .notWritten(target) }
      guard rename(source, target) == 0 else {
        let error = BundleError.notWritten(target)
        rename("\(path)/replaced", target)
        throw error
      }
      return target
    }
    guard rename(source, target) == 0 else { throw .notWritten(target) }
    return target
  }

  static func makeDirectory(_ path: String) throws(BundleError) {
    guard mkdir(path, 0o755) == 0 else { throw .notWritten(path) }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(BundleError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .notWritten(path) }
    defer { close(file) }
    try ResourceCopy.writeAll(bytes[...], to: file, path: path)
  }
}

extension BundleError {
  /// With the reason of the system call that just failed.
  static func notWritten(_ path: String) -> BundleError {
    let reason = String(cString: strerror(errno))
    return BundleError(
      .notWritten, file: path, message: "It cannot be written: \(reason).",
      nextStep: "Check the directory, its permissions and the free space.")
  }
}
