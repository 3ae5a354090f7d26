import Foundation

/// A button of a bar.
///
/// Made with an action or a view: targets with selectors need the Objective-C runtime. Apple's page:
/// `UIBarButtonItem`.
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
  /// How the button looks.
  public enum Style: Int, Sendable {
    case plain = 0
    case done = 2
  }

  /// Buttons that the system has a picture or a word for.
  public enum SystemItem: Int, Sendable {
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action
    case organize, bookmarks, search, refresh, stop, camera, trash, play, pause, rewind
    case fastForward, undo, redo, close
  }

  open var title: String? { didSet { bar?.setNeedsLayout() } }
  open var image: UIImage? { didSet { bar?.setNeedsLayout() } }
  open var style: Style
  open var isEnabled = true { didSet { bar?.setNeedsLayout() } }
  open var tintColor: UIColor? { didSet { bar?.setNeedsLayout() } }
  open var width: CGFloat = 0
  open var tag = 0
  open var accessibilityIdentifier: String?
  /// The view that is shown in place of a button.
  open var customView: UIView?
  /// What the button does.
  open var primaryAction: UIAction?

  /// The bar that shows it.
  weak var bar: UIView?

  public init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil
  ) {
    self.title = title ?? primaryAction?.title
    self.image = image ?? primaryAction?.image
    self.primaryAction = primaryAction
    style = .plain
  }

  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
    self.init(
      title: systemItem.word, image: systemItem.symbol.flatMap { UIImage(systemName: $0) },
      primaryAction: primaryAction)
    style = systemItem == .done || systemItem == .save ? .done : .plain
  }

  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
}

extension UIBarButtonItem.SystemItem {
  /// The symbol that stands for it; nil where it is a word.
  var symbol: String? {
    switch self {
    case .add: "plus"
    case .compose: "square.and.pencil"
    case .reply: "arrowshape.turn.up.left"
    case .action: "square.and.arrow.up"
    case .organize: "folder"
    case .bookmarks: "book"
    case .search: "magnifyingglass"
    case .refresh: "arrow.clockwise"
    case .stop, .close: "xmark"
    case .camera: "camera"
    case .trash: "trash"
    case .play: "play.fill"
    case .pause: "pause.fill"
    case .rewind: "backward.fill"
    case .fastForward: "forward.fill"
    case .done, .cancel, .edit, .save, .undo, .redo, .flexibleSpace, .fixedSpace: nil
    }
  }

  var word: String? {
    switch self {
    case .done: "Done"
    case .cancel: "Cancel"
    case .edit: "Edit"
    case .save: "Save"
    case .undo: "Undo"
    case .redo: "Redo"
    default: nil
    }
  }
}
