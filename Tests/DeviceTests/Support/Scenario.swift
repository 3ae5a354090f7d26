import Multitasking
import ProcessControl
import Testing

/// Runs a scenario, which knows its device by ``DeviceDriver`` alone, with each driver there is: on a
/// real device, and on a virtual one, where it has to come out the same. Not on that if it is about
/// what the machine measures: in virtual time nothing is.
func scenario(
  _ profile: Profile.Name = .classic, _ settings: [String: String] = [:],
  freezer: FreezerPreference = .auto, isMultitaskingSupported: Bool = true,
  measuresMachine: Bool = false,
  _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
) async throws {
  try await TestDevice.run(
    profile, settings, freezer: freezer, isMultitaskingSupported: isMultitaskingSupported
  ) { try body($0) }
  // A test that is repeated for each freezer has one virtual device for all of them.
  guard !measuresMachine, freezer == .auto || freezer == usableFreezers[0] else { return }
  try await TestDevice.run(
    profile, settings, isMultitaskingSupported: isMultitaskingSupported, seed: 1
  ) { try body($0) }
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
