import Foundation
import Multitasking
import Testing

/// Runs a test on a device, in virtual time and in a process of its own.
///
/// ```swift
/// @Test(.device(profile: .modern, seeds: 0..<100))
/// func uploadFinishesInTheBackground() async throws { … }
/// ```
/// The process that runs all tests starts its own executable again for each run, with this one test
/// selected: statics, singletons and user defaults are fresh in every run, and tests run side by
/// side. In that process ``Device/current`` is the test's device. On a suite, each of its tests has a
/// device; a test's own trait stands for that of its suite.
public struct DeviceTrait: TestTrait, SuiteTrait, TestScoping {
  let configuration: DeviceConfiguration
  let problem: String?
  private let identity = Identity()

  private final class Identity: Sendable {}

  init(configuration: DeviceConfiguration, problem: String?) {
    self.configuration = configuration
    self.problem = problem
  }

  /// Tests of a suite that has the trait have it too.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A test's own trait stands for that of its suite.
    let last = test.traits.last { $0 is DeviceTrait } as? DeviceTrait
    guard let testCase, last?.identity === identity else { return try await function() }
    if let problem {
      Issue.record("\(problem)", sourceLocation: test.sourceLocation)
      return
    }
    let name = Self.name(of: testCase)
    if let own = ChildEnvironment.current {
      // The filter selects all cases of a test.
      guard own.testCase == name else { return }
      return try await runHere(test, function)
    }
    await runInChildren(test, name)
  }

  private func runHere(_ test: Test, _ function: @Sendable () async throws -> Void) async throws {
    let device = try Session.begin(configuration)
    let result: Result<Void, any Error>
    do {
      try await function()
      result = .success(())
    } catch {
      result = .failure(error)
    }
    _ = Session.end(device)
    try result.get()
  }

  private func runInChildren(_ test: Test, _ name: String) async {
    let identifier = String(describing: test.id)
    let child = Child(
      arguments: { events in
        [
          "--testing-library", "swift-testing", "--filter", "^\(Self.escaped(identifier))$",
          "--event-stream-output-path", events, "--event-stream-version", "0",
        ]
      }, testCase: name, configuration: configuration,
      filter: Self.filter(for: identifier))
    let outcomes = await SeedRuns.run(child, seeds: RunnerOptions.seeds(configuration.seeds))
    for problem in SeedRuns.problems(of: outcomes) {
      let location = problem.location.map {
        SourceLocation(
          fileID: $0.fileID, filePath: $0.filePath, line: $0.line, column: max(1, $0.column))
      }
      Issue.record(
        "\(problem.message)", sourceLocation: location ?? test.sourceLocation)
    }
  }

  /// What tells one case of a test from the others, the same in all processes: its arguments as they
  /// print, without addresses.
  static func name(of testCase: Test.Case) -> String {
    let text = String(describing: testCase)
    guard let start = text.range(of: "arguments: [") else { return "" }
    return String(text[start.upperBound...]).replacing(
      /\(unknown context at \$[0-9a-f]+\)/, with: "")
  }

  /// A regular expression that matches nothing but `text`.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\^$.|?*+()[]{}".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// What a person gives to `--filter`: the test's name without its place in the source.
  static func filter(for identifier: String) -> String {
    let parts = identifier.split(separator: "/").prefix { !$0.contains(".swift") }
    return escaped(parts.joined(separator: "/"))
  }
}

extension Trait where Self == DeviceTrait {
  /// A device for the test, and one run.
  ///
  /// - Parameters:
  ///   - profile: the numbers and choices of one iOS.
  ///   - seed: chooses among threads that could all run; the same seed gives the same run.
  ///   - start: the date at which the test begins, such as `2026-01-01T07:55:00Z`.
  ///   - settings: changes to the profile, as `greenroom boot --set` takes them:
  ///     `["backgroundTaskAllowance": "12"]`. A wrong one fails the test.
  ///   - isMultitaskingSupported: false: apps end when they leave the screen (O2).
  public static func device(
    profile: Profile = .modern, seed: UInt64 = 1,
    start: String = DeviceConfiguration.defaultStart, settings: [String: String] = [:],
    isMultitaskingSupported: Bool = true
  ) -> Self {
    DeviceTrait(profile, [seed], start, settings, isMultitaskingSupported)
  }

  /// A device for the test, and one run for each seed, over as many interleavings of its threads.
  ///
  /// - Parameters:
  ///   - profile: the numbers and choices of one iOS.
  ///   - seeds: such as `0..<100`.
  ///   - start: the date at which the test begins.
  ///   - settings: changes to the profile.
  ///   - isMultitaskingSupported: false: apps end when they leave the screen (O2).
  public static func device(
    profile: Profile = .modern, seeds: Range<Int>,
    start: String = DeviceConfiguration.defaultStart, settings: [String: String] = [:],
    isMultitaskingSupported: Bool = true
  ) -> Self {
    DeviceTrait(profile, seeds.map { UInt64(max(0, $0)) }, start, settings, isMultitaskingSupported)
  }
}

extension DeviceTrait {
  fileprivate init(
    _ profile: Profile, _ seeds: [UInt64], _ start: String, _ settings: [String: String],
    _ isMultitaskingSupported: Bool
  ) {
    var profile = profile
    var problem: String?
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
      do { try profile.set(key, to: value) } catch { problem = problem ?? error.message }
    }
    self.init(
      configuration: DeviceConfiguration(
        profile: profile, isMultitaskingSupported: isMultitaskingSupported, seeds: seeds,
        start: start), problem: problem)
  }
}
