#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Copies files and directories into a bundle.
enum ResourceCopy {
  /// Copies a file or a directory; a symbolic link as what it leads to.
  static func copy(_ source: String, to target: String) throws(BundleError) {
    guard let real = BundleFiles.resolved(source) else { throw unusable(source, "is not there") }
    switch BundleFiles.status(of: real)?.kind {
    case .regular: try copyFile(real, to: target)
    case .directory: try copyTree(real, to: target, within: real, depth: 0)
    default: throw unusable(source, "is neither a file nor a directory")
    }
  }

  private static func copyTree(
    _ source: String, to target: String, within root: String, depth: Int
  ) throws(BundleError) {
    guard depth < BundleLimits.resourceDepthMax else {
      throw unusable(source, "nests too deep")
    }
    guard let names = names(in: source) else { throw unusable(source, "cannot be read") }
    try Staging.makeDirectory(target)
    for name in names {
      let path = "\(source)/\(name)"
      switch BundleFiles.status(of: path, followingLinks: false)?.kind {
      case .regular: try copyFile(path, to: "\(target)/\(name)")
      case .directory:
        try copyTree(path, to: "\(target)/\(name)", within: root, depth: depth + 1)
      case .symbolicLink: try copyLink(path, to: "\(target)/\(name)", within: root)
      default: throw unusable(path, "is neither a file nor a directory")
      }
    }
  }

  // A link stays a link, or a loop of links would be copied for ever; one that leads out would be
  // broken in the bundle, or show it files of the machine it is installed on.
  private static func copyLink(
    _ source: String, to target: String, within root: String
  ) throws(BundleError) {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      readlink(source, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard count > 0, buffer[0] != UInt8(ascii: "/"), let real = BundleFiles.resolved(source),
      real.hasPrefix("\(root)/")
    else { throw unusable(source, "is a symbolic link that leads out of its directory") }
    guard symlink(String(decoding: buffer[..<count], as: UTF8.self), target) == 0 else {
      throw .notWritten(target)
    }
  }

  /// Copies the content and the permissions.
  static func copyFile(_ source: String, to target: String) throws(BundleError) {
    let input = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw unusable(source, "cannot be read") }
    defer { close(input) }
    var raw = stat()
    guard fstat(input, &raw) == 0, raw.st_mode & S_IFMT == S_IFREG else {
      throw unusable(source, "is not a regular file")
    }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .notWritten(target) }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unusable(source, "cannot be read") }
      if count == 0 { break }
      try writeAll(buffer[..<count], to: output, path: target)
    }
    // Not the set-user-ID bits: a bundle is made to be handed around.
    guard fchmod(output, raw.st_mode & 0o777) == 0 else { throw .notWritten(target) }
  }

  static func writeAll(
    _ bytes: ArraySlice<UInt8>, to file: Int32, path: String
  ) throws(BundleError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .notWritten(path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Removes a directory with everything in it, without following links.
  static func removeTree(_ path: String) {
    guard unlink(path) != 0 else { return }
    for name in names(in: path) ?? [] { removeTree("\(path)/\(name)") }
    rmdir(path)
  }

  private static func names(in directory: String) -> [String]? {
    guard let stream = opendir(directory) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func unusable(_ path: String, _ reason: String) -> BundleError {
    BundleError(
      .unusableResource, file: path, message: "The resource \(reason).",
      nextStep: "Leave it out, or replace it by a regular file.")
  }
}
