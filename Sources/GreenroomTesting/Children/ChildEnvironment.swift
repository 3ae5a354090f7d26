import CTestProcess
import Foundation

/// What a process that runs one device test finds in its environment.
package struct ChildEnvironment: Sendable {
  /// Where it leaves its report.
  let folder: String
  /// Which case of a test with arguments is meant.
  let testCase: String

  private enum Key {
    static let folder = TEST_PROCESS_MARKER
    static let testCase = "GREENROOM_DEVICE_TEST_CASE"
  }

  /// That of this process; nil in a process that runs all tests.
  package static let current: ChildEnvironment? = {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment[Key.folder] else { return nil }
    return ChildEnvironment(folder: folder, testCase: environment[Key.testCase] ?? "")
  }()

  /// The environment for a child that runs with one seed.
  func variables(seed: UInt64, start: String) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    // A world that this process lives in is not the child's.
    let kept = ["VIRTUAL_TIME_PREEMPTION", "VIRTUAL_TIME_PATIENCE"]
    for key in variables.keys where key.hasPrefix("VIRTUAL_TIME_") && !kept.contains(key) {
      variables[key] = nil
    }
    variables["VIRTUAL_TIME_SEED"] = String(seed)
    variables["VIRTUAL_TIME_START"] = start
    // Three of ten calls where threads meet: with fewer, most seeds give the same order.
    if variables["VIRTUAL_TIME_PREEMPTION"] == nil { variables["VIRTUAL_TIME_PREEMPTION"] = "300" }
    // Both would make runs differ, or stop threads from outside.
    variables["SWIFT_DETERMINISTIC_HASHING"] = "1"
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables["TZ"] = "UTC"
    variables["HOME"] = folder + "/home"
    variables["CFFIXED_USER_HOME"] = folder + "/home"
    variables["TMPDIR"] = folder + "/tmp"
    variables["NO_COLOR"] = "1"
    variables[Key.folder] = folder
    variables[Key.testCase] = testCase
    return variables
  }
}
