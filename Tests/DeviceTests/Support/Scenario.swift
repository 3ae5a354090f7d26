import ControlAPI
import Foundation
import Multitasking
import ProcessControl
import Testing

/// Runs a scenario, which knows its device by ``DeviceDriver`` alone, with each driver there is: on a
/// real device and on a virtual one. What apps print and what is done with them, and why, has to be
/// the same on both.
///
/// With `GREENROOM_DETERMINISM=1` every virtual run is repeated, and has to be the same to the last
/// byte of the journal.
/// - Parameters:
///   - isRepeated: Repeat the virtual run in any case.
///   - isComparable: Whether a line or a deed is the same in each run of the scenario; all are unless
///     it says so.
func scenario(
  _ profile: Profile.Name = .classic, _ settings: [String: String] = [:],
  freezer: FreezerPreference = .auto, isMultitaskingSupported: Bool = true,
  isRepeated: Bool = repeatsVirtualRuns,
  comparing isComparable: @escaping @Sendable (String) -> Bool = { _ in true },
  _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
) async throws {
  var options = DeviceOptions(
    profile, settings, freezer: freezer, isMultitaskingSupported: isMultitaskingSupported)
  // A test that is repeated for each freezer has one virtual device for all of them.
  guard freezer == .auto || freezer == usableFreezers[0] else {
    return try await TestDevice.run(options) { try body($0) }
  }
  options.seed = 1
  let virtual = try await virtualRun(options, isRepeated: isRepeated, body)
  options.seed = nil
  try await TestDevice.run(options) { device in
    try body(device)
    let expected = Course(virtual.entries, isComparable)
    try device.letHappen(as: expected, isComparable)
    expected.differences(from: Course(device.entries, isComparable)) { Issue.record("\($0)") }
  }
}

/// Runs a scenario that is about the machine, the same way, on a real device alone.
///
/// - Parameter reason: What there is of the machine in it.
func scenario(
  realOnly reason: String, _ profile: Profile.Name = .classic, _ settings: [String: String] = [:],
  freezer: FreezerPreference = .auto, isMultitaskingSupported: Bool = true,
  _ body: @Sendable @escaping (TestDevice) throws -> Void
) async throws {
  try await TestDevice.run(
    DeviceOptions(
      profile, settings, freezer: freezer, isMultitaskingSupported: isMultitaskingSupported), body)
}

/// Runs a scenario that is about virtual time.
func scenario(
  virtualOnly seed: UInt64, _ profile: Profile.Name = .classic, _ settings: [String: String] = [:],
  _ body: @Sendable @escaping (TestDevice) throws -> Void
) async throws {
  try await TestDevice.run(DeviceOptions(profile, settings, seed: seed), body)
}

let repeatsVirtualRuns = ProcessInfo.processInfo.environment["GREENROOM_DETERMINISM"] == "1"

/// What is left of a run in virtual time.
private struct VirtualRun: Sendable {
  var entries: [JournalEntry] = []
  var journal = Data()
}

private func virtualRun(
  _ options: DeviceOptions, isRepeated: Bool,
  _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
) async throws -> VirtualRun {
  let place = TestDevice.Place()
  func run() async throws -> VirtualRun {
    let result = Box(VirtualRun())
    try await TestDevice.run(options, at: place) { device in
      // Which driver it was is not to be seen in what the scenario expects.
      try onVirtualDevice(device) { try body(device) }
      try device.catchUp()
      result.value.entries = device.entries
      result.value.journal = FileManager.default.contents(atPath: device.paths.journal) ?? Data()
    }
    return result.value
  }
  let first = try await run()
  if isRepeated {
    let second = try await run()
    #expect(
      first.journal == second.journal,
      "\(firstDifference(first.journal, second.journal))")
  }
  return first
}

/// Has whatever fails in `body` be followed by a word on where it failed.
private func onVirtualDevice(_ device: TestDevice, _ body: () throws -> Void) throws {
  let hasFailed = Once()
  defer {
    if hasFailed.isSet {
      Issue.record(
        "… on the virtual device\n\(JournalFollower.describe(device.entries.suffix(60)))")
    }
  }
  do {
    // Knows nothing, but hears of every issue.
    try withKnownIssue(isIntermittent: true) {
      try body()
    } matching: { _ in
      hasFailed.set()
      return false
    }
  } catch {
    hasFailed.set()
    throw error
  }
}

private func firstDifference(_ one: Data, _ other: Data) -> String {
  let lines = [one, other].map { $0.split(separator: UInt8(ascii: "\n")) }
  for (a, b) in zip(lines[0], lines[1]) where a != b {
    return "\(String(decoding: a, as: UTF8.self))\n\(String(decoding: b, as: UTF8.self))"
  }
  return "\(lines[0].count) and \(lines[1].count) lines"
}

/// Holds what a run leaves behind, which ends before it is read.
private final class Box<Value>: @unchecked Sendable {
  // Written by the run, read when that is over.
  var value: Value
  init(_ value: Value) { self.value = value }
}

extension DeviceDriver {
  /// Expects what an app prints next, line by line, and what the device does with it meanwhile.
  func expect(
    _ app: AppID, hears lines: [String], after deeds: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let done = try nextDeeds(to: app, deeds.count)
    #expect(done == deeds, sourceLocation: sourceLocation)
    let heard = try nextLines(of: app, lines.count)
    #expect(heard == lines, sourceLocation: sourceLocation)
  }

  /// Expects that an app has said nothing and nothing was done with it since the last look.
  func expectNothingMore(
    _ app: AppID, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    try? catchUp()
    #expect(unread(app) == [], sourceLocation: sourceLocation)
  }
}
