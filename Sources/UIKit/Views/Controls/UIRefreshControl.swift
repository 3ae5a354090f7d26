import Foundation

/// Shows above a list that its content is being fetched.
///
/// Apple's page: `UIRefreshControl`. Nobody pulls a list down here;
/// ``beginRefreshing()`` is the app's.
@preconcurrency @MainActor
open class UIRefreshControl: UIControl {
  /// Whether content is being fetched.
  open private(set) var isRefreshing = false

  /// What stands below the picture; not drawn.
  open var attributedTitle: NSAttributedString?

  private let spinner = UIImageView(image: UIImage(systemName: "rays"))

  public override init(frame: CGRect) {
    super.init(frame: frame)
    spinner.tintColor = .systemGray
    spinner.isHidden = true
    addSubview(spinner)
  }

  public required init?(coder: NSCoder) { nil }

  /// Shows that content is being fetched. Does not cause it, and does not scroll.
  open func beginRefreshing() { change(to: true) }

  /// The content is there.
  open func endRefreshing() { change(to: false) }

  private func change(to isRefreshing: Bool) {
    self.isRefreshing = isRefreshing
    spinner.isHidden = !isRefreshing
    superview?.setNeedsLayout()
  }

  func place(in scrollView: UIScrollView) {
    frame = CGRect(x: 0, y: -60, width: scrollView.bounds.width, height: 60)
    spinner.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}
