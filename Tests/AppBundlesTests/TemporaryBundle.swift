import AppBundles
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A directory for one test, gone when the test is.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    let name = "app-bundles-\(UInt64.random(in: .min ... .max))"
    // Resolved, so that paths compare equal to those that AppBundle reports.
    path = String(cString: realpath("/tmp", nil)!) + "/" + name
    precondition(mkdir(path, 0o755) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func directory(_ name: String) -> String {
    precondition(mkdir("\(path)/\(name)", 0o755) == 0)
    return "\(path)/\(name)"
  }

  @discardableResult
  func file(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) -> String {
    let file = "\(path)/\(name)"
    precondition(FileManager.default.createFile(atPath: file, contents: Data(bytes)))
    precondition(chmod(file, mode) == 0)
    return file
  }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { Array($0) }
  }
}

/// `Rise.app` with a script as its executable and a plist that a test may spoil.
final class TemporaryBundle: Sendable {
  let home = TemporaryDirectory()
  var path: String { "\(home.path)/Rise.app" }
  var plistFile: String { "\(path)/Info.plist" }

  static let identity = """
    <key>CFBundleIdentifier</key><string>com.example.Rise</string>
    <key>CFBundleExecutable</key><string>Rise</string>
    """

  init(plist bytes: [UInt8]) {
    _ = home.directory("Rise.app")
    home.file("Rise.app/Rise", Array("#!/bin/sh\n".utf8), mode: 0o755)
    home.file("Rise.app/Info.plist", bytes)
  }

  /// With identifier and executable, and `keys` besides.
  convenience init(keys: String = "") {
    self.init(plist: Array(Self.xml("<dict>\(Self.identity)\(keys)</dict>").utf8))
  }

  /// With nothing but `keys`.
  convenience init(onlyKeys keys: String) {
    self.init(plist: Array(Self.xml("<dict>\(keys)</dict>").utf8))
  }

  static func xml(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">\(body)</plist>
    """
  }

  func load(_ profile: BundleProfile = .modern) throws(BundleError) -> AppBundle {
    try AppBundle(at: path, profile: profile)
  }

  func loadError(_ profile: BundleProfile = .modern) -> BundleError? {
    do {
      _ = try load(profile)
      return nil
    } catch {
      return error
    }
  }

  func findings(_ profile: BundleProfile = .modern) -> [Finding] {
    Doctor.examine(at: path, profile: profile)
  }

  func codes(_ profile: BundleProfile = .modern) -> [String] { findings(profile).map(\.code) }
}
