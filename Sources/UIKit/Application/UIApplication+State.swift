extension UIApplication {
  /// How the app runs at this moment.
  ///
  /// Suspended and not running can't be observed from inside (L2).
  public enum State: Int, Sendable {
    /// In the foreground, receiving events.
    case active = 0
    /// In the foreground, on the way in or out, or interrupted.
    case inactive = 1
    /// In the background, executing.
    case background = 2
  }
}
