import Foundation

/// What stands above or below a section's rows.
///
/// Apple's page: `UITableViewHeaderFooterView`.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UIView {
  /// The kind of views that this one is reused among.
  public let reuseIdentifier: String?
  /// What the app puts its own views into.
  public let contentView = UIView()
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  /// The title.
  open private(set) lazy var textLabel: UILabel? = {
    let label = UILabel()
    contentView.addSubview(label)
    return label
  }()

  private var titleInsets = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
  private var hasTitle = false

  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(contentView)
  }

  public override convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }

  public required init?(coder: NSCoder) { nil }

  /// The view is about to be used for another section.
  open func prepareForReuse() {}

  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = bounds
    backgroundView?.frame = bounds
    if hasTitle { textLabel?.frame = bounds.inset(by: titleInsets) }
  }

  /// Shows a title as tables of a style do.
  func show(_ title: String, _ look: TableLook, isFooter: Bool) {
    hasTitle = true
    textLabel?.text = look.isGrouped && !isFooter ? title.uppercased() : title
    textLabel?.font = look.font(isFooter: isFooter)
    textLabel?.textColor = look.isGrouped || isFooter ? .secondaryLabel : .label
    textLabel?.numberOfLines = look.isGrouped ? 0 : 1
    titleInsets = look.titleInsets(isFooter: isFooter)
    contentView.backgroundColor = look.isGrouped ? nil : .systemBackground
    setNeedsLayout()
  }
}

/// The measures of a table's style.
struct TableLook {
  var style: UITableView.Style

  var isGrouped: Bool { style != .plain }
  /// What the rows keep off the sides.
  var sideInset: CGFloat { style == .insetGrouped ? 16 : 0 }

  func font(isFooter: Bool) -> UIFont {
    isGrouped || isFooter ? .systemFont(ofSize: 13) : .systemFont(ofSize: 17, weight: .semibold)
  }

  func titleInsets(isFooter: Bool) -> UIEdgeInsets {
    let sides = 16 + sideInset
    if !isGrouped { return UIEdgeInsets(top: 0, left: sides, bottom: 0, right: sides) }
    return isFooter
      ? UIEdgeInsets(top: 7, left: sides, bottom: 8, right: sides)
      : UIEdgeInsets(top: 16, left: sides, bottom: 6, right: sides)
  }

  /// The height that a title takes at a width.
  func height(of title: String, isFooter: Bool, width: CGFloat) -> CGFloat {
    let insets = titleInsets(isFooter: isFooter)
    let font = font(isFooter: isFooter)
    guard isGrouped else { return isFooter ? 28 : 36 }
    let text = isFooter ? title : title.uppercased()
    let size = TextMeasure.size(
      text, font, width: width - insets.left - insets.right, linesMax: 0)
    return (size.height + insets.top + insets.bottom).rounded(.up)
  }

  /// The height of a section's edge without a title.
  func emptyHeight(isFooter: Bool, isFirst: Bool) -> CGFloat {
    guard isGrouped else { return 0 }
    if isFooter { return 18 }
    return isFirst ? 35 : 18
  }
}
