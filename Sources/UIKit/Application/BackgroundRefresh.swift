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
  /// Switched off.
  case denied = 1
  case available = 2
}

extension UIApplication {
  /// Whether the app may be woken to refresh its content.
  ///
  /// This device has no background refresh yet, and says so: `.restricted`.
  public var backgroundRefreshStatus: UIBackgroundRefreshStatus { .restricted }
}
