import AppLink
import Foundation

/// A view that shows a picture.
///
/// Apple's page: `UIImageView`.
@preconcurrency @MainActor
open class UIImageView: UIView {
  /// The picture.
  open var image: UIImage?

  /// A view as large as the picture.
  public init(image: UIImage?) {
    self.image = image
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    isUserInteractionEnabled = false
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  public required init?(coder: NSCoder) { nil }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

  override func describeContent(_ item: inout DisplayList.Item) {
    guard let image else { return }
    item.image = DisplayList.Image(
      source: image.source, mode: contentMode.imageMode,
      tint: image.renderingMode == .alwaysTemplate ? tintColor.hex : nil)
  }
}

extension UIView.ContentMode {
  fileprivate var imageMode: DisplayList.Image.Mode {
    switch self {
    case .scaleToFill, .redraw: .stretch
    case .scaleAspectFit: .aspectFit
    case .scaleAspectFill: .aspectFill
    case .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight:
      .center
    }
  }
}
