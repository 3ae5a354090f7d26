import Glibc
import Testing

/// The library's own table, row by row. It is loaded and not linked: what is linked into a test
/// bundle stands in for the calls of all its tests.
struct CallTable {
  struct Call {
    var group: String
    var name: String
    var does: String
  }

  var calls: [Call] = []

  init() throws {
    /// `struct virtual_time_call_description`.
    typealias Description = (
      group: UnsafePointer<CChar>, name: UnsafePointer<CChar>, does: UnsafePointer<CChar>
    )
    let library = try #require(dlopen(ProbeRun.library, RTLD_NOW | RTLD_LOCAL))
    let countSymbol = try #require(dlsym(library, "virtual_time_call_count"))
    let callSymbol = try #require(dlsym(library, "virtual_time_call"))
    // These are the types that `VirtualTime.h` declares.
    let count = unsafeBitCast(countSymbol, to: (@convention(c) () -> Int32).self)
    let call = unsafeBitCast(callSymbol, to: (@convention(c) (Int32) -> UnsafeRawPointer?).self)
    for index in 0..<count() {
      let row = try #require(call(index)).assumingMemoryBound(to: Description.self).pointee
      calls.append(
        Call(
          group: String(cString: row.group), name: String(cString: row.name),
          does: String(cString: row.does)))
    }
  }
}
