import ControlAPI
import Foundation
import Glibc
import Multitasking
import Testing

/// Files of a device that something else has spoilt.
struct DamagedDeviceTests {
  static let app: AppID = "com.example.damaged"
  static let other: AppID = "com.example.other"

  @Test("A second daemon for the same folder is refused, and the first goes on")
  func twoDaemons() async throws {
    try await scenario(realOnly: "a second daemon") { device in
      let (second, answer) = try device.startDaemon([device.paths.folder, "--ready-fd", "3"])
      #expect(answer.contains("booted already"))
      #expect(try TestDevice.collect(second) != .exited(code: 0))
      #expect(try device.status().name == device.name)
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
    }
  }

  @Test("A database that is none keeps the device from booting, and is left as it is")
  func corruptDatabase() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.shutDown()
      let path = device.paths.database
      let files = FileManager.default
      let parts = ["", "-wal", "-shm"].filter { files.fileExists(atPath: path + $0) }
      for part in parts { try files.moveItem(atPath: path + part, toPath: path + part + ".saved") }
      let garbage = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try garbage.write(to: URL(fileURLWithPath: path))
      let answer = try device.start()
      #expect(answer.contains("is not a device's database"))
      #expect(answer.contains("move it away"))
      #expect(FileManager.default.contents(atPath: path) == garbage)
      for part in ["", "-wal", "-shm"] { try? files.removeItem(atPath: path + part) }
      for part in parts { try files.moveItem(atPath: path + part + ".saved", toPath: path + part) }
      try device.boot()
      #expect(try device.info(Self.app).state == .notRunning)
    }
  }

  @Test("A journal line that was cut off, and lines that are none, spoil no other")
  func damagedJournal() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.shutDown()
      let path = device.paths.journal
      var data = try #require(FileManager.default.contents(atPath: path))
      let lines = data.split(separator: UInt8(ascii: "\n")).count
      data += Data("\u{0}\u{1}garbage\n{}\n{\"number\":7,\"at\":12".utf8)
      try data.write(to: URL(fileURLWithPath: path))
      try device.boot()
      try device.bringUp(Self.app)
      let after = try #require(FileManager.default.contents(atPath: path))
      let entries = after.split(separator: UInt8(ascii: "\n")).map {
        try? JSONDecoder().decode(JournalEntry.self, from: Data($0)).number
      }
      #expect(entries.count { $0 == nil } == 3)
      #expect(entries.compactMap { $0 } == Array(1...UInt64(entries.count - 3)))
      #expect(entries.count > lines + 3)
    }
  }

  @Test("A journal that was just moved aside goes on with its numbers and its entries")
  func rotatedJournal() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      let last = try #require(device.entries.last?.number)
      try device.shutDown()
      let path = device.paths.journal
      try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
      try device.boot()
      guard case .entries(let entries) = try device.call(.log(count: 100, app: nil, follow: false))
      else { return }
      #expect(entries.map(\.number) == Array(1...UInt64(entries.count)))
      #expect(entries.count > Int(last))
    }
  }

  @Test("An app whose container can't be used does not start; others do")
  func unusableContainer() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.install(ProbeBundle(Self.other))
      let container = try device.info(Self.app).container
      try FileManager.default.removeItem(atPath: container)
      try Data().write(to: URL(fileURLWithPath: container))
      let error = #expect(throws: ControlError.self) { try device.launch(Self.app) }
      #expect(error?.code == .launchFailed)
      #expect(try device.state(Self.app) == .notRunning)
      try device.bringUp(Self.other)
      try FileManager.default.removeItem(atPath: container)
      try device.bringUp(Self.app)
    }
  }

  @Test("An app whose bundle is damaged does not keep the device from booting, and can be removed")
  func damagedBundle() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      try device.install(ProbeBundle(Self.other))
      let bundle = try device.info(Self.app).bundle
      try device.shutDown()
      try FileManager.default.removeItem(atPath: bundle + "/Info.plist")
      try device.boot()
      #expect(device.notes.contains { $0.contains(Self.app.bundleIdentifier) })
      try device.bringUp(Self.other)
      try device.call(.uninstall(app: Self.app))
      let folders = try FileManager.default.contentsOfDirectory(atPath: device.paths.bundles)
      #expect(folders.count == 1)
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app)
    }
  }

  @Test("Removing one app while another is being installed spoils neither")
  func removalDuringInstallation() async throws {
    try await scenario { device in
      let bundle = try ProbeBundle(Self.app).assemble(in: device.home + "/Build")
      for number in 0..<300 {
        try Data(count: 256 * 1024).write(
          to: URL(fileURLWithPath: bundle + "/resource\(number)"))
      }
      let socket = device.paths.controlSocket
      let isDone = Once()
      let isInstalled = Once()
      Thread.detachNewThread {
        let client = try? ControlClient(connectingTo: socket)
        if let answer = try? client?.call(.install(path: bundle)), case .app = answer {
          isInstalled.set()
        }
        isDone.set()
      }
      let small = try ProbeBundle(Self.other, script: "exit 0").assemble(in: device.home + "/Build")
      while !isDone.isSet {
        try device.call(.install(path: small))
        try device.call(.uninstall(app: Self.other))
      }
      #expect(isInstalled.isSet)
      let info = try device.info(Self.app)
      #expect(try FileManager.default.contentsOfDirectory(atPath: info.bundle).count == 302)
      try device.bringUp(Self.app)
    }
  }
}
