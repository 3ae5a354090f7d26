import AppLink
import Foundation

extension UIApplication {
  /// Asks for remote notifications.
  ///
  /// The delegate's `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)` is called on
  /// the main thread, later. The token names this app on this device; no service takes it, a person
  /// or a test sends with `greenroom push`.
  public func registerForRemoteNotifications() {
    MainRunLoop.perform {
      self.isRegisteredForRemoteNotifications = true
      self.delegate?.application(
        self, didRegisterForRemoteNotificationsWithDeviceToken: self.deviceToken)
    }
  }

  /// Undoes ``registerForRemoteNotifications()``. Pushes by command still arrive: they ask nobody.
  public func unregisterForRemoteNotifications() { isRegisteredForRemoteNotifications = false }

  /// 32 bytes, the same for every launch of this app on this device.
  private var deviceToken: Data {
    let vendor = DeviceConditions.shared.device.identifierForVendor
    let bundle = InfoPlist.main.bundleIdentifier ?? ""
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in Array("\(vendor) \(bundle)".utf8) {
      state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    var token = Data()
    for _ in 0..<4 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      withUnsafeBytes(of: (state ^ (state >> 31)).bigEndian) { token.append(contentsOf: $0) }
    }
    return token
  }
}

/// The payload of a remote notification as delegates get it.
enum NotificationPayload {
  /// Nil for what is no JSON object.
  static func read(_ json: String) -> [AnyHashable: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any]
  }
}
