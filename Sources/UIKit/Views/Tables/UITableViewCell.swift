import Foundation

/// One row of a table.
///
/// Apple's page: `UITableViewCell`.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
  /// Which labels a cell has, and where.
  public enum CellStyle: Int, Sendable {
    /// A title.
    case `default` = 0
    /// A title, and a value at the right.
    case value1 = 1
    /// A small title, and a value beside it.
    case value2 = 2
    /// A title, and a smaller line below.
    case subtitle = 3
  }

  /// What stands at the right end.
  public enum AccessoryType: Int, Sendable {
    case none = 0
    case disclosureIndicator = 1
    case detailDisclosureButton = 2
    case checkmark = 3
    case detailButton = 4
  }

  /// How a selected cell looks.
  public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }

  /// What editing does with a row.
  public enum EditingStyle: Int, Sendable { case none, delete, insert }

  /// The kind of cells that this one is reused among.
  public let reuseIdentifier: String?
  let style: CellStyle
  /// How the labels lie: as the style says, or a content configuration.
  var contentStyle: CellStyle

  /// What the app puts its own views into.
  public let contentView = UIView()

  /// The title.
  open var textLabel: UILabel? {
    if title == nil { title = makeLabel(style.titleFont, .label) }
    return title
  }
  /// The second text; nil in the default style.
  open var detailTextLabel: UILabel? {
    if detail == nil, contentStyle != .default {
      detail = makeLabel(contentStyle.detailFont, contentStyle.detailColor)
    }
    return detail
  }
  /// The picture at the left.
  open var imageView: UIImageView? {
    if picture == nil { picture = makePicture() }
    return picture
  }

  // Those that somebody has asked for: a cell with content of its own has none.
  private(set) var title: UILabel?
  private(set) var detail: UILabel?
  private(set) var picture: UIImageView?

  open var accessoryType = AccessoryType.none { didSet { updateAccessory() } }
  /// A view in the place of the accessory.
  open var accessoryView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      updateAccessory()
    }
  }
  open var editingAccessoryType = AccessoryType.none
  open var selectionStyle = SelectionStyle.default
  /// The view behind the content; nil: the background colour.
  open var backgroundView: UIView? { didSet { replaceBackground(oldValue, backgroundView) } }
  /// The view behind the content of a selected cell; nil: grey.
  open var selectedBackgroundView: UIView?
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0) {
    didSet { hasOwnSeparatorInset = true }
  }
  open var indentationLevel = 0 { didSet { setNeedsLayout() } }
  open var indentationWidth: CGFloat = 10 { didSet { setNeedsLayout() } }
  open var showsReorderControl = false
  open var shouldIndentWhileEditing = true

  open var isSelected: Bool {
    get { isShownSelected }
    set { setSelected(newValue, animated: false) }
  }
  open var isHighlighted: Bool {
    get { isShownHighlighted }
    set { setHighlighted(newValue, animated: false) }
  }
  open var isEditing: Bool {
    get { isShownEditing }
    set { setEditing(newValue, animated: false) }
  }
  /// What editing does with the row.
  open internal(set) var editingStyle = EditingStyle.none

  /// The content as a value; replaces the labels. Only ``UIListContentConfiguration`` is drawn.
  open var contentConfiguration: (any UIContentConfiguration)? {
    didSet { (contentConfiguration as? UIListContentConfiguration)?.apply(to: self) }
  }

  private var isShownSelected = false
  private var isShownHighlighted = false
  private var isShownEditing = false
  private(set) var hasOwnSeparatorInset = false
  private var accessory: UIView?
  let separator = UIView()
  private let selection = UIView()
  /// Whether a line ends the cell; the table says so.
  var showsSeparator = true

  /// A cell of a style.
  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    self.style = style
    contentStyle = style
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    backgroundColor = .systemBackground
    clipsToBounds = true
    selection.isHidden = true
    for view in [selection, contentView, separator] { addSubview(view) }
  }

  public override convenience init(frame: CGRect) {
    self.init(style: .default, reuseIdentifier: nil)
    self.frame = frame
  }

  public required init?(coder: NSCoder) { nil }

  private func makeLabel(_ font: UIFont, _ color: UIColor) -> UILabel {
    let label = CellLabel()
    label.font = font
    label.textColor = color
    contentView.addSubview(label)
    setNeedsLayout()
    return label
  }

  private func makePicture() -> UIImageView {
    let view = UIImageView(image: nil)
    view.contentMode = .scaleAspectFit
    contentView.addSubview(view)
    setNeedsLayout()
    return view
  }

  // MARK: What subclasses override

  /// The cell is about to be used for another row.
  open func prepareForReuse() {}

  open func setSelected(_ selected: Bool, animated: Bool) {
    isShownSelected = selected
    setNeedsLayout()
  }

  open func setHighlighted(_ highlighted: Bool, animated: Bool) {
    isShownHighlighted = highlighted
    setNeedsLayout()
  }

  open func setEditing(_ editing: Bool, animated: Bool) {
    isShownEditing = editing
    setNeedsLayout()
  }

  /// The plain content of this cell, to be filled and set as ``contentConfiguration``.
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    style == .subtitle ? .subtitleCell() : style == .value1 ? .valueCell() : .cell()
  }

  /// As high as its labels need; subclasses with other content say their own height.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let layout = CellLayout(self, width: size.width)
    guard ConstraintLayout.isNeeded(in: contentView) else {
      return CGSize(width: size.width, height: layout.height)
    }
    contentView.updateConstraintsIfNeeded()
    let content = ConstraintLayout.fittingSize(of: contentView, width: layout.contentWidth)
    return CGSize(width: size.width, height: max(content.height, title == nil ? 0 : layout.height))
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let layout = CellLayout(self, width: bounds.width)
    contentView.frame = CGRect(
      x: 0, y: 0, width: layout.contentWidth, height: bounds.height)
    layout.place(height: bounds.height)
    placeAccessory()
    backgroundView?.frame = bounds
    let isMarked = (isSelected || isHighlighted) && selectionStyle != .none
    selection.frame = bounds
    selection.isHidden = !isMarked
    selection.backgroundColor = .systemGray4
    if let own = selectedBackgroundView {
      selection.backgroundColor = nil
      own.frame = selection.bounds
      if own.superview !== selection { selection.addSubview(own) }
    }
    let inset = hasOwnSeparatorInset ? separatorInset.left : layout.textStart
    let hairline = 1 / UIScreen.main.scale
    separator.frame = CGRect(
      x: inset, y: bounds.height - hairline,
      width: bounds.width - inset - separatorInset.right, height: hairline)
    separator.isHidden = !showsSeparator || isMarked
  }

  // MARK: Accessory and background

  /// What the accessory takes of the cell's width.
  var accessoryWidth: CGFloat {
    guard let view = accessoryView ?? accessory else { return 0 }
    return view.frame.width + 16
  }

  private func updateAccessory() {
    accessory?.removeFromSuperview()
    accessory = nil
    if let accessoryView {
      addSubview(accessoryView)
    } else if let view = accessoryType.makeView() {
      accessory = view
      addSubview(view)
    }
    setNeedsLayout()
  }

  private func placeAccessory() {
    guard let view = accessoryView ?? accessory else { return }
    view.center = CGPoint(x: bounds.width - 16 - view.frame.width / 2, y: bounds.midY)
  }

  private func replaceBackground(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    if let new { insertSubview(new, at: 0) }
    setNeedsLayout()
  }
}

extension UITableViewCell.AccessoryType {
  @MainActor
  fileprivate func makeView() -> UIView? {
    let (symbol, size, color): (String, CGSize, UIColor)
    switch self {
    case .none: return nil
    case .disclosureIndicator:
      (symbol, size, color) = ("chevron.right", CGSize(width: 8, height: 13), .systemGray3)
    case .checkmark:
      (symbol, size, color) = ("checkmark", CGSize(width: 15, height: 14), .systemBlue)
    case .detailButton, .detailDisclosureButton:
      (symbol, size, color) = ("info.circle", CGSize(width: 22, height: 22), .systemBlue)
    }
    let view = UIImageView(image: UIImage(systemName: symbol))
    view.frame.size = size
    view.tintColor = color
    return view
  }
}

/// A label of a cell, which is laid out anew when it says something else.
private final class CellLabel: UILabel {
  override var text: String? {
    didSet { if text != oldValue { superview?.superview?.setNeedsLayout() } }
  }
}
