import AppLink

/// Devices that start the probe for background work.
extension FakeDevice {
  /// Waits for the app's first message.
  static func probe(_ arguments: [String], bundle: String) throws -> FakeDevice {
    let device = try FakeDevice(
      arguments, bundle: "../../BackgroundWorkProbe/Bundles/\(bundle)",
      executable: "BackgroundWorkProbe")
    _ = try device.hello()
    return device
  }

  /// Launches the app, and has it be active.
  static func activeProbe(_ arguments: [String], bundle: String) throws -> FakeDevice {
    let device = try probe(arguments, bundle: bundle)
    try device.send(.launch())
    try device.send(.didBecomeActive(scene: ""))
    return device
  }
}
