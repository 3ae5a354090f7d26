import AppLink
import ControlAPI
import CPangoCairo

/// What a device draws itself: status bar, Home screen, lock screen, calls, the app switcher.
struct SystemScreens {
  private let canvas: Canvas
  private let picture: ScreenPicture
  private var width: Double { picture.width }
  private var height: Double { picture.height }
  private var whole: DisplayList.Rectangle { .init(x: 0, y: 0, width: width, height: height) }

  private static let green = Color(0.2, 0.78, 0.35)
  private static let red = Color(1, 0.23, 0.19)

  init(_ canvas: Canvas, _ picture: ScreenPicture) {
    self.canvas = canvas
    self.picture = picture
  }

  // MARK: Bars

  func statusBar(_ color: Color) {
    canvas.write(
      picture.status.time, x: 18, y: 15, width: 90, size: 17, weight: 600, color, .center)
    for bar in 0..<4 {
      let size = 4 + Double(bar) * 2.4
      canvas.fill(
        .init(x: width - 99 + Double(bar) * 4.8, y: 31 - size, width: 3.2, height: size), color,
        radius: 0.8)
    }
    wirelessNetwork(color)
    battery(color)
  }

  private func wirelessNetwork(_ color: Color) {
    let (x, y) = (width - 66.0, 30.0)
    canvas.saving {
      canvas.setColor(color)
      cairo_set_line_width(canvas.context, 2)
      for radius in [6.0, 9.8] {
        cairo_new_path(canvas.context)
        cairo_arc(canvas.context, x, y, radius, -.pi * 0.75, -.pi * 0.25)
        cairo_stroke(canvas.context)
      }
      cairo_new_path(canvas.context)
      cairo_move_to(canvas.context, x, y + 0.6)
      cairo_arc(canvas.context, x, y + 0.6, 3.6, -.pi * 0.75, -.pi * 0.25)
      cairo_close_path(canvas.context)
      cairo_fill(canvas.context)
    }
  }

  private func battery(_ color: Color) {
    var faint = color
    faint.alpha = 0.4
    let x = width - 51.0
    canvas.stroke(.init(x: x, y: 19, width: 24, height: 12.5), faint, width: 1, radius: 4)
    canvas.fill(.init(x: x + 25, y: 23, width: 1.6, height: 4.5), faint, radius: 0.8)
    guard let level = picture.status.batteryLevel else { return }
    var fill = color
    if picture.status.isLowPowerModeEnabled {
      fill = Color(1, 0.8, 0)
    } else if picture.status.isCharging {
      fill = SystemScreens.green
    } else if level <= 0.2 {
      fill = SystemScreens.red
    }
    canvas.fill(
      .init(x: x + 2, y: 21, width: max(1.5, 20 * min(max(level, 0), 1)), height: 8.5), fill,
      radius: 2.2)
  }

  func homeIndicator(_ color: Color) {
    canvas.fill(
      .init(x: (width - 134) / 2, y: height - 13, width: 134, height: 5), color, radius: 2.5)
  }

  // MARK: Home screen

  private func wallpaper() {
    canvas.gradient(whole, Color(0.13, 0.36, 0.62), Color(0.55, 0.36, 0.60))
  }

  func home(_ apps: [String]) {
    wallpaper()
    statusBar(.white())
    let columns = 4
    let step = (width - 54) / Double(columns)
    for (index, name) in apps.prefix(24).enumerated() {
      let x = 27 + (Double(index % columns) + 0.5) * step
      icon(name, x: x - 30, y: 78 + Double(index / columns) * 98)
      canvas.write(
        name, x: x - 42, y: 78 + Double(index / columns) * 98 + 65, width: 84, size: 12,
        weight: 500, .white(), .center)
    }
    homeIndicator(.white())
  }

  /// An app's icon: its first letter on a colour that its name stands for.
  private func icon(_ name: String, x: Double, y: Double, side: Double = 60) {
    let hue = name.unicodeScalars.reduce(7) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF } % 360
    canvas.saving {
      canvas.outline(.init(x: x, y: y, width: side, height: side), side * 0.225)
      cairo_clip(canvas.context)
      canvas.gradient(
        .init(x: x, y: y, width: side, height: side),
        Color(hue: Double(hue), 0.55, 0.95), Color(hue: Double(hue), 0.75, 0.72))
    }
    canvas.write(
      String(name.prefix(1)).uppercased(), x: x, y: y + side * 0.2, width: side, size: side / 2,
      weight: 600, .white(), .center)
  }

  // MARK: Lock screen

  func lockScreen() {
    canvas.gradient(whole, Color(0.06, 0.16, 0.30), Color(0.28, 0.18, 0.34))
    statusBar(.white())
    canvas.write(
      picture.status.date, x: 0, y: 112, width: width, size: 21, weight: 500, .white(0.9), .center)
    canvas.write(
      picture.status.time, x: 0, y: 134, width: width, size: 86, weight: 600, .white(), .center)
    homeIndicator(.white())
  }

  // MARK: App switcher

  /// The app used last is in the middle, those before it show at the left.
  func switcher(
    _ cards: [ScreenPicture.Picture], _ draw: @escaping (ScreenPicture.Picture) -> Void
  ) {
    wallpaper()
    canvas.fill(whole, .black(0.35))
    let scale = 0.62
    let top = 130.0
    for (index, card) in cards.enumerated() {
      let before = Double(cards.count - 1 - index)
      let x = (width - width * scale) / 2 - before * 215
      guard x + width * scale > 0 else { continue }
      canvas.saving {
        canvas.move(x: x, y: top, scale: scale)
        canvas.outline(whole, 38)
        cairo_clip(canvas.context)
        draw(card)
      }
      icon(card.name, x: x, y: top - 40, side: 28)
      canvas.write(
        card.name, x: x + 36, y: top - 35, width: width * scale - 36, size: 15, weight: 600,
        .white())
    }
    if cards.isEmpty {
      canvas.write(
        "No Recent Apps", x: 0, y: height / 2, width: width, size: 17, .white(0.8), .center)
    }
    homeIndicator(.white())
  }

  // MARK: Calls and alerts

  func phone() {
    canvas.gradient(whole, Color(0.16, 0.2, 0.26), Color(0.07, 0.08, 0.1))
    statusBar(.white())
    canvas.write("Call", x: 0, y: 130, width: width, size: 32, .white(), .center)
    canvas.write(
      "in progress", x: 0, y: 174, width: width, size: 17, .white(0.6), .center)
    button(x: width / 2, y: height - 150, SystemScreens.red, "xmark")
    homeIndicator(.white())
  }

  private func button(
    x: Double, y: Double, radius: Double = 36, _ color: Color, _ symbol: String
  ) {
    canvas.circle(x: x, y: y, radius: radius, color)
    let side = radius * 0.9
    Symbol.draw(
      symbol, in: .init(x: x - side / 2, y: y - side / 2, width: side, height: side), .white(),
      canvas)
  }

  func draw(_ overlay: ScreenPicture.Overlay) {
    switch overlay {
    case .alert: alert()
    case .incomingCallBanner: callBanner("Incoming Call")
    case .incomingCallFullScreen:
      canvas.gradient(whole, Color(0.16, 0.2, 0.26), Color(0.07, 0.08, 0.1))
      statusBar(.white())
      canvas.write("Incoming Call", x: 0, y: 130, width: width, size: 32, .white(), .center)
      button(x: width * 0.25, y: height - 150, SystemScreens.red, "xmark")
      button(x: width * 0.75, y: height - 150, SystemScreens.green, "checkmark")
      homeIndicator(.white())
    case .callOverApp:
      canvas.fill(whole, .black(0.45))
      callBanner("Call in progress")
    case .callIndicator:
      canvas.fill(.init(x: 29, y: 12, width: 68, height: 25), SystemScreens.green, radius: 12.5)
      canvas.write(
        picture.status.time, x: 18, y: 15, width: 90, size: 16, weight: 600, .white(), .center)
    }
  }

  private func callBanner(_ title: String) {
    canvas.fill(
      .init(x: 8, y: 54, width: width - 16, height: 76), Color(0.13, 0.13, 0.14), radius: 24)
    canvas.write(title, x: 26, y: 70, width: width - 160, size: 17, weight: 600, .white())
    canvas.write("Phone", x: 26, y: 94, width: width - 160, size: 13, .white(0.6))
    button(x: width - 92, y: 92, radius: 20, SystemScreens.red, "xmark")
    if title.hasPrefix("Incoming") {
      button(x: width - 44, y: 92, radius: 20, SystemScreens.green, "checkmark")
    }
  }

  private func alert() {
    canvas.fill(whole, .black(0.35))
    let box = DisplayList.Rectangle(
      x: (width - 270) / 2, y: height / 2 - 66, width: 270, height: 132)
    canvas.fill(box, Color(0.96, 0.96, 0.97), radius: 14)
    canvas.write(
      "System Alert", x: box.x, y: box.y + 20, width: 270, size: 17, weight: 600, .black(), .center)
    canvas.write(
      "It lies over the app.", x: box.x, y: box.y + 46, width: 270, size: 13, .black(), .center)
    canvas.fill(.init(x: box.x, y: box.y + 88, width: 270, height: 0.5), .black(0.25))
    canvas.write(
      "OK", x: box.x, y: box.y + 100, width: 270, size: 17, weight: 600, Color(0, 0.48, 1), .center)
  }
}

extension Color {
  /// - Parameter hue: Degrees.
  fileprivate init(hue: Double, _ saturation: Double, _ brightness: Double) {
    func component(_ offset: Double) -> Double {
      let position = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(position, 4 - position, 1)))
    }
    self.init(component(5), component(3), component(1))
  }
}
