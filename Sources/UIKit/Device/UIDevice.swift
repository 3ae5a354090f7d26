import Foundation

/// A representation of the current device.
///
/// Apple's page: `UIDevice`.
@preconcurrency @MainActor
open class UIDevice: NSObject {
  private static let instance = UIDevice()

  /// The device on which the app runs.
  open class var current: UIDevice { instance }

  /// The name that people gave the device.
  open var name: String { DeviceConditions.shared.device.name }

  /// The kind of device, such as `iPhone`.
  open var model: String { DeviceConditions.shared.device.model }

  /// The kind of device in the user's language, which has the same word for it.
  open var localizedModel: String { model }

  /// The name of the operating system.
  open var systemName: String { DeviceConditions.shared.device.systemName }

  /// The version of the operating system.
  open var systemVersion: String { DeviceConditions.shared.device.systemVersion }

  /// The same for all launches of the app on this device.
  open var identifierForVendor: UUID? {
    UUID(uuidString: DeviceConditions.shared.device.identifierForVendor)
  }

  /// The style of interface for this device.
  open var userInterfaceIdiom: UIUserInterfaceIdiom { model.hasPrefix("iPad") ? .pad : .phone }

  /// Whether apps can run in the background (O1).
  open var isMultitaskingSupported: Bool {
    UIApplication.current?.lifeCycle?.launch?.isMultitaskingSupported ?? true
  }

  // MARK: Battery

  /// Whether the battery is watched. Off at first; while off, level and state are unknown.
  open var isBatteryMonitoringEnabled = false

  /// 0.0 to 1.0; -1.0 where unknown.
  open var batteryLevel: Float {
    guard isBatteryMonitoringEnabled else { return -1 }
    return DeviceConditions.shared.environment.batteryLevel.map(Float.init) ?? -1
  }

  /// Whether the device is charged.
  open var batteryState: BatteryState {
    guard isBatteryMonitoringEnabled else { return .unknown }
    return BatteryState(name: DeviceConditions.shared.environment.batteryState)
  }

  // MARK: Orientation

  private var orientationObservers = 0

  /// How the device is held; unknown unless notifications are generated.
  open var orientation: UIDeviceOrientation {
    guard isGeneratingDeviceOrientationNotifications else { return .unknown }
    return UIDeviceOrientation(name: DeviceConditions.shared.environment.orientation)
  }

  /// Whether changes of the orientation are announced.
  open var isGeneratingDeviceOrientationNotifications: Bool { orientationObservers > 0 }

  /// Starts announcing changes of the orientation. Every begin needs one end.
  open func beginGeneratingDeviceOrientationNotifications() { orientationObservers += 1 }

  /// Ends what the last ``beginGeneratingDeviceOrientationNotifications()`` began.
  open func endGeneratingDeviceOrientationNotifications() {
    orientationObservers = max(0, orientationObservers - 1)
  }

  // MARK: Proximity

  /// Whether the proximity sensor is watched. There is none: it stays off, as on an iPad.
  open var isProximityMonitoringEnabled: Bool {
    get { false }
    set {}
  }

  /// Whether something is close to the device.
  open var proximityState: Bool { false }
}

extension UIDevice {
  /// How the battery fares.
  public enum BatteryState: Int, Sendable {
    case unknown = 0
    case unplugged = 1
    case charging = 2
    case full = 3

    init(name: String) {
      self =
        switch name {
        case "unplugged": .unplugged
        case "charging": .charging
        case "full": .full
        default: .unknown
        }
    }
  }

  /// The battery's level has changed. Posted while ``isBatteryMonitoringEnabled`` is true.
  public nonisolated class var batteryLevelDidChangeNotification: NSNotification.Name {
    NSNotification.Name("UIDeviceBatteryLevelDidChangeNotification")
  }

  /// The battery's state has changed. Posted while ``isBatteryMonitoringEnabled`` is true.
  public nonisolated class var batteryStateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("UIDeviceBatteryStateDidChangeNotification")
  }

  /// The orientation has changed. Posted while notifications are generated.
  public nonisolated class var orientationDidChangeNotification: NSNotification.Name {
    NSNotification.Name("UIDeviceOrientationDidChangeNotification")
  }

  /// Something came close or went away. Never posted: there is no sensor.
  public nonisolated class var proximityStateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("UIDeviceProximityStateDidChangeNotification")
  }
}
