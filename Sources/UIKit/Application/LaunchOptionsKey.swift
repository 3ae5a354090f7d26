extension UIApplication {
  /// Keys of the dictionary that says why the app was launched (L20).
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension UIApplication.LaunchOptionsKey {
  /// A `URL`: the app was launched to open it.
  public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
  /// The bundle identifier of the app that asked, a `String`.
  public static let sourceApplication = Self(
    rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
  /// The payload of a remote notification, a dictionary.
  public static let remoteNotification = Self(
    rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
  /// A local notification.
  public static let localNotification = Self(
    rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
  /// What the asking app passed along.
  public static let annotation = Self(rawValue: "UIApplicationLaunchOptionsAnnotationKey")
  /// An `NSNumber`: the app was launched by a location event.
  public static let location = Self(rawValue: "UIApplicationLaunchOptionsLocationKey")
  /// The restoration identifiers of Bluetooth centrals.
  public static let bluetoothCentrals = Self(
    rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey")
  /// The restoration identifiers of Bluetooth peripherals.
  public static let bluetoothPeripherals = Self(
    rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey")
  /// A dictionary about the user activity that the app was launched for.
  public static let userActivityDictionary = Self(
    rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
  /// The type of that activity, a `String`.
  public static let userActivityType = Self(
    rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
  /// A ``UIApplicationShortcutItem``.
  public static let shortcutItem = Self(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
}
