import Foundation
import Glibc
import Testing

/// Virtual time is only as complete as its table: what the toolchain's libraries ask the C library for
/// must be known. A new toolchain that waits in a new way fails here, and does not hang somewhere.
@Suite struct ToolchainTests {
  /// The file of a library that this process has loaded.
  private func loaded(_ name: String) throws -> String {
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
    var text = Data()
    // Such files come in parts.
    while let part = try file.read(upToCount: 4_096), !part.isEmpty { text += part }
    let maps = String(decoding: text, as: UTF8.self)
    let line = maps.split(separator: "\n").first { $0.contains("/\(name).so") }
    let path = line.flatMap { $0.firstIndex(of: "/").map($0.suffix(from:)) }
    return String(try #require(path, "\(name) is not loaded"))
  }

  /// The toolchain's shared objects, and those of the system that they wait through.
  private func libraries() throws -> [String] {
    let folder = URL(filePath: try loaded("libswiftCore")).deletingLastPathComponent()
    let paths = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".so") }.map { folder.appending(path: $0).path() }
    // Loads what it needs in turn.
    _ = dlopen(folder.appending(path: "libFoundationNetworking.so").path(), RTLD_NOW | RTLD_LOCAL)
    return (paths + [try loaded("libstdc++"), try loaded("libcurl")]).sorted()
  }

  private func harmless() throws -> [String] {
    let list = ProbeRun.root.appending(path: "Tests/VirtualTimeTests/HarmlessCalls.txt")
    return try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map(String.init)
  }

  @Test func `Every call of the C library that the toolchain makes is known`() throws {
    let offered = try DynamicSymbols(path: loaded("libc")).defined
    #expect(offered.count > 1_000)
    let known = Set(try harmless()).union(try CallTable().calls.map(\.name))
    let libraries = try libraries()
    for expected in [
      "libdispatch", "libFoundationEssentials", "libswift_Concurrency", "libTesting",
    ] {
      #expect(libraries.contains { $0.contains(expected) }, "\(expected) was not found")
    }
    for library in libraries {
      let calls = try DynamicSymbols(path: library).undefined.intersection(offered)
      for call in calls.subtracting(known).sorted() {
        Issue.record(
          """
          \(library) calls \(call), which virtual time does not know. If it waits, tells the time, \
          draws random numbers, or makes or ends threads or processes: add it to \
          Sources/CVirtualTime/Calls.def and stand in for it, with a test. If not: add it to \
          Tests/VirtualTimeTests/HarmlessCalls.txt, under the word why.
          """)
      }
    }
  }

  @Test func `What Dispatch waits with is in the table`() throws {
    let dispatch = try #require(try libraries().first { $0.hasSuffix("/libdispatch.so") })
    let calls = try DynamicSymbols(path: dispatch).undefined
    let table = Set(try CallTable().calls.map(\.name))
    for call in ["epoll_wait", "timerfd_settime", "sem_timedwait", "syscall", "clock_gettime"] {
      #expect(calls.contains(call) && table.contains(call), "\(call)")
    }
  }

  @Test func `No call is known twice`() throws {
    let harmless = try harmless()
    #expect(Set(harmless).count == harmless.count)
    #expect(Set(harmless).isDisjoint(with: try CallTable().calls.map(\.name)))
  }

  @Test func `The table stands in for what it says`() throws {
    let own = try DynamicSymbols(path: ProbeRun.library).defined
    let table = try CallTable().calls.map(\.name)
    #expect(table.count > 100)
    for call in table { #expect(own.contains(call), "\(call) is in Calls.def and not exported") }
  }
}
