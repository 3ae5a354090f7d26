import Foundation
import Testing

@testable import UIKit

extension InterfaceTests {
  /// Views in rows and columns.
  @MainActor
  struct StackTests {
    init() { _ = InProcessApp.application }

    private func box(_ width: CGFloat, _ height: CGFloat) -> UIView {
      let view = UIView()
      view.widthAnchor.constraint(equalToConstant: width).isActive = true
      view.heightAnchor.constraint(equalToConstant: height).isActive = true
      return view
    }

    @Test("A column is as wide as its widest view and as high as all, with the room between them")
    func column() {
      let host = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
      let views = [box(50, 20), box(80, 30), box(60, 10)]
      let stack = UIStackView(arrangedSubviews: views)
      stack.axis = .vertical
      stack.spacing = 5
      stack.alignment = .center
      stack.setCustomSpacing(15, after: views[1])
      stack.translatesAutoresizingMaskIntoConstraints = false
      host.addSubview(stack)
      stack.leftAnchor.constraint(equalTo: host.leftAnchor).isActive = true
      stack.topAnchor.constraint(equalTo: host.topAnchor).isActive = true
      host.layoutIfNeeded()
      #expect(stack.frame == CGRect(x: 0, y: 0, width: 80, height: 80))
      #expect(views.map(\.frame.minY) == [0, 25, 70])
      #expect(views.map(\.frame.midX) == [40, 40, 40])
      // What is hidden takes no room, and what comes back takes it again.
      views[1].isHidden = true
      host.layoutIfNeeded()
      #expect(stack.frame == CGRect(x: 0, y: 0, width: 60, height: 35))
      views[1].isHidden = false
      host.layoutIfNeeded()
      #expect(stack.frame.height == 80)
      views[0].removeFromSuperview()
      host.layoutIfNeeded()
      #expect(stack.arrangedSubviews == [views[1], views[2]])
      #expect(stack.frame.height == 55)
    }

    @Test("A row shares its width evenly, or the room between its views")
    func row() {
      let stack = UIStackView(frame: CGRect(x: 0, y: 0, width: 300, height: 40))
      let views = [UIView(), UIView(), UIView()]
      for view in views { stack.addArrangedSubview(view) }
      stack.distribution = .fillEqually
      stack.isLayoutMarginsRelativeArrangement = true
      stack.layoutMargins = UIEdgeInsets(top: 5, left: 15, bottom: 5, right: 15)
      stack.layoutIfNeeded()
      #expect(views.map(\.frame.minX) == [15, 105, 195])
      #expect(views.allSatisfy { $0.frame.width == 90 && $0.frame.height == 30 })
      let others = [box(20, 10), box(40, 10), box(60, 10)]
      let spaced = UIStackView(arrangedSubviews: others)
      spaced.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
      spaced.distribution = .equalSpacing
      spaced.alignment = .top
      spaced.layoutIfNeeded()
      #expect(others.map(\.frame.minX) == [0, 60, 140])
      #expect(others.map(\.frame.minY) == [0, 0, 0])
    }
  }
}
