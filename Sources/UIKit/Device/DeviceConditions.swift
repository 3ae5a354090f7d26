import AppLink
import Synchronization

/// What the device last told about itself, readable from any thread.
final class DeviceConditions: Sendable {
  static let shared = DeviceConditions()

  private struct Values {
    var device = DeviceMessage.DeviceDescription.unknown
    var environment = DeviceMessage.Environment.unknown
  }

  private let values = Mutex(Values())

  var device: DeviceMessage.DeviceDescription { values.withLock { $0.device } }
  var environment: DeviceMessage.Environment { values.withLock { $0.environment } }

  func set(device: DeviceMessage.DeviceDescription, environment: DeviceMessage.Environment) {
    values.withLock { $0 = Values(device: device, environment: environment) }
  }

  func set(environment: DeviceMessage.Environment) {
    values.withLock { $0.environment = environment }
  }
}

extension DeviceMessage.DeviceDescription {
  /// Before the launch.
  fileprivate static let unknown = Self(
    name: "", model: "", systemName: "", systemVersion: "", identifierForVendor: "",
    screenWidth: 0, screenHeight: 0, screenScale: 1)
}

extension DeviceMessage.Environment {
  /// Before the launch.
  fileprivate static let unknown = Self(
    batteryLevel: nil, batteryState: "unknown", isLowPowerModeEnabled: false,
    orientation: "unknown", locale: "en_US")
}
