import Foundation

/// Where a cell's picture and labels go.
@MainActor
struct CellLayout {
  private let cell: UITableViewCell
  private let title: UILabel?
  private let detail: UILabel?
  private let picture: UIImageView?
  let contentWidth: CGFloat
  /// Where the texts begin, and with them the line below the cell.
  let textStart: CGFloat
  private let titleSize: CGSize
  private let detailSize: CGSize

  private static let margin: CGFloat = 16
  private static let pictureMax: CGFloat = 40
  /// Above the first line and below the last.
  private static let padding: CGFloat = 11
  private static let gap: CGFloat = 3
  static let heightMin: CGFloat = 44

  init(_ cell: UITableViewCell, width: CGFloat) {
    self.cell = cell
    title = cell.title
    detail = cell.detail
    picture = cell.picture
    contentWidth = width - cell.accessoryWidth
    let indent = CGFloat(cell.indentationLevel) * cell.indentationWidth
    let pictureWidth = picture?.image.map { min($0.size.width, Self.pictureMax) }
    textStart = Self.margin + indent + (pictureWidth.map { $0 + Self.margin } ?? 0)
    let room = max(0, contentWidth - textStart - (cell.accessoryWidth > 0 ? 8 : Self.margin))
    let size = CGSize(width: room, height: 0)
    titleSize = title?.sizeThatFits(size) ?? .zero
    detailSize = detail?.sizeThatFits(size) ?? .zero
  }

  var height: CGFloat {
    let texts =
      cell.contentStyle == .subtitle && detailSize.height > 0
      ? titleSize.height + Self.gap + detailSize.height : max(titleSize.height, detailSize.height)
    return max(Self.heightMin, (texts + 2 * Self.padding).rounded(.up))
  }

  func place(height: CGFloat) {
    if let picture, let image = picture.image {
      let side = CGSize(
        width: min(image.size.width, Self.pictureMax),
        height: min(image.size.height, Self.pictureMax, height))
      picture.frame = CGRect(
        x: textStart - Self.margin - side.width, y: ((height - side.height) / 2).rounded(),
        width: side.width, height: side.height)
    }
    let room = max(0, contentWidth - textStart - (cell.accessoryWidth > 0 ? 8 : Self.margin))
    switch cell.contentStyle {
    case .default: title?.frame = centered(textStart, room, titleSize.height, in: height)
    case .subtitle:
      let whole = titleSize.height + (detailSize.height > 0 ? Self.gap + detailSize.height : 0)
      let top = ((height - whole) / 2 * 2).rounded() / 2
      title?.frame = CGRect(x: textStart, y: top, width: room, height: titleSize.height)
      detail?.frame = CGRect(
        x: textStart, y: top + titleSize.height + Self.gap, width: room,
        height: detailSize.height)
    case .value1:
      let value = min(detailSize.width + 1, room)
      title?.frame = centered(textStart, max(0, room - value - 8), titleSize.height, in: height)
      detail?.textAlignment = .right
      detail?.frame = centered(textStart + room - value, value, detailSize.height, in: height)
    case .value2:
      title?.frame = centered(textStart, 90, titleSize.height, in: height)
      detail?.frame = centered(
        textStart + 98, max(0, room - 98), detailSize.height, in: height)
    }
  }

  private func centered(
    _ x: CGFloat, _ width: CGFloat, _ height: CGFloat, in whole: CGFloat
  ) -> CGRect {
    CGRect(x: x, y: ((whole - height) / 2 * 2).rounded() / 2, width: width, height: height)
  }
}

extension UITableViewCell.CellStyle {
  var titleFont: UIFont { self == .value2 ? .systemFont(ofSize: 12) : .systemFont(ofSize: 17) }
  var detailFont: UIFont { .systemFont(ofSize: self == .value1 ? 17 : 12) }
  var detailColor: UIColor { self == .value1 ? .secondaryLabel : .label }
}
