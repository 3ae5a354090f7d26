import Foundation

/// An object that takes part in the responder chain.
///
/// Apple's page: `UIResponder`.
@preconcurrency @MainActor
open class UIResponder: NSObject, UIUserActivityRestoring {
  public override init() { super.init() }

  /// The object that is asked next.
  open var next: UIResponder? { nil }

  /// Whether this object may become the first responder.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether this object may give that up.
  open var canResignFirstResponder: Bool { true }

  /// Whether this object is asked first.
  open var isFirstResponder: Bool { FirstResponder.current === self }

  /// Makes this object the first responder, if it and the present one agree.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder else { return false }
    if let current = FirstResponder.current, !current.resignFirstResponder() { return false }
    FirstResponder.current = self
    return true
  }

  /// Gives up being the first responder.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard canResignFirstResponder else { return false }
    if isFirstResponder { FirstResponder.current = nil }
    return true
  }

  /// The activity that this object stands for.
  open var userActivity: NSUserActivity?

  /// Brings ``userActivity`` up to date.
  open func updateUserActivityState(_ activity: NSUserActivity) {}

  /// Takes up an activity.
  open func restoreUserActivityState(_ activity: NSUserActivity) {}
}

/// Who is asked first.
@MainActor
private enum FirstResponder {
  static weak var current: UIResponder?
}
