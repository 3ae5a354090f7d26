import AppLink
import Foundation

// What the device tells about itself.
extension LifeCycle {
  /// L80: the delegate, the view controllers that are on screen, the notification.
  func warnOfMemory() {
    application.delegate?.applicationDidReceiveMemoryWarning(application)
    for controller in application.windowRegistry.visibleViewControllers {
      controller.didReceiveMemoryWarning()
    }
    post(UIApplication.didReceiveMemoryWarningNotification)
  }

  /// L90: each kind once, in the device's order.
  func change(
    _ environment: DeviceMessage.Environment, kinds: [DeviceMessage.EnvironmentKind]
  ) {
    DeviceConditions.shared.set(environment: environment)
    for kind in kinds { announce(kind) }
  }

  private func announce(_ kind: DeviceMessage.EnvironmentKind) {
    let center = NotificationCenter.default
    let device = UIDevice.current
    switch kind {
    case .userDefaults:
      UserDefaults.standard.synchronize()
      center.post(name: UserDefaults.didChangeNotification, object: UserDefaults.standard)
    case .locale:
      center.post(name: NSLocale.currentLocaleDidChangeNotification, object: nil)
    case .orientation:
      guard device.isGeneratingDeviceOrientationNotifications else { return }
      center.post(name: UIDevice.orientationDidChangeNotification, object: device)
    case .batteryLevel:
      guard device.isBatteryMonitoringEnabled else { return }
      center.post(name: UIDevice.batteryLevelDidChangeNotification, object: device)
    case .batteryState:
      guard device.isBatteryMonitoringEnabled else { return }
      center.post(name: UIDevice.batteryStateDidChangeNotification, object: device)
    case .powerState:
      center.post(name: .NSProcessInfoPowerStateDidChange, object: ProcessInfo.processInfo)
    case .backgroundRefresh:
      post(UIApplication.backgroundRefreshStatusDidChangeNotification)
    case .significantTimeChange:
      // L42: here the notification comes first.
      post(UIApplication.significantTimeChangeNotification)
      application.delegate?.applicationSignificantTimeChange(application)
    }
  }

  func describeViews(_ request: UInt64) {
    let tree = ViewTree.describe(application.windowRegistry.windows, request: request)
    application.send(.viewTree(request: request, tree: tree))
  }
}
