import Foundation

/// Content of a cell as a value.
public protocol UIContentConfiguration {}

/// The usual content of a list's cell: a picture, a text and a second text.
///
/// Apple's page: `UIListContentConfiguration`.
public struct UIListContentConfiguration: UIContentConfiguration, Sendable {
  public struct TextProperties: Sendable {
    public var font: UIFont
    public var color: UIColor
    /// 0: as many as it needs.
    public var numberOfLines = 0
    public var adjustsFontForContentSizeCategory = true
  }

  public struct ImageProperties: Sendable {
    public var tintColor: UIColor?
    public var cornerRadius: CGFloat = 0
  }

  public var text: String?
  public var secondaryText: String?
  public var image: UIImage?
  public var textProperties: TextProperties
  public var secondaryTextProperties: TextProperties
  public var imageProperties = ImageProperties()
  public var prefersSideBySideTextAndSecondaryText = false

  private init(secondary font: UIFont, _ color: UIColor) {
    textProperties = TextProperties(font: .preferredFont(forTextStyle: .body), color: .label)
    secondaryTextProperties = TextProperties(font: font, color: color)
  }

  public static func cell() -> Self {
    Self(secondary: .preferredFont(forTextStyle: .subheadline), .secondaryLabel)
  }

  public static func subtitleCell() -> Self {
    Self(secondary: .preferredFont(forTextStyle: .caption1), .secondaryLabel)
  }

  public static func valueCell() -> Self {
    var content = Self(secondary: .preferredFont(forTextStyle: .body), .secondaryLabel)
    content.prefersSideBySideTextAndSecondaryText = true
    return content
  }

  @MainActor
  func apply(to cell: UITableViewCell) {
    cell.contentStyle = prefersSideBySideTextAndSecondaryText ? .value1 : .subtitle
    cell.textLabel?.apply(text, textProperties)
    cell.detailTextLabel?.apply(secondaryText, secondaryTextProperties)
    guard image != nil || cell.picture != nil else { return }
    cell.imageView?.image = image
    cell.imageView?.tintColor = imageProperties.tintColor
    cell.imageView?.layer.cornerRadius = imageProperties.cornerRadius
    cell.setNeedsLayout()
  }
}

extension UILabel {
  fileprivate func apply(
    _ text: String?, _ properties: UIListContentConfiguration.TextProperties
  ) {
    self.text = text
    font = properties.font
    textColor = properties.color
    numberOfLines = properties.numberOfLines
  }
}
