import Multitasking

// The conditions around apps.
extension Device {
  /// Tells running apps that memory is low (L80).
  ///
  /// - Parameter critical: so low that an app must end, suspended apps first (T48).
  public func receiveMemoryWarning(critical: Bool = false) async throws {
    try await act(.memoryPressure(critical ? .critical : .warning))
  }

  /// Sets the battery's level, in percent (L90).
  public func setBattery(percent: Int) async throws {
    try await act(.environment(.battery(percent: percent)))
  }

  /// Connects or disconnects the charger (L90).
  public func setCharging(_ isCharging: Bool) async throws {
    try await act(.environment(.batteryState(isCharging ? .charging : .unplugged)))
  }

  /// Switches Low Power Mode (T16, L90).
  public func setLowPowerMode(_ isOn: Bool) async throws {
    try await act(.environment(.lowPowerMode(isOn)))
  }

  /// Turns the device.
  ///
  /// - Parameter orientation: as `greenroom rotate` takes it: `portrait`, `landscapeLeft` and so on.
  public func rotate(to orientation: Orientation) async throws {
    try await act(.environment(.orientation(orientation)))
  }

  /// Changes the device's locale, to one such as `fr_FR` (L90).
  public func setLocale(_ identifier: String) async throws {
    try await act(.environment(.locale(identifier)))
  }

  /// Tells apps of a significant time change, as at midnight (L91).
  public func changeTimeSignificantly() async throws {
    try await act(.environment(.significantTimeChange))
  }

  public typealias Orientation = Multitasking.Environment.Orientation
}
