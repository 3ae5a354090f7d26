import AppLink
import ControlAPI
import Foundation
import Testing

@testable import ScreenRendering
@testable import UIKit

/// Pictures, looked at pixel by pixel.
struct RenderingTests {
  private let renderer: ScreenRenderer

  init() throws { renderer = try ScreenRenderer() }

  private let status = ScreenPicture.Status(
    time: "9:41", date: "Tuesday, 1 December", batteryLevel: 0.5)

  private func picture(
    _ content: ScreenPicture.Content, overlays: [ScreenPicture.Overlay] = [], scale: Double = 2
  ) -> ScreenPicture {
    ScreenPicture(
      width: 390, height: 844, scale: scale, status: status, content: content, overlays: overlays)
  }

  /// An app on white that shows some items, without the status bar.
  private func app(_ items: DisplayList.Item...) -> ScreenPicture {
    var list = DisplayList(width: 390, height: 844, statusBar: .hidden)
    list.items = [.init(frame: .init(x: 0, y: 0, width: 390, height: 844), fill: "#ffffffff")]
    list.items += items
    return picture(.app(.init(app: "com.example.app", name: "App", source: .app, list: list)))
  }

  private func text(
    _ string: String, width: Double = 200, x: Double = 100, size: Double = 17,
    weight: Int = 400,
    alignment: DisplayList.Text.Alignment = .left, lines: Int = 1, color: String = "#000000ff"
  ) -> DisplayList.Item {
    .init(
      frame: .init(x: x, y: 100, width: width, height: lines == 1 ? 30 : 100),
      text: .init(
        string: string, size: size, weight: weight, color: color, alignment: alignment,
        linesMax: lines))
  }

  /// The pixels that are not white within a rectangle of points.
  private func ink(
    _ picture: ScreenPicture, _ x: Range<Int> = 0..<390, _ y: Range<Int> = 60..<800
  ) throws -> (count: Int, x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    let pixels = try renderer.pixels(of: picture)
    var (count, left, right, top, bottom) = (0, Int.max, 0, Int.max, 0)
    for row in y.lowerBound * 2..<y.upperBound * 2 {
      for column in x.lowerBound * 2..<x.upperBound * 2 where pixels[column, row] != 0xFF_FFFF {
        count += 1
        (left, right) = (min(left, column), max(right, column))
        (top, bottom) = (min(top, row), max(bottom, row))
      }
    }
    return count == 0 ? nil : (count, left...right, top...bottom)
  }

  // MARK: Shapes

  @Test("A rectangle fills its pixels, with its colour, and no others")
  func rectangle() throws {
    let pixels = try renderer.pixels(
      of: app(.init(frame: .init(x: 10, y: 100, width: 20, height: 30), fill: "#ff8000ff")))
    #expect((pixels.width, pixels.height) == (780, 1688))
    for (x, y) in [(20, 200), (59, 200), (20, 259), (59, 259)] {
      #expect(pixels[x, y] == 0xFF_8000)
    }
    for (x, y) in [(19, 200), (60, 200), (20, 199), (20, 260)] {
      #expect(pixels[x, y] == 0xFF_FFFF)
    }
  }

  @Test("Later items lie over earlier ones, translucent ones let them through, clips end them")
  func layers() throws {
    let frame = DisplayList.Rectangle(x: 0, y: 100, width: 100, height: 100)
    let pixels = try renderer.pixels(
      of: app(
        .init(frame: frame, fill: "#ff0000ff"),
        .init(frame: frame, alpha: 0.5, fill: "#0000ffff"),
        .init(
          frame: frame, clip: .init(x: 0, y: 100, width: 10, height: 10), fill: "#00ff00ff")))
    #expect(pixels[100, 300] == 0x7F_0080 || pixels[100, 300] == 0x80_007F)
    #expect(pixels[10, 210] == 0x00_FF00)
    #expect(pixels[21, 221] == pixels[100, 300])
  }

  @Test("Corners are round where they are said to be; a border lies within its rectangle")
  func corners() throws {
    let pixels = try renderer.pixels(
      of: app(
        .init(
          frame: .init(x: 10, y: 100, width: 100, height: 100), fill: "#000000ff",
          cornerRadius: 20, corners: 1),
        .init(
          frame: .init(x: 200, y: 100, width: 50, height: 50),
          border: .init(color: "#ff0000ff", width: 2))))
    #expect(pixels[21, 201] == 0xFF_FFFF)
    for (x, y) in [(218, 201), (21, 398), (218, 398), (120, 300)] { #expect(pixels[x, y] == 0) }
    #expect(pixels[400, 200] == 0xFF_0000 && pixels[403, 250] == 0xFF_0000)
    #expect(pixels[404, 250] == 0xFF_FFFF && pixels[399, 250] == 0xFF_FFFF)
  }

  // MARK: Text

  @Test("Text is drawn where it belongs: left, in the middle, right")
  func alignment() throws {
    let left = try #require(try ink(app(text("News", alignment: .left))))
    let center = try #require(try ink(app(text("News", alignment: .center))))
    let right = try #require(try ink(app(text("News", alignment: .right))))
    #expect((198...206).contains(left.x.lowerBound))
    #expect((594...602).contains(right.x.upperBound))
    #expect(abs(center.x.lowerBound + center.x.upperBound - 800) < 8)
    // In the middle of 100...130 from top to bottom.
    #expect((210...225).contains(left.y.lowerBound) && (235...250).contains(left.y.upperBound))
  }

  @Test("Other texts, sizes and weights give other pictures; the same gives the same bytes")
  func differences() throws {
    let plain = try renderer.png(of: app(text("News")))
    #expect(try plain == renderer.png(of: app(text("News"))))
    #expect(try plain == ScreenRenderer().png(of: app(text("News"))))
    var seen: Set<[UInt8]> = [plain]
    for other in [
      text("Newt"), text("News", size: 18), text("News", weight: 700),
      text("News", color: "#ff0000ff"),
    ] {
      #expect(seen.insert(try renderer.png(of: app(other))).inserted)
    }
    let thin = try #require(try ink(app(text("News"))))
    let bold = try #require(try ink(app(text("News", weight: 700))))
    #expect(bold.count > thin.count)
  }

  @Test("Text that is too long ends with an ellipsis; in lines it takes as many as it may")
  func length() throws {
    let long = String(repeating: "headline ", count: 20)
    let one = try #require(try ink(app(text(long, width: 100))))
    #expect(one.x.upperBound <= 2 * 208)
    #expect(one.y.upperBound - one.y.lowerBound < 40)
    let two = try #require(try ink(app(text(long, width: 100, lines: 2))))
    let three = try #require(try ink(app(text(long, width: 100, lines: 3))))
    #expect((60...90).contains(two.y.upperBound - two.y.lowerBound))
    #expect((100...130).contains(three.y.upperBound - three.y.lowerBound))
  }

  @Test("What the app thinks a text measures is what it measures, within three percent")
  func measures() throws {
    for string in ["Rain ends the longest dry spell in a decade", "Harbour News", "0123456789"] {
      let width = TextMeasure.width(string, .systemFont(ofSize: 17))
      let drawn = try #require(try ink(app(text(string, width: 380, x: 20))))
      let measured = Double(drawn.x.upperBound - drawn.x.lowerBound) / 2
      #expect(abs(measured - width) / width < 0.03, "\(string): \(measured), not \(width)")
    }
  }

  @Test("Letters of other scripts are drawn, as boxes where no font has them")
  func scripts() throws {
    let latin = try #require(try ink(app(text("Aa"))))
    for string in ["Новости", "Ειδήσεις", "新闻", "🙂", "e\u{301}\u{301}\u{301}"] {
      let drawn = try #require(try ink(app(text(string))), "\(string)")
      #expect(drawn.count != latin.count)
    }
    #expect(try ink(app(text("\u{0}"))) == nil)
  }

  // MARK: Images

  /// A PNG file of one colour, drawn by the renderer itself.
  private func png(_ color: String) throws -> Data {
    var list = DisplayList(width: 4, height: 2, statusBar: .hidden)
    list.items = [.init(frame: .init(x: 0, y: 0, width: 4, height: 2), fill: color)]
    let canvas = try Canvas(width: 4, height: 2, scale: 1, fonts: Fonts())
    for item in list.items { canvas.draw(item) }
    return Data(try canvas.png())
  }

  @Test("Images are stretched, fitted or filled, from bytes and from files")
  func images() throws {
    let frame = DisplayList.Rectangle(x: 100, y: 100, width: 100, height: 100)
    let data = try png("#ff0000ff")
    let file = NSTemporaryDirectory() + "rendering-\(UUID().uuidString).png"
    try data.write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    for source in [DisplayList.Image.Source.png(data: data), .file(path: file)] {
      let stretched = try renderer.pixels(
        of: app(.init(frame: frame, image: .init(source: source))))
      #expect(stretched[300, 210] == 0xFF_0000)
      let fitted = try renderer.pixels(
        of: app(.init(frame: frame, image: .init(source: source, mode: .aspectFit))))
      #expect(fitted[300, 210] == 0xFF_FFFF && fitted[300, 300] == 0xFF_0000)
    }
  }

  @Test(
    "What is no image, or no ordinary file, is drawn as a frame, and nothing waits for it",
    arguments: ["/dev/zero", "/nonexistent.png", "/etc/passwd", "/tmp", "pipe"])
  func badImages(_ path: String) throws {
    var path = path
    if path == "pipe" {
      path = NSTemporaryDirectory() + "pipe-\(UUID().uuidString)"
      #expect(mkfifo(path, 0o600) == 0)
    }
    defer { if path.contains("pipe-") { try? FileManager.default.removeItem(atPath: path) } }
    let frame = DisplayList.Rectangle(x: 100, y: 100, width: 100, height: 100)
    let drawn = try ink(app(.init(frame: frame, image: .init(source: .file(path: path)))))
    #expect(drawn != nil)
    var lie = try png("#ff0000ff")
    lie.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
    let image = DisplayList.Image(source: .png(data: lie))
    #expect(try ink(app(.init(frame: frame, image: image))) != nil)
  }

  @Test("Symbols have shapes of their own, in their colour; one that is not known is a frame")
  func symbols() throws {
    func drawn(_ name: String) throws -> [UInt8] {
      try renderer.png(
        of: app(
          .init(
            frame: .init(x: 100, y: 100, width: 40, height: 40),
            image: .init(source: .symbol(name: name), tint: "#007affff"))))
    }
    let names = ["plus", "trash", "chevron.right", "star.fill", "star", "no.such.symbol"]
    #expect(Set(try names.map(drawn)).count == names.count)
    #expect(try drawn("no.such.symbol") == drawn("another"))
  }

  // MARK: The device's own screens

  @Test("The status bar shows the time and the battery, in the colour that the app asks for")
  func statusBar() throws {
    func bar(_ style: DisplayList.StatusBar) throws -> ScreenRenderer.Pixels {
      var list = DisplayList(width: 390, height: 844, statusBar: style)
      list.items = [.init(frame: .init(x: 0, y: 0, width: 390, height: 844), fill: "#808080ff")]
      return try renderer.pixels(
        of: picture(.app(.init(app: "a", name: "A", source: .app, list: list))))
    }
    func colors(_ pixels: ScreenRenderer.Pixels) -> Set<UInt32> {
      Set((20..<80).flatMap { y in (60..<200).map { pixels[$0, y] } })
    }
    #expect(colors(try bar(.darkContent)).contains(0x00_0000))
    #expect(colors(try bar(.lightContent)).contains(0xFF_FFFF))
    #expect(colors(try bar(.hidden)) == [0x80_8080])
  }

  @Test("Every screen and every overlay is a picture of its own")
  func screens() throws {
    let list = DisplayList(width: 390, height: 844)
    let app = ScreenPicture.Picture(app: "a", name: "A", source: .snapshot, list: list)
    var pictures = [
      picture(.home(apps: [])), picture(.home(apps: ["News"])), picture(.lockScreen),
      picture(.phone), picture(.switcher(cards: [])), picture(.switcher(cards: [app])),
      picture(.switcher(cards: [app, app])), picture(.app(app)),
      picture(.app(.init(app: "a", name: "A", source: .launchScreen, list: nil))),
    ]
    for overlay in [
      ScreenPicture.Overlay.alert, .incomingCallBanner, .incomingCallFullScreen, .callOverApp,
      .callIndicator,
    ] {
      pictures.append(picture(.app(app), overlays: [overlay]))
    }
    #expect(Set(try pictures.map { try renderer.png(of: $0) }).count == pictures.count)
  }

  // MARK: Bounds

  @Test("A screen without extent, or too large, is refused")
  func sizes() throws {
    for (width, scale) in [(0.0, 2.0), (-1, 2), (.nan, 1), (.infinity, 1), (390, 1e6)] {
      var picture = picture(.lockScreen)
      (picture.width, picture.scale) = (width, scale)
      let error = #expect(throws: RenderingError.self) { try renderer.png(of: picture) }
      #expect(error?.code == .size)
    }
  }

  @Test("A list beyond all bounds is drawn as far as its bounds go")
  func hostile() throws {
    var items = (0..<5_000).map { number in
      DisplayList.Item(
        frame: .init(x: -1e300, y: 1e300, width: .infinity, height: .nan), clip: nil,
        alpha: 0.5, fill: "\(number)", cornerRadius: 1e300)
    }
    items[0] = text(String(repeating: "W", count: 100_000), size: 1e9, lines: -4)
    items[1].fill = "#ff0000ff"
    let list = DisplayList(width: 390, height: 844, items: items)
    let picture = picture(.app(.init(app: "a", name: "A", source: .app, list: list)))
    #expect(try renderer.png(of: picture).count > 100)
  }
}
