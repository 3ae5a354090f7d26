import AppLink
import Foundation
import Testing

@testable import UIKit

extension InterfaceTests {
  /// What an app tells the device that it shows.
  @MainActor
  struct PictureTests {
    init() { _ = InProcessApp.application }

    private func window(_ views: UIView...) -> UIWindow {
      let window = UIWindow()
      window.backgroundColor = .white
      for view in views { window.addSubview(view) }
      window.isHidden = false
      InProcessApp.commit()
      return window
    }

    private func label(_ text: String, _ frame: CGRect = CGRect(x: 0, y: 0, width: 90, height: 20))
      -> UILabel
    {
      let label = UILabel(frame: frame)
      label.text = text
      return label
    }

    private func texts(_ list: DisplayList) -> [String] { list.items.compactMap(\.text?.string) }

    @Test("Views are described back to front, where they are on the screen, and with their look")
    func items() throws {
      let box = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
      box.backgroundColor = .red
      box.alpha = 0.5
      box.layer.cornerRadius = 8
      box.layer.borderWidth = 2
      box.layer.borderColor = UIColor.blue.cgColor
      let text = label("Hello", CGRect(x: 5, y: 5, width: 90, height: 20))
      text.font = .systemFont(ofSize: 20, weight: .bold)
      text.textAlignment = .center
      text.textColor = .green
      box.addSubview(text)
      let list = DisplayListBuilder.describe([window(box)])
      #expect((list.width, list.height) == (390, 844))
      #expect(list.items.count == 3)
      #expect(
        list.items[1]
          == DisplayList.Item(
            frame: .init(x: 10, y: 20, width: 100, height: 100), alpha: 0.5, fill: "#ff0000ff",
            cornerRadius: 8, border: .init(color: "#0000ffff", width: 2)))
      #expect(list.items[2].frame == .init(x: 15, y: 25, width: 90, height: 20))
      #expect(list.items[2].alpha == 0.5)
      #expect(
        list.items[2].text
          == DisplayList.Text(
            string: "Hello", size: 20, weight: 700, color: "#00ff00ff", alignment: .center))
    }

    @Test("What is hidden, transparent, clipped away or nothing is left out")
    func invisible() {
      let hidden = label("hidden")
      hidden.isHidden = true
      let faint = label("faint")
      faint.alpha = 0
      let clipping = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      clipping.clipsToBounds = true
      clipping.addSubview(label("outside", CGRect(x: 60, y: 0, width: 20, height: 20)))
      clipping.addSubview(label("edge", CGRect(x: 40, y: 0, width: 20, height: 20)))
      let list = DisplayListBuilder.describe([window(hidden, faint, clipping, UIView())])
      #expect(texts(list) == ["edge"])
      #expect(list.items.last?.clip == .init(x: 40, y: 0, width: 10, height: 20))
    }

    @Test("A list that is too large for a message is cut, and says so; pictures go first")
    func large() {
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
      for number in 0..<800 { root.addSubview(label(String(repeating: "\(number) ", count: 300))) }
      var list = DisplayListBuilder.describe([window(root)])
      #expect(list.isTruncated == true)
      #expect((50..<800).contains(list.items.count))
      #expect(throws: Never.self) {
        try Frame.encode(AppMessage.screen(request: 1, content: list))
      }
      let pictures = UIView(frame: root.frame)
      let head: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 3,
      ]
      for _ in 0..<10 {
        let image = UIImage(data: Data(head + [UInt8](repeating: 1, count: 50_000)))
        #expect(image?.size == CGSize(width: 2, height: 3))
        pictures.addSubview(UIImageView(image: image))
      }
      pictures.addSubview(label("text"))
      list = DisplayListBuilder.describe([window(pictures)])
      #expect(list.isTruncated == true)
      #expect(texts(list) == ["text"])
    }

    @Test("Text that changes is drawn with the next commit; colours and frames at once (L43)")
    func display() {
      let text = label("before")
      let window = window(text)
      text.text = "after"
      text.backgroundColor = .yellow
      text.frame.origin.x = 7
      var list = DisplayListBuilder.describe([window])
      #expect(texts(list) == ["before"])
      #expect(list.items.last?.fill == UIColor.yellow.hex)
      #expect(list.items.last?.frame.x == 7)
      InProcessApp.commit()
      list = DisplayListBuilder.describe([window])
      #expect(texts(list) == ["after"])
    }

    @Test("A view that comes into the window is drawn with the next picture (L43)")
    func newViews() {
      let window = window()
      window.addSubview(label("new"))
      window.prepareForPicture()
      #expect(texts(DisplayListBuilder.describe([window])) == ["new"])
    }

    @Test("snapshotView(afterScreenUpdates:) keeps what was drawn, or draws first (L43)")
    func snapshotView() throws {
      let text = label("before")
      let window = window(text)
      text.text = "after"
      let early = try #require(window.snapshotView(afterScreenUpdates: false))
      let late = try #require(window.snapshotView(afterScreenUpdates: true))
      text.text = "much later"
      InProcessApp.commit()
      for (view, expected) in [(early, "before"), (late, "after")] {
        view.frame.origin.x = 100
        let other = self.window(view)
        let list = DisplayListBuilder.describe([other])
        #expect(texts(list) == [expected])
        #expect(list.items.last?.frame.x == 100)
      }
    }

    @Test("Work in the background ends with a new picture, of what the work has changed (L44)")
    func backgroundWork() throws {
      func snapshots() -> [[String]] {
        InProcessApp.sent.withLock { messages in
          defer { messages = [] }
          return messages.compactMap {
            guard case .snapshot(let content) = $0 else { return nil }
            return content.items.compactMap(\.text?.string)
          }
        }
      }
      let lifeCycle = try #require(InProcessApp.application.lifeCycle)
      let text = label("before")
      let window = window(text)
      _ = snapshots()
      // In the foreground there is nothing to take a picture for.
      lifeCycle.takeSnapshotAfterBackgroundWork()
      #expect(snapshots() == [])
      InProcessApp.handle(.willResignActive(scene: ""))
      InProcessApp.handle(.background())
      #expect(snapshots().map { $0.contains("before") } == [true])
      text.text = "fetched"
      lifeCycle.takeSnapshotAfterBackgroundWork()
      #expect(snapshots().map { $0.contains("fetched") } == [true])
      InProcessApp.handle(.willEnterForeground(scene: ""))
      InProcessApp.handle(.didBecomeActive(scene: ""))
      window.isHidden = true
    }

    @Test("Labels are as large as their text, in lines of their width")
    func measures() {
      let text = label("One line of text")
      text.sizeToFit()
      #expect(text.frame.height == 20.5)
      #expect((110..<140).contains(text.frame.width))
      text.numberOfLines = 0
      let narrow = text.sizeThatFits(CGSize(width: 60, height: 0))
      #expect(narrow.height == 3 * 20.5)
      #expect(narrow.width <= 60)
      text.numberOfLines = 2
      #expect(text.sizeThatFits(CGSize(width: 60, height: 0)).height == 2 * 20.5)
      text.font = .boldSystemFont(ofSize: 17)
      #expect(text.intrinsicContentSize.width > text.sizeThatFits(.zero).width - 1)
      text.text = nil
      #expect(text.sizeThatFits(.zero) == .zero)
    }
  }
}
