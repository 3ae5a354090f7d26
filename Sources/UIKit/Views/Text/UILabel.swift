import AppLink
import Foundation

/// Where text lies between left and right.
public enum NSTextAlignment: Int, Sendable {
  case left = 0
  case center = 1
  case right = 2
  case justified = 3
  case natural = 4
}

/// What becomes of text that does not fit.
public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping = 0
  case byCharWrapping = 1
  case byClipping = 2
  case byTruncatingHead = 3
  case byTruncatingTail = 4
  case byTruncatingMiddle = 5
}

/// A view that shows text.
///
/// Apple's page: `UILabel`.
@preconcurrency @MainActor
open class UILabel: UIView {
  /// What the label says.
  open var text: String? { didSet { change(text != oldValue, resizes: true) } }

  /// What the label says, with attributes that are not drawn.
  open var attributedText: NSAttributedString? {
    get { text.map { NSAttributedString(string: $0) } }
    set { text = newValue?.string }
  }

  open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize) {
    didSet { change(font != oldValue, resizes: true) }
  }

  /// How many lines it may take; 0: as many as it needs.
  open var numberOfLines = 1 {
    didSet { change(numberOfLines != oldValue, resizes: true) }
  }

  /// The colour of the text.
  open var textColor: UIColor! = .label { didSet { change(textColor != oldValue) } }

  /// The colour while ``isHighlighted``; nil: the same.
  open var highlightedTextColor: UIColor? { didSet { setNeedsDisplay() } }
  open var isHighlighted = false { didSet { change(isHighlighted != oldValue) } }
  open var textAlignment = NSTextAlignment.natural { didSet { setNeedsDisplay() } }
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { setNeedsDisplay() } }
  /// A label that is not enabled is drawn faintly.
  open var isEnabled = true { didSet { setNeedsDisplay() } }
  /// Whether text is made smaller until it fits, down to ``minimumScaleFactor``.
  open var adjustsFontSizeToFitWidth = false { didSet { setNeedsDisplay() } }
  open var minimumScaleFactor: CGFloat = 0 { didSet { setNeedsDisplay() } }
  /// The size follows the person's setting, of which there is none.
  open var adjustsFontForContentSizeCategory = false
  /// The width at which the label breaks lines for ``intrinsicContentSize``; 0: not at all.
  open var preferredMaxLayoutWidth: CGFloat = 0

  /// What was drawn last (L43).
  private var drawn: DisplayList.Text?

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  public required init?(coder: NSCoder) { nil }

  private func change(_ isDifferent: Bool, resizes: Bool = false) {
    guard isDifferent else { return }
    setNeedsDisplay()
    if resizes { invalidateIntrinsicContentSize() }
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    TextMeasure.size(text ?? "", font, width: size.width, linesMax: numberOfLines)
  }

  open override var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0))
  }

  open override func sizeToFit() {
    // One line is never cut to the width that the label happens to have.
    let width = numberOfLines == 1 ? 0 : bounds.width
    let size = sizeThatFits(CGSize(width: width, height: 0))
    frame = CGRect(origin: frame.origin, size: size)
  }

  override func display() {
    guard let text, !text.isEmpty else {
      drawn = nil
      return
    }
    let color: UIColor = (isHighlighted ? highlightedTextColor : nil) ?? textColor ?? .label
    drawn = DisplayList.Text(
      string: text, size: fittingSize(text), weight: font.weight.number,
      isItalic: font.isItalic ? true : nil, isMonospaced: font.isMonospaced ? true : nil,
      color: (isEnabled ? color : color.withAlphaComponent(color.alpha * 0.4)).hex,
      alignment: alignment, linesMax: numberOfLines, truncation: lineBreakMode.truncation)
  }

  override func describeContent(_ item: inout DisplayList.Item) { item.text = drawn }

  private func fittingSize(_ text: String) -> Double {
    let size = font.pointSize
    guard adjustsFontSizeToFitWidth, numberOfLines == 1 else { return size }
    let width = TextMeasure.width(text, font)
    guard width > bounds.width, width > 0 else { return size }
    return size * max(minimumScaleFactor > 0 ? minimumScaleFactor : 0.25, bounds.width / width)
  }

  private var alignment: DisplayList.Text.Alignment {
    switch textAlignment {
    case .left: .left
    case .center: .center
    case .right: .right
    case .justified, .natural:
      UIApplication.current?.userInterfaceLayoutDirection == .rightToLeft ? .right : .left
    }
  }
}

extension NSLineBreakMode {
  var truncation: DisplayList.Text.Truncation {
    switch self {
    case .byWordWrapping, .byCharWrapping, .byClipping: .none
    case .byTruncatingHead: .head
    case .byTruncatingMiddle: .middle
    case .byTruncatingTail: .tail
    }
  }
}
