/// What the person in front of the device sees.
///
/// Where an app has to be (active, inactive, in the background) is a function of this value alone;
/// the policy then moves apps there, one legal step at a time.
public struct Screen: Hashable, Sendable, Codable {
  /// A phone call.
  public enum Call: Hashable, Sendable, Codable {
    case ringing(Profile.CallPresentation)
    case answered(covering: Cover)

    /// What an answered call hides.
    public enum Cover: String, Hashable, Sendable, Codable {
      /// The Phone app is in front: the app goes to the background (L54).
      case phone
      /// The call lies over the app, which stays inactive until it ends (C21).
      case overlay
      /// The call goes on, the person has left its screen.
      case nothing
    }
  }

  /// The app and scene whose content is in front; nil: the Home screen.
  public struct Front: Hashable, Sendable, Codable {
    public var app: AppID
    public var scene: SceneID
  }

  public internal(set) var front: Front?
  public internal(set) var isSwitcherOpen = false
  /// A system alert, Notification Center or Control Center (L52).
  public internal(set) var isAlertShown = false
  public internal(set) var call: Call?
  public internal(set) var isLocked = false

  public init() {}

  /// Where the scene in front has to be now (L50-L56).
  var presenceOfFront: Presence {
    if isLocked { return .background(.lock) }
    if call == .answered(covering: .phone) { return .background(.leaving) }
    if isSwitcherOpen || isAlertShown { return .inactive }
    switch call {
    case .ringing(.fullScreen), .answered(covering: .overlay): return .inactive
    case nil, .ringing(.banner), .answered: return .active
    }
  }

  /// Where a scene has to be.
  enum Presence: Hashable {
    case active, inactive
    case background(Cause)

    enum Cause: Hashable {
      /// The person left the app.
      case leaving
      /// The screen was locked over it: an app that can't be in the background stays (O7).
      case lock
    }
  }
}

/// One scene of an app; apps without scenes have ``main`` alone.
public struct SceneID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  public let number: Int

  public init(_ number: Int) { self.number = number }
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  public static let main = SceneID(1)

  public var description: String { "scene \(number)" }
  public static func < (a: SceneID, b: SceneID) -> Bool { a.number < b.number }
}
