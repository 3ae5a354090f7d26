import ControlAPI
import Foundation
import Glibc
import Multitasking
import Testing

// In virtual time the same daemon runs under the library, as `greenroom boot --virtual` starts it,
// and time passes when the scenario waits.
extension TestDevice {
  /// How much virtual time a scenario waits for anything.
  static let virtualPatience: Duration = .seconds(3_600)

  var isVirtual: Bool { options.seed != nil }

  func daemonEnvironment() throws -> [String: String] {
    guard let seed = options.seed else {
      return TestDevice.environment.merging(options.environment) { $1 }
    }
    try #require(
      access(BuiltPrograms.virtualTime, R_OK) == 0,
      "\(BuiltPrograms.virtualTime) is not there: `swift build --product VirtualTime` builds it")
    // A journal must not go back in time.
    if let last = entries.last?.at, last >= nextBoot {
      let second = 1_000_000_000 as Int64
      nextBoot = Instant(nanoseconds: (last.nanoseconds / second + 1) * second)
    }
    var environment = [
      "LD_PRELOAD": BuiltPrograms.virtualTime, "VIRTUAL_TIME_SEED": "\(seed)",
      "VIRTUAL_TIME_START": nextBoot.text, "SWIFT_DETERMINISTIC_HASHING": "1",
      "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC", "LANG": "C.UTF-8",
      // A test of what never comes back need not take long.
      "VIRTUAL_TIME_PATIENCE": "5",
    ]
    for key in ["PATH", "LD_LIBRARY_PATH"] { environment[key] = TestDevice.environment[key] }
    return environment
  }

  func advanceVirtually(_ time: Duration) throws {
    try call(.advance(nanoseconds: time.inNanoseconds))
  }

  /// Goes from one instant at which something happens to the next.
  func waitVirtually(
    for what: String, _ condition: ([JournalEntry]) throws -> Bool
  ) throws {
    let began = ContinuousClock.now
    var limit: Instant?
    while true {
      try catchUp()
      if try condition(entries) { return }
      let time = try time()
      let end = limit ?? time.now + TestDevice.virtualPatience
      limit = end
      // Without a deadline nothing will ever happen.
      guard let next = time.nextDeadline, next <= end, ContinuousClock.now < began + patience else {
        throw TimedOut(what: what, instead: JournalFollower.describe(entries.suffix(60)))
      }
      try call(.advanceTo(instant: max(next, time.now)))
    }
  }
}
