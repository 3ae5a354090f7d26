import Foundation

// Foundation for Linux has neither: what it can't ask the hardware, the device tells.
extension ProcessInfo {
  /// Whether the device saves power.
  public var isLowPowerModeEnabled: Bool {
    DeviceConditions.shared.environment.isLowPowerModeEnabled
  }
}

extension NSNotification.Name {
  /// Low Power Mode was switched.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}
