import AppLink

/// What a device shows, for a renderer to draw.
///
/// `greenroom-render` makes a PNG file of it; the device itself loads no drawing library.
public struct ScreenPicture: Hashable, Sendable, Codable {
  /// Points.
  public var width: Double
  public var height: Double
  /// Pixels for each point.
  public var scale: Double
  public var status: Status
  public var content: Content
  /// What lies over it, back to front.
  public var overlays: [Overlay]

  public init(
    width: Double, height: Double, scale: Double, status: Status, content: Content,
    overlays: [Overlay] = []
  ) {
    self.width = width
    self.height = height
    self.scale = scale
    self.status = status
    self.content = content
    self.overlays = overlays
  }

  /// What the status bar and the lock screen tell.
  public struct Status: Hashable, Sendable, Codable {
    /// Such as `9:41`.
    public var time: String
    /// Such as `Tuesday, 1 December`.
    public var date: String
    /// 0...1; nil: unknown.
    public var batteryLevel: Double?
    public var isCharging: Bool
    public var isLowPowerModeEnabled: Bool

    public init(
      time: String, date: String, batteryLevel: Double? = nil, isCharging: Bool = false,
      isLowPowerModeEnabled: Bool = false
    ) {
      self.time = time
      self.date = date
      self.batteryLevel = batteryLevel
      self.isCharging = isCharging
      self.isLowPowerModeEnabled = isLowPowerModeEnabled
    }
  }

  public enum Content: Hashable, Sendable, Codable {
    /// The Home screen.
    case home(apps: [String])
    /// An app's screen.
    case app(Picture)
    case lockScreen
    /// The app switcher, the app used last at the end.
    case switcher(cards: [Picture])
    /// The screen of the Phone app.
    case phone

    enum AppCodingKeys: String, CodingKey { case _0 = "picture" }
  }

  /// One app, as it looks or looked.
  public struct Picture: Hashable, Sendable, Codable {
    /// The app's bundle identifier.
    public var app: String
    public var name: String
    public var source: Source
    /// What it shows; nil: nothing that anybody knows, as at its first launch.
    public var list: DisplayList?

    public init(app: String, name: String, source: Source, list: DisplayList?) {
      self.app = app
      self.name = name
      self.source = source
      self.list = list
    }

    public enum Source: String, Hashable, Sendable, Codable {
      /// Now, by the app itself.
      case app
      /// When the app left the foreground, or its last work in the background ended.
      case snapshot
      /// It starts and has left no snapshot.
      case launchScreen
    }
  }

  public enum Overlay: String, Hashable, Sendable, Codable {
    case alert
    case incomingCallBanner
    case incomingCallFullScreen
    case callOverApp
    /// A call goes on, its screen has been left.
    case callIndicator
  }
}
