import AppLink
import Foundation

/// Describes what is on screen, for people and tests.
@MainActor
struct ViewTree {
  /// Views that may still be described.
  private var rest: Int

  /// The windows, under a node for the screen, cut to what fits into one message.
  static func describe(_ windows: [UIWindow], request: UInt64) -> AppMessage.ViewDescription {
    var viewsMax = LinkLimits.viewsMax
    while true {
      let tree = describe(windows, viewsMax: viewsMax)
      let isFitting = (try? Frame.encode(AppMessage.viewTree(request: request, tree: tree))) != nil
      if isFitting || viewsMax <= 1 { return tree }
      viewsMax /= 2
    }
  }

  private static func describe(
    _ windows: [UIWindow], viewsMax: Int
  ) -> AppMessage.ViewDescription {
    var tree = ViewTree(rest: viewsMax)
    let bounds = UIScreen.main.bounds
    var screen = AppMessage.ViewDescription(
      type: "UIScreen", x: 0, y: 0, width: bounds.width, height: bounds.height, isHidden: false,
      backgroundColor: nil, accessibilityIdentifier: nil, viewController: nil, subviews: [])
    tree.rest -= 1
    tree.describe(windows, in: &screen)
    return screen
  }

  private mutating func describe(
    _ views: [UIView], in parent: inout AppMessage.ViewDescription
  ) {
    for view in views {
      guard rest > 0 else {
        parent.isTruncated = true
        return
      }
      rest -= 1
      let frame = view.frame
      var description = AppMessage.ViewDescription(
        type: "\(type(of: view))", x: frame.minX, y: frame.minY, width: frame.width,
        height: frame.height, isHidden: view.isHidden, backgroundColor: view.backgroundColor?.hex,
        accessibilityIdentifier: view.accessibilityIdentifier,
        text: (view as? UILabel)?.text.map { String($0.prefix(LinkLimits.viewTextLengthMax)) },
        viewController: view.viewController.map { "\(type(of: $0))" }, subviews: [])
      describe(view.subviews, in: &description)
      parent.subviews.append(description)
    }
  }
}
