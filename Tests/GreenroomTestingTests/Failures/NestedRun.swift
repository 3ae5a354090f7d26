import Foundation

/// A run of some of this bundle's tests in a process of its own, as `swift test` would run them.
struct NestedRun {
  let output: String
  let exitCode: Int32

  init(_ test: String, environment: [String: String] = [:]) throws {
    try self.init(
      arguments: [
        "--testing-library", "swift-testing", "--filter", "FailingFixtures/\(test)\\(",
      ], environment: environment)
  }

  init(arguments: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for key in ["GREENROOM_SEED", "GREENROOM_SEEDS"] { variables[key] = nil }
    variables[Fixtures.variable] = "1"
    variables["NO_COLOR"] = "1"
    variables.merge(environment) { $1 }
    process.environment = variables
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    output = String(decoding: data, as: UTF8.self)
    exitCode = process.terminationStatus
  }
}
