import Foundation

/// The bar at the top of a navigation controller.
///
/// Apple's page: `UINavigationBar`.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
  open var prefersLargeTitles = false { didSet { superview?.setNeedsLayout() } }
  /// The colour of the bar; nil: the system's.
  open var barTintColor: UIColor? { didSet { setNeedsLayout() } }
  /// Kept for the app to read: the bar is drawn opaque.
  open var isTranslucent = true
  /// The item of the view controller on top.
  open var topItem: UINavigationItem? { items?.last }
  /// Those of all view controllers, the one on top at the end.
  open internal(set) var items: [UINavigationItem]? { didSet { setNeedsLayout() } }

  private let title = UILabel()
  private let largeTitle = UILabel()
  private let line = UIView()
  private let chevron = UIImageView(image: UIImage(systemName: "chevron.left"))
  private let back = UILabel()
  /// What stands for the buttons of the item on top.
  private var buttons: [UIView] = []

  /// The background of what lies below.
  var contentColor: UIColor? { didSet { setNeedsLayout() } }

  /// Without the status bar, and without a large title.
  static let height: CGFloat = 44
  static let largeTitleHeight: CGFloat = 52

  public override init(frame: CGRect) {
    super.init(frame: frame)
    title.font = .systemFont(ofSize: 17, weight: .semibold)
    title.textAlignment = .center
    largeTitle.font = .systemFont(ofSize: 34, weight: .bold)
    line.backgroundColor = UIColor(white: 0, alpha: 0.3)
    back.font = .systemFont(ofSize: 17)
    for view in [title, largeTitle, line, chevron, back] { addSubview(view) }
  }

  public required init?(coder: NSCoder) { nil }

  /// Whether the item on top has a large title.
  var showsLargeTitle: Bool {
    guard prefersLargeTitles, let items, let top = items.last else { return false }
    switch top.largeTitleDisplayMode {
    case .always: return true
    case .never: return false
    // As the one below.
    case .automatic: return items.allSatisfy { $0.largeTitleDisplayMode != .never }
    }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let isLarge = showsLargeTitle
    // A large title belongs to the content below it.
    backgroundColor =
      barTintColor
      ?? (isLarge ? contentColor ?? .systemBackground : UIColor(white: 0.973, alpha: 1))
    let hairline = 1 / UIScreen.main.scale
    line.frame = CGRect(x: 0, y: bounds.height - hairline, width: bounds.width, height: hairline)
    line.isHidden = isLarge
    for button in buttons { button.removeFromSuperview() }
    buttons = []
    let top = bounds.height - Self.height - (isLarge ? Self.largeTitleHeight : 0)
    let row = CGRect(x: 0, y: top, width: bounds.width, height: Self.height)
    let left = layOutLeft(in: row)
    let right = layOutRight(in: row)
    layOutTitle(in: row, left: left, right: right, isLarge: isLarge)
  }

  /// Places the title in the middle, or where the buttons leave room for it.
  private func layOutTitle(in row: CGRect, left: CGFloat, right: CGFloat, isLarge: Bool) {
    let item = topItem
    let ownView = item?.titleView
    title.text = item?.title
    title.isHidden = isLarge || ownView != nil
    largeTitle.text = item?.title
    largeTitle.isHidden = !isLarge
    largeTitle.frame = CGRect(
      x: 16, y: row.maxY + 2, width: row.width - 32, height: 41)
    let size = ownView?.frame.size ?? title.sizeThatFits(.zero)
    let width = max(0, min(size.width + 2, right - left - 12))
    let x = min(max((row.width - width) / 2, left + 6), right - 6 - width)
    let frame = CGRect(
      x: x, y: row.minY + (row.height - size.height) / 2, width: width, height: size.height)
    guard let ownView else {
      title.frame = frame
      return
    }
    ownView.frame = frame
    buttons.append(ownView)
    addSubview(ownView)
  }

  /// Returns where the buttons at the left end.
  private func layOutLeft(in row: CGRect) -> CGFloat {
    let own = topItem?.leftBarButtonItems ?? []
    let before = items?.dropLast().last
    let showsBack =
      before != nil && topItem?.hidesBackButton == false
      && (own.isEmpty || topItem?.leftItemsSupplementBackButton == true)
    chevron.isHidden = !showsBack
    back.isHidden = !showsBack
    var x: CGFloat = 16
    if showsBack {
      let titles = [before?.backBarButtonItem?.title, before?.backButtonTitle, before?.title]
      back.text = titles.compactMap { $0 }.first { !$0.isEmpty } ?? "Back"
      back.textColor = tintColor
      chevron.frame = CGRect(x: 9, y: row.midY - 10.5, width: 12, height: 21)
      let size = back.sizeThatFits(.zero)
      back.frame = CGRect(
        x: 27, y: row.midY - size.height / 2, width: min(size.width + 2, row.width / 2 - 27),
        height: size.height)
      x = back.frame.maxX + 8
    }
    for item in own { x = place(item, from: x, in: row, step: 1) }
    return x
  }

  /// Returns where the buttons at the right begin.
  private func layOutRight(in row: CGRect) -> CGFloat {
    var x = row.width - 16
    for item in topItem?.rightBarButtonItems ?? [] { x = place(item, from: x, in: row, step: -1) }
    return x
  }

  /// Shows a button; returns where the next one may begin.
  private func place(
    _ item: UIBarButtonItem, from x: CGFloat, in row: CGRect, step: CGFloat
  ) -> CGFloat {
    item.bar = self
    let view = view(for: item)
    let size = view.frame.size
    view.frame = CGRect(
      x: step > 0 ? x : x - size.width, y: row.midY - size.height / 2, width: size.width,
      height: size.height)
    buttons.append(view)
    addSubview(view)
    return x + step * (size.width + 16)
  }

  private func view(for item: UIBarButtonItem) -> UIView {
    if let view = item.customView { return view }
    let color: UIColor = item.isEnabled ? item.tintColor ?? tintColor : .tertiaryLabel
    if let image = item.image {
      let view = UIImageView(image: image)
      view.contentMode = .scaleAspectFit
      view.tintColor = color
      view.frame.size = CGSize(width: min(image.size.width, 28), height: min(image.size.height, 28))
      return view
    }
    let label = UILabel()
    label.text = item.title
    label.textColor = color
    label.font = .systemFont(ofSize: 17, weight: item.style == .done ? .semibold : .regular)
    label.frame.size = label.sizeThatFits(.zero)
    label.frame.size.width += 2
    label.accessibilityIdentifier = item.accessibilityIdentifier
    return label
  }
}
