import Foundation

/// A list of rows in sections.
///
/// Holds cells for the rows that are to be seen, and no others: those that scroll out are used again
/// for those that scroll in.
///
/// ```swift
/// tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Item")
/// // and in tableView(_:cellForRowAt:)
/// let cell = tableView.dequeueReusableCell(withIdentifier: "Item", for: indexPath)
/// ```
/// Apple's page: `UITableView`.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
  /// How sections look.
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  /// How rows come and go. Nothing moves here.
  public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }
  /// Where a row goes when the table scrolls to it.
  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

  /// Stands for a height that content says by itself.
  public static let automaticDimension: CGFloat = -1
  /// Stands for the symbol that begins a search.
  public static let indexSearch = "{search}"

  public let style: Style

  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if dataSource !== oldValue { forgetRows() } }
  }

  open var delegate: (any UITableViewDelegate)? {
    get { scrollDelegate as? any UITableViewDelegate }
    set {
      guard newValue !== scrollDelegate else { return }
      scrollDelegate = newValue
      forgetRows()
    }
  }

  open var rowHeight = UITableView.automaticDimension { didSet { forgetRows() } }
  open var estimatedRowHeight = UITableView.automaticDimension
  open var sectionHeaderHeight = UITableView.automaticDimension
  open var sectionFooterHeight = UITableView.automaticDimension
  open var estimatedSectionHeaderHeight = UITableView.automaticDimension
  open var estimatedSectionFooterHeight = UITableView.automaticDimension
  open var sectionHeaderTopPadding = UITableView.automaticDimension

  /// The view above the first section.
  open var tableHeaderView: UIView? { didSet { replace(oldValue, tableHeaderView) } }
  /// The view below the last section.
  open var tableFooterView: UIView? { didSet { replace(oldValue, tableFooterView) } }
  /// The view behind the rows.
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { setNeedsLayout() }
  }
  open var separatorColor: UIColor? = .separator { didSet { setNeedsLayout() } }
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0) {
    didSet { hasOwnSeparatorInset = true }
  }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var allowsSelectionDuringEditing = false
  open var allowsMultipleSelectionDuringEditing = false
  open var cellLayoutMarginsFollowReadableWidth = false
  open var isEditing: Bool {
    get { isShownEditing }
    set { setEditing(newValue, animated: false) }
  }

  var isShownEditing = false
  var hasOwnSeparatorInset = false
  var cellPool = ReusePool<UITableViewCell>()
  var headerPool = ReusePool<UITableViewHeaderFooterView>()
  /// The rows as the data source told them last.
  var geometry = TableGeometry()
  /// Whether the data source is to be asked again.
  var needsRows = true
  /// Whether rows have been shown: only then there is something that updates can be about.
  var hasRows = false
  /// The cells of the rows that are to be seen.
  var cells: [IndexPath: UITableViewCell] = [:]
  /// The views of headers and footers that are to be seen.
  var edges: [TableEdge: UIView] = [:]
  var selection: Set<IndexPath> = []
  /// What has been said since `beginUpdates`, and how often that was said.
  var updates = TableUpdates()
  var updateDepth = 0
  /// Cells that have been asked for and are not placed yet; those that are made meanwhile are not
  /// mistaken for them.
  var isLayingOut = false

  public init(frame: CGRect, style: UITableView.Style) {
    self.style = style
    super.init(frame: frame)
    backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
    alwaysBounceVertical = true
  }

  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  public required init?(coder: NSCoder) { nil }

  private func replace(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    setNeedsLayout()
  }

  // MARK: Registration

  /// Has cells of a class made for an identifier; nil: no longer.
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    let type = cellClass as? UITableViewCell.Type
    precondition(
      cellClass == nil || type != nil,
      "unable to dequeue a cell with identifier \(identifier) - its class "
        + "\(cellClass.map { "\($0)" } ?? "") is no subclass of UITableViewCell")
    cellPool.register(type, for: identifier)
  }

  /// Has headers and footers of a class made for an identifier; nil: no longer.
  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headerPool.register(aClass as? UITableViewHeaderFooterView.Type, for: identifier)
  }

  /// A cell that has scrolled out, or a new one of the registered class; nil if none is registered.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = cellPool.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    return cellPool.type(for: identifier).map { Instantiation.makeCell($0, identifier) }
  }

  /// The same for a row. Traps if nothing is registered for the identifier, as on iOS.
  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
      fatalError(
        "unable to dequeue a cell with identifier \(identifier) - must register a nib or a class "
          + "for the identifier or connect a prototype cell in a storyboard")
    }
    return cell
  }

  /// A header or footer that has scrolled out, or a new one of the registered class; nil if none is
  /// registered.
  open func dequeueReusableHeaderFooterView(
    withIdentifier identifier: String
  ) -> UITableViewHeaderFooterView? {
    if let view = headerPool.take(identifier) {
      view.prepareForReuse()
      return view
    }
    return headerPool.type(for: identifier).map { Instantiation.makeHeader($0, identifier) }
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutRows()
  }

  /// Asks for everything anew, with the next layout.
  open func reloadData() { forgetRows() }

  private func forgetRows() {
    needsRows = true
    setNeedsLayout()
  }
}

extension UITableViewCell {
  /// What is between two rows.
  public enum SeparatorStyle: Int, Sendable { case none, singleLine }
}

/// The header or the footer of a section.
struct TableEdge: Hashable {
  var section: Int
  var isFooter: Bool
}
