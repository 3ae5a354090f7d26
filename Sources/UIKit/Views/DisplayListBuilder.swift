import AppLink
import Foundation

/// Describes what windows show, for the device to draw.
///
/// The tree becomes flat: positions are those on the screen, transparency is multiplied, and what is
/// not to be seen is left out.
@MainActor
struct DisplayListBuilder {
  private var items: [DisplayList.Item] = []

  /// The windows, back to front, cut to what fits into one message.
  static func describe(_ windows: [UIWindow]) -> DisplayList {
    let screen = UIScreen.main.bounds
    var builder = DisplayListBuilder()
    for window in windows where !window.isHidden {
      builder.add(window, at: window.frame.origin, clip: screen, alpha: 1)
    }
    var list = DisplayList(
      width: screen.width, height: screen.height, statusBar: statusBar(windows),
      items: builder.items)
    if list.items.count > LinkLimits.displayItemsMax {
      list.items.removeLast(list.items.count - LinkLimits.displayItemsMax)
      list.isTruncated = true
    }
    while !fits(list) {
      list.isTruncated = true
      // Pictures are what takes most of the room.
      let hadPictures = list.items.contains { $0.hasPicture }
      if hadPictures {
        for index in list.items.indices where list.items[index].hasPicture {
          list.items[index].image = nil
        }
      } else {
        list.items.removeLast((list.items.count + 1) / 2)
      }
    }
    return list
  }

  /// One view as it looks by itself, from its own upper left corner.
  static func items(of view: UIView) -> [DisplayList.Item] {
    var builder = DisplayListBuilder()
    builder.add(view, at: .zero, clip: CGRect(origin: .zero, size: view.bounds.size), alpha: 1)
    return builder.items
  }

  /// Most lists are far smaller than a message may be: those need not be written out to know it.
  private static func fits(_ list: DisplayList) -> Bool {
    if list.items.reduce(0, { $0 + $1.bytesMax }) < LinkLimits.frameBytesMax { return true }
    return (try? Frame.encode(AppMessage.screen(request: .max, content: list))) != nil
  }

  private static func statusBar(_ windows: [UIWindow]) -> DisplayList.StatusBar {
    let front = windows.last { !$0.isHidden && $0.rootViewController != nil }
    guard let controller = front?.rootViewController?.forStatusBar else { return .darkContent }
    if controller.prefersStatusBarHidden { return .hidden }
    return controller.preferredStatusBarStyle == .lightContent ? .lightContent : .darkContent
  }

  // MARK: The tree

  /// - Parameter origin: Of the view's frame, on the screen.
  private mutating func add(
    _ view: UIView, at origin: CGPoint, clip outer: CGRect, alpha outerAlpha: CGFloat
  ) {
    let alpha = outerAlpha * min(max(view.alpha, 0), 1)
    guard !view.isHidden, alpha > 0.01 else { return }
    let frame = CGRect(origin: origin, size: view.bounds.size)
    let visible = frame.intersection(outer)
    let isSeen = !visible.isNull && visible.width > 0 && visible.height > 0
    if isSeen { append(view, frame, clip: outer, visible, alpha) }
    guard isSeen || !view.clipsToBounds else { return }
    let clip = view.clipsToBounds ? visible : outer
    for subview in view.subviews {
      let place = subview.frame.origin
      add(
        subview,
        at: CGPoint(
          x: origin.x + place.x - view.bounds.minX, y: origin.y + place.y - view.bounds.minY),
        clip: clip, alpha: alpha)
    }
  }

  private mutating func append(
    _ view: UIView, _ frame: CGRect, clip: CGRect, _ visible: CGRect, _ alpha: CGFloat
  ) {
    if let picture = view.frozenPicture {
      for var item in picture {
        item.move(by: frame.origin)
        if alpha < 1 { item.alpha = (item.alpha ?? 1) * alpha }
        items.append(item)
      }
      return
    }
    var item = DisplayList.Item(frame: DisplayList.Rectangle(frame))
    view.describeContent(&item)
    if let color = view.backgroundColor, color.alpha > 0 { item.fill = color.hex }
    let layer = view.layer
    if layer.borderWidth > 0, let color = layer.borderColor {
      item.border = .init(color: UIColor(cgColor: color).hex, width: layer.borderWidth)
    }
    guard item.isAnything else { return }
    if layer.cornerRadius > 0 {
      item.cornerRadius = layer.cornerRadius
      if layer.maskedCorners != .all { item.corners = Int(layer.maskedCorners.rawValue) }
    }
    if visible != frame { item.clip = DisplayList.Rectangle(visible) }
    if alpha < 1 { item.alpha = alpha.brief }
    items.append(item)
  }
}

extension DisplayList.Item {
  fileprivate var isAnything: Bool { fill != nil || text != nil || image != nil || border != nil }

  fileprivate var hasPicture: Bool {
    if case .png = image?.source { true } else { false }
  }

  /// What the item takes at most: its numbers and names, and texts of which every byte is escaped.
  fileprivate var bytesMax: Int {
    var bytes = 1_000 + 6 * (text?.string.utf8.count ?? 0)
    switch image?.source {
    case nil: break
    case .png(let data): bytes += data.count * 4 / 3 + 4
    case .file(let name), .symbol(let name): bytes += 6 * name.utf8.count
    }
    return bytes
  }

  fileprivate mutating func move(by offset: CGPoint) {
    frame.x += offset.x
    frame.y += offset.y
    clip?.x += offset.x
    clip?.y += offset.y
  }
}

extension DisplayList.Rectangle {
  init(_ rect: CGRect) {
    self.init(
      x: rect.minX.brief, y: rect.minY.brief, width: rect.width.brief, height: rect.height.brief)
  }
}

extension CGFloat {
  /// No more digits than can be seen: numbers travel as text.
  fileprivate var brief: Double { (Double(self) * 100).rounded() / 100 }
}
