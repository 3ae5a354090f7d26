import AppLink
import Foundation

/// What came of an attempt to fetch new data (F8).
public enum UIBackgroundFetchResult: UInt, Sendable {
  case newData = 0
  case noData = 1
  case failed = 2
}

/// Whether the app may be woken to refresh its content (F10).
public enum UIBackgroundRefreshStatus: Int, Sendable {
  /// Not available, and the user can't change that.
  case restricted = 0
  /// Switched off: for the device, for this app, or by Low Power Mode.
  case denied = 1
  case available = 2
}

extension UIApplication {
  /// As often as the system finds it worth it (F3).
  public nonisolated class var backgroundFetchIntervalMinimum: TimeInterval { 0 }

  /// Never: what holds until an app says otherwise (F2).
  public nonisolated class var backgroundFetchIntervalNever: TimeInterval {
    .greatestFiniteMagnitude
  }

  /// Whether the app may be woken to refresh its content (F10).
  ///
  /// ``backgroundRefreshStatusDidChangeNotification`` tells when it has changed.
  public var backgroundRefreshStatus: UIBackgroundRefreshStatus {
    switch DeviceConditions.shared.environment.backgroundRefresh {
    case .restricted: .restricted
    case .denied: .denied
    case .available: .available
    }
  }

  /// Asks for background fetches that lie at least so many seconds apart.
  ///
  /// ```swift
  /// application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
  /// ```
  /// The device remembers it beyond the process, and wakes the app when a fetch is worth it: it
  /// learns from when the app is opened and from what its fetches find (F3, F8, F9). Has no effect,
  /// and says so on standard error, without `fetch` among the `UIBackgroundModes` (F1), and, since
  /// iOS 13, beside `BGTaskSchedulerPermittedIdentifiers` (F13).
  public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {
    let plist = InfoPlist.main
    if !plist.backgroundModes.contains("fetch") {
      return ProcessEnd.report(
        "UIKit: setMinimumBackgroundFetchInterval has no effect: UIBackgroundModes in Info.plist "
          + "lacks \"fetch\".")
    }
    if !plist.permittedTaskIdentifiers.isEmpty, lifeCycle?.ignoresPermittedIdentifiers != true {
      return ProcessEnd.report(
        "UIKit: setMinimumBackgroundFetchInterval has no effect: Info.plist has "
          + "BGTaskSchedulerPermittedIdentifiers. Submit a BGAppRefreshTaskRequest instead.")
    }
    let isNever = !(minimumBackgroundFetchInterval < UIApplication.backgroundFetchIntervalNever)
    send(.fetchInterval(seconds: isNever ? nil : max(0, minimumBackgroundFetchInterval)))
  }
}
