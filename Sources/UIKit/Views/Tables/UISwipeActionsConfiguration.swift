import Foundation

/// Something that can be done with a row by swiping over it.
///
/// Apple's page: `UIContextualAction`.
@preconcurrency @MainActor
open class UIContextualAction: NSObject {
  /// What kind of thing it does.
  public enum Style: Int, Sendable { case normal, destructive }

  /// Does it; has to call the last argument with whether it was done.
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

  public let style: Style
  open var title: String?
  open var image: UIImage?
  open var backgroundColor: UIColor!
  let handler: Handler

  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
    backgroundColor = style == .destructive ? .systemRed : .systemGray
  }
}

/// The actions that a swipe over a row shows.
///
/// Nobody swipes here: they are asked for where a test does as if. Apple's page:
/// `UISwipeActionsConfiguration`.
@preconcurrency @MainActor
open class UISwipeActionsConfiguration: NSObject {
  public let actions: [UIContextualAction]
  open var performsFirstActionWithFullSwipe = true

  public init(actions: [UIContextualAction]) { self.actions = actions }
}

extension UITableView {
  /// What a full swipe over a row does, from the right or from the left: its first action, or where
  /// there are none the deletion.
  @_spi(InProcessDevice)
  public func userDidSwipeRow(at indexPath: IndexPath, fromRight: Bool = true) {
    let configuration =
      fromRight
      ? delegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: indexPath)
      : delegate?.tableView(self, leadingSwipeActionsConfigurationForRowAt: indexPath)
    guard let configuration else {
      if fromRight { userDidDeleteRow(at: indexPath) }
      return
    }
    guard configuration.performsFirstActionWithFullSwipe, let action = configuration.actions.first
    else { return }
    action.handler(action, cells[indexPath] ?? self) { _ in }
  }
}
