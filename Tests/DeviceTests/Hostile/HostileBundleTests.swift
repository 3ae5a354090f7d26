import ControlAPI
import Foundation
import Glibc
import Multitasking
import Testing

/// Bundles that are to be refused, and bundles that take another's place.
struct HostileBundleTests {
  /// A bundle made by hand, as no tool would make it.
  static func bundle(
    in folder: String, name: String = "Bad.app", identifier: String, executable: String = "run"
  ) throws -> String {
    let path = folder + "/" + name
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let info = ["CFBundleIdentifier": identifier, "CFBundleExecutable": executable]
    let data = try PropertyListSerialization.data(
      fromPropertyList: info, format: .xml, options: 0)
    try data.write(to: URL(fileURLWithPath: path + "/Info.plist"))
    try Data("#!/bin/sh\nsleep 3600\n".utf8).write(to: URL(fileURLWithPath: path + "/run"))
    chmod(path + "/run", 0o755)
    return path
  }

  @Test(
    "Identifiers and executables that lead out of a bundle are refused",
    arguments: [
      ("../../../etc", "run"), ("com/../../x", "run"), ("..", "run"), ("", "run"),
      ("com.example.\u{0}x", "run"), ("com.example.ok", "../../../../../../bin/sh"),
      ("com.example.ok", "/bin/sh"), ("com.example.ok", ""), ("com.example.ok", "missing"),
      (String(repeating: "a", count: 5_000), "run"),
    ])
  func traversal(_ identifier: String, _ executable: String) async throws {
    try await scenario { device in
      let path = try Self.bundle(
        in: device.home, identifier: identifier, executable: executable)
      let error = #expect(throws: ControlError.self) { try device.call(.install(path: path)) }
      #expect(error?.code == .badBundle)
      #expect(try device.status().apps == 0)
      let left = try FileManager.default.contentsOfDirectory(atPath: device.paths.bundles)
      #expect(left == [])
    }
  }

  @Test(
    "Paths that are no bundle are refused", arguments: ["/etc", "/nonexistent.app", "", "relative"])
  func noBundle(_ path: String) async throws {
    try await scenario { device in
      let error = #expect(throws: ControlError.self) { try device.call(.install(path: path)) }
      #expect(error?.code == .badBundle)
    }
  }

  @Test(
    "A bundle of any name is installed in a folder of its own",
    arguments: ["a b.app", "..app", "ü\nx.app"])
  func names(_ name: String) async throws {
    try await scenario { device in
      let path = try Self.bundle(in: device.home, name: name, identifier: "com.example.name")
      _ = try? device.call(.install(path: path))
      if let info = try? device.info("com.example.name") {
        #expect(info.bundle.hasPrefix(device.paths.bundles + "/"))
        #expect(
          info.bundle.split(separator: "/").count == device.paths.bundles.split(separator: "/")
            .count + 2)
        try device.call(.uninstall(app: "com.example.name"))
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: device.paths.bundles)
      #expect(left == [])
    }
  }

  @Test(
    "What is neither file nor directory, and links that lead out, are not installed",
    arguments: ["pipe", "link out", "absolute link"])
  func strangeFiles(_ kind: String) async throws {
    try await scenario { device in
      let path = try Self.bundle(in: device.home, identifier: "com.example.strange")
      switch kind {
      case "pipe": mkfifo(path + "/strange", 0o644)
      case "link out": symlink("../../../../etc/passwd", path + "/strange")
      default: symlink("/etc/passwd", path + "/strange")
      }
      let error = #expect(throws: ControlError.self) { try device.call(.install(path: path)) }
      #expect(error?.code == .badBundle)
      #expect(try FileManager.default.contentsOfDirectory(atPath: device.paths.bundles) == [])
    }
  }

  @Test("A program in a bundle loses its set-user-ID bit")
  func setUserID() async throws {
    try await scenario { device in
      let path = try Self.bundle(in: device.home, identifier: "com.example.setuid")
      chmod(path + "/run", 0o6755)
      try device.call(.install(path: path))
      var status = stat()
      #expect(stat(try device.info("com.example.setuid").bundle + "/run", &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o755)
    }
  }

  @Test(
    "An update that takes an identifier ends the app, keeps its container, and is what starts next")
  func update() async throws {
    try await scenario { device in
      let app: AppID = "com.example.update"
      try device.install(ProbeBundle(app))
      try device.bringUp(app)
      let before = try device.info(app)
      let file = before.container + "/Documents/kept.txt"
      try Data("kept".utf8).write(to: URL(fileURLWithPath: file))
      try device.install(
        ProbeBundle(
          app, version: "2.0", script: "read kept < Documents/kept.txt; echo $kept; exec sleep 3600"
        ))
      let record = try device.waitForEnd(of: app)
      #expect(record.reason == .updated)
      let after = try device.info(app)
      #expect(after.version == "2.0")
      #expect(after.bundle != before.bundle)
      #expect(access(before.bundle, F_OK) != 0)
      try device.open(app)
      try device.wait(untilPrinted: "kept", by: app)
      try device.call(.uninstall(app: app))
      try device.wait(for: "the app to be gone") { _ in (try? device.info(app)) == nil }
      #expect(access(before.container, F_OK) != 0)
    }
  }
}
