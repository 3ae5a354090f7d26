import Foundation
import Glibc

/// What differs from run to run in reality.
enum Randomness {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "random": { _ in drawn() },
    "processors": { _ in processors() },
  ]

  private final class Thing {}

  private static func drawn() {
    print("UUID", UUID().uuidString)
    print("Int", Int.random(in: 0..<1_000_000_000))
    print("Double", Double.random(in: 0..<1))
    print("shuffled", (0..<20).shuffled())
    let names = (0..<20).map { "name \($0)" }
    print("set", Set(names).joined(separator: ","))
    print("dictionary", Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }).keys.joined())
    let things = (0..<20).map { _ in Thing() }
    let order = Set(things.map(ObjectIdentifier.init)).map { identifier in
      things.firstIndex { ObjectIdentifier($0) == identifier } ?? -1
    }
    print("addresses", order)
    for device in ["/dev/urandom", "/dev/random"] {
      let bytes = FileHandle(forReadingAtPath: device)?.readData(ofLength: 8)
      print(device, bytes?.map { String($0, radix: 16) } ?? [])
    }
    print("arc4random", arc4random(), arc4random_uniform(1_000))
    var bytes = [UInt8](repeating: 0, count: 8)
    getentropy(&bytes, bytes.count)
    print("getentropy", bytes)
    print("temporary", FileManager.default.temporaryDirectory.path())
  }

  private static func processors() {
    print("active", ProcessInfo.processInfo.activeProcessorCount)
    print("all", ProcessInfo.processInfo.processorCount)
    print("sysconf", sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
