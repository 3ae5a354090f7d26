extension UIApplication {
  /// The scenes that are connected.
  ///
  /// An app without scenes has one all the same: the one that its windows are in.
  public var connectedScenes: Set<UIScene> {
    if let implicit = lifeCycle?.implicitScene { [implicit] } else { Set(scenes) }
  }

  /// The sessions whose scenes are in the switcher, connected or not.
  public var openSessions: Set<UISceneSession> {
    if let implicit = lifeCycle?.implicitScene { [implicit.session] } else { Set(sessions) }
  }

  /// The app's windows, hidden ones too, back to front.
  public var windows: [UIWindow] { windowRegistry.windows }

  /// The window that was made key last.
  public var keyWindow: UIWindow? { windowRegistry.keyWindow }
}
