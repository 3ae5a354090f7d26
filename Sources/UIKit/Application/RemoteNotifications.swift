import Foundation

extension UIApplication {
  /// Asks for remote notifications.
  ///
  /// This device has no push service: the delegate's
  /// `application(_:didFailToRegisterForRemoteNotificationsWithError:)` is called on the main
  /// thread, later, with a ``RemoteNotificationsUnavailable``.
  public func registerForRemoteNotifications() {
    MainRunLoop.perform {
      self.delegate?.application(
        self, didFailToRegisterForRemoteNotificationsWithError: RemoteNotificationsUnavailable())
    }
  }

  /// Whether the app can be reached by remote notifications: never, on this device.
  public var isRegisteredForRemoteNotifications: Bool { false }

  /// Why a registration failed.
  public struct RemoteNotificationsUnavailable: LocalizedError, CustomNSError, Sendable {
    public static let errorDomain = "NSCocoaErrorDomain"

    /// iOS uses 3010 where remote notifications are not supported (the simulator of old).
    public var errorCode: Int { 3010 }

    public var errorDescription: String? {
      "remote notifications are not supported: this Greenroom device has no push service"
    }

    // A CustomNSError without it loses its description on the way through NSError.
    public var errorUserInfo: [String: Any] {
      [NSLocalizedDescriptionKey: errorDescription ?? ""]
    }
  }
}
