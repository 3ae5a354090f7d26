import Foundation

/// A view that a person does something with, and that says so.
///
/// To actions, not to targets: those need selectors. Apple's page: `UIControl`.
@preconcurrency @MainActor
open class UIControl: UIView {
  /// What a person did.
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let touchDown = Self(rawValue: 1)
    public static let touchUpInside = Self(rawValue: 1 << 6)
    public static let valueChanged = Self(rawValue: 1 << 12)
    public static let primaryActionTriggered = Self(rawValue: 1 << 13)
    public static let editingChanged = Self(rawValue: 1 << 17)
    public static let allEvents = Self(rawValue: 0xFFFF_FFFF)
  }

  open var isEnabled = true { didSet { setNeedsLayout() } }
  open var isSelected = false { didSet { setNeedsLayout() } }
  open var isHighlighted = false { didSet { setNeedsLayout() } }

  private var actions: [(action: UIAction, events: Event)] = []

  /// Has an action done with each of the events.
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    removeAction(action, for: controlEvents)
    actions.append((action, controlEvents))
  }

  /// Has an action done no longer.
  open func removeAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    for index in actions.indices where actions[index].action === action {
      actions[index].events.subtract(controlEvents)
    }
    actions.removeAll { $0.events.isEmpty }
  }

  /// Does what belongs to the events, as if a person had caused them.
  open func sendActions(for controlEvents: UIControl.Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.perform()
    }
  }
}
