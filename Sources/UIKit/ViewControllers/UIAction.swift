import Foundation

/// Something that an app does, with a name: what buttons do where there are no selectors.
///
/// Apple's page: `UIAction`. Nobody touches buttons here; a test may
/// perform it.
@preconcurrency @MainActor
open class UIAction: NSObject {
  open var title: String
  open var image: UIImage?
  private let handler: (UIAction) -> Void

  public init(
    title: String = "", image: UIImage? = nil, handler: @escaping (UIAction) -> Void
  ) {
    self.title = title
    self.image = image
    self.handler = handler
  }

  /// Does it, as a tap would.
  @_spi(InProcessDevice) public func perform() { handler(self) }
}
