import GreenroomTesting
import Multitasking

// The conditions around apps. For tests that don't wait.
extension Device {
  /// Tells running apps that memory is low (L80).
  ///
  /// - Parameter critical: so low that an app must end, suspended apps first (T48).
  public func receiveMemoryWarning(critical: Bool = false) throws {
    try actBlocking(.memoryPressure(critical ? .critical : .warning))
  }

  /// Sets the battery's level, in percent (L90).
  public func setBattery(percent: Int) throws {
    try actBlocking(.environment(.battery(percent: percent)))
  }

  /// Connects or disconnects the charger (L90).
  public func setCharging(_ isCharging: Bool) throws {
    try actBlocking(.environment(.batteryState(isCharging ? .charging : .unplugged)))
  }

  /// Switches Low Power Mode (T16, L90).
  public func setLowPowerMode(_ isOn: Bool) throws {
    try actBlocking(.environment(.lowPowerMode(isOn)))
  }

  /// Turns the device.
  ///
  /// - Parameter orientation: as `greenroom rotate` takes it: `portrait`, `landscapeLeft` and so on.
  public func rotate(to orientation: Orientation) throws {
    try actBlocking(.environment(.orientation(orientation)))
  }

  /// Changes the device's locale, to one such as `fr_FR` (L90).
  public func setLocale(_ identifier: String) throws {
    try actBlocking(.environment(.locale(identifier)))
  }

  /// Tells apps of a significant time change, as at midnight (L91).
  public func changeTimeSignificantly() throws {
    try actBlocking(.environment(.significantTimeChange))
  }
}
