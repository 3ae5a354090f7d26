import Foundation

/// A scene that manages windows.
///
/// Apple's page: `UIWindowScene`.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
  /// The screen that shows the scene.
  open var screen: UIScreen { .main }

  /// The scene's windows, back to front.
  open var windows: [UIWindow] {
    UIApplication.shared.windowRegistry.windows.filter { $0.windowScene === self }
  }

  /// The window of this scene that was made key last.
  open var keyWindow: UIWindow? {
    UIApplication.shared.windowRegistry.keyWindow(of: self)
  }

  /// The orientation of the interface. What the device shows does not rotate.
  open var interfaceOrientation: UIInterfaceOrientation { .portrait }

  /// Windows of a scene that was never in the foreground have not appeared (L33).
  var hasBeenInForeground = false
}
