import Multitasking

/// Which device a test runs on.
public struct DeviceConfiguration: Sendable {
  /// The numbers and choices of one iOS.
  public var profile: Profile
  /// What `UIDevice.isMultitaskingSupported` says; false: apps end when they leave the screen (O2).
  public var isMultitaskingSupported: Bool
  /// The seeds that the test runs with, one run each.
  public var seeds: [UInt64]
  /// When the test begins, such as `2026-01-01T00:00:00Z`.
  public var start: String

  /// The start of tests that name none: midnight, so that instants read as times that have passed.
  public static let defaultStart = "2026-01-01T00:00:00Z"

  public init(
    profile: Profile = .modern, isMultitaskingSupported: Bool = true, seeds: [UInt64] = [1],
    start: String = DeviceConfiguration.defaultStart
  ) {
    self.profile = profile
    self.isMultitaskingSupported = isMultitaskingSupported
    self.seeds = seeds
    self.start = start
  }
}
