import Foundation
import Testing

@testable import AppLink

struct DisplayListTests {
  @Test("A display list comes back as it was sent")
  func roundTrip() throws {
    var list = DisplayList(width: 390, height: 844, statusBar: .lightContent)
    list.items = [
      .init(
        frame: .init(x: 1, y: 2, width: 3, height: 4), clip: .init(x: 1, y: 2, width: 2, height: 2),
        alpha: 0.5, fill: "#ff0000ff", cornerRadius: 3, corners: 3,
        border: .init(color: "#000000ff", width: 1),
        image: .init(source: .png(data: Data([1, 2, 3])), mode: .aspectFit, tint: "#00ff00ff"),
        text: .init(string: "é", size: 17, weight: 600, color: "#000000ff")),
      .init(
        frame: .init(x: 0, y: 0, width: 1, height: 1),
        image: .init(source: .file(path: "/a.png"))),
    ]
    for message in [AppMessage.snapshot(content: list), .screen(request: 7, content: list)] {
      let frame = try Frame.encode(message)
      #expect(try Frame.decode(AppMessage.self, from: Array(frame[4...])) == message)
    }
    // What is within the bounds is left alone.
    #expect(list.bounded == list)
  }

  @Test("Too many items are left out, and the list says so")
  func items() {
    let item = DisplayList.Item(frame: .init(x: 0, y: 0, width: 1, height: 1))
    var list = DisplayList(width: 390, height: 844)
    list.items = Array(repeating: item, count: LinkLimits.displayItemsMax)
    #expect(list.bounded.isTruncated == nil)
    list.items.append(item)
    #expect(list.bounded.items.count == LinkLimits.displayItemsMax)
    #expect(list.bounded.isTruncated == true)
  }

  @Test("Lengths beyond all measure are moved into their range, and what is no number too")
  func lengths() {
    let item = DisplayList.Item(
      frame: .init(x: -.infinity, y: .nan, width: 1e300, height: -5), alpha: 7, cornerRadius: -1,
      border: .init(color: "", width: .infinity),
      text: .init(string: "a", size: 1e9, weight: -3, color: "", linesMax: -1))
    let list = DisplayList(width: 0, height: .nan, items: [item]).bounded
    let side = LinkLimits.displaySideMax
    #expect((list.width, list.height) == (1, 1))
    #expect(list.items[0].frame == .init(x: -side, y: -side, width: side, height: 0))
    #expect(list.items[0].alpha == 1)
    #expect(list.items[0].cornerRadius == 0)
    #expect(list.items[0].border?.width == side)
    #expect(list.items[0].text?.size == LinkLimits.displayFontSizeMax)
    #expect(list.items[0].text?.weight == 100)
    #expect(list.items[0].text?.linesMax == 0)
  }

  @Test("Long texts are cut, also those of few characters, and large images left out")
  func content() throws {
    let frame = DisplayList.Rectangle(x: 0, y: 0, width: 1, height: 1)
    func bounded(_ text: String) throws -> String {
      let item = DisplayList.Item(
        frame: frame, text: .init(string: text, size: 17, color: "#000000ff"))
      let list = DisplayList(width: 1, height: 1, items: [item])
      return try #require(list.bounded.items[0].text?.string)
    }
    #expect(try bounded("short") == "short")
    #expect(
      try bounded(String(repeating: "a", count: 9_000)).count == LinkLimits.displayTextLengthMax)
    let pile = try bounded("e" + String(repeating: "\u{301}", count: 9_000))
    #expect(pile.unicodeScalars.count == LinkLimits.displayTextLengthMax)
    for (size, isKept) in [(1, true), (LinkLimits.displayImageBytesMax + 1, false)] {
      let image = DisplayList.Image(source: .png(data: Data(count: size)))
      let list = DisplayList(width: 1, height: 1, items: [.init(frame: frame, image: image)])
      #expect((list.bounded.items[0].image != nil) == isKept)
    }
  }
}
