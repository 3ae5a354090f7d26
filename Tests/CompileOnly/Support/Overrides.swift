// What Apple declares `open` in its classes, overridden once. It only has to compile.

import UIKit

class Application: UIApplication {
  override func canOpenURL(_ url: URL) -> Bool { super.canOpenURL(url) }
  override func open(
    _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) { super.open(url, options: options, completionHandler: completion) }

  override func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { super.beginBackgroundTask(expirationHandler: handler) }
  override func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    super.beginBackgroundTask(withName: taskName, expirationHandler: handler)
  }
  override func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    super.endBackgroundTask(identifier)
  }
  override var backgroundTimeRemaining: TimeInterval { super.backgroundTimeRemaining }

  override var connectedScenes: Set<UIScene> { super.connectedScenes }
  override var openSessions: Set<UISceneSession> { super.openSessions }
  override var windows: [UIWindow] { super.windows }
  override var keyWindow: UIWindow? { super.keyWindow }
}

class View: UIView {
  override func addSubview(_ view: UIView) { super.addSubview(view) }
  override func insertSubview(_ view: UIView, at index: Int) {
    super.insertSubview(view, at: index)
  }
  override func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    super.insertSubview(view, belowSubview: siblingSubview)
  }
  override func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    super.insertSubview(view, aboveSubview: siblingSubview)
  }
  override func removeFromSuperview() { super.removeFromSuperview() }
  override func bringSubviewToFront(_ view: UIView) { super.bringSubviewToFront(view) }
  override func sendSubviewToBack(_ view: UIView) { super.sendSubviewToBack(view) }
  override func isDescendant(of view: UIView) -> Bool { super.isDescendant(of: view) }
  override func viewWithTag(_ tag: Int) -> UIView? { super.viewWithTag(tag) }

  override func layoutSubviews() { super.layoutSubviews() }
  override func setNeedsLayout() { super.setNeedsLayout() }
  override func layoutIfNeeded() { super.layoutIfNeeded() }
  override func setNeedsDisplay() { super.setNeedsDisplay() }
  override func sizeThatFits(_ size: CGSize) -> CGSize { super.sizeThatFits(size) }
  override func sizeToFit() { super.sizeToFit() }
}

class Controller: UIViewController {
  override func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) { super.present(viewControllerToPresent, animated: flag, completion: completion) }
  override func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    super.dismiss(animated: flag, completion: completion)
  }
  override var isBeingPresented: Bool { super.isBeingPresented }
  override func addChild(_ childController: UIViewController) { super.addChild(childController) }
  override func removeFromParent() { super.removeFromParent() }
}

class Color: UIColor, @unchecked Sendable {
  override class var black: UIColor { UIColor(white: 0.1, alpha: 1) }
  override class var systemBlue: UIColor { super.systemBlue.withAlphaComponent(0.9) }
  override class var supportsSecureCoding: Bool { true }
  override init(white: CGFloat, alpha: CGFloat) { super.init(white: white, alpha: alpha) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
  override func encode(with coder: NSCoder) { super.encode(with: coder) }
  override func copy(with zone: NSZone? = nil) -> Any { super.copy(with: zone) }
  override func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    super.withAlphaComponent(alpha)
  }
}

func useOffTheMainThread(_ color: UIColor) -> @Sendable () -> UIColor {
  { color.copy() as? UIColor ?? .black }
}
