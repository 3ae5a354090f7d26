import Multitasking

/// One line of a device's memory: an event and what it brought about, a line that an app printed,
/// or a word of the device about itself.
public struct JournalEntry: Hashable, Sendable, Codable {
  public enum Content: Hashable, Sendable, Codable {
    case event(Event, effects: [Effect])
    case output(AppID, String)
    case note(String)

    // The names of values that have none in Swift, for JSON.
    enum EventCodingKeys: String, CodingKey { case _0 = "event", effects }
    enum OutputCodingKeys: String, CodingKey { case _0 = "app", _1 = "line" }
    enum NoteCodingKeys: String, CodingKey { case _0 = "text" }
  }

  /// Counts up by one, across boots.
  public var number: UInt64
  public var at: Instant
  public var content: Content

  public init(number: UInt64, at: Instant, content: Content) {
    self.number = number
    self.at = at
    self.content = content
  }

  /// Whether the entry is about an app.
  public func concerns(_ app: AppID) -> Bool {
    switch content {
    case .event(let event, let effects):
      event.app == app || effects.contains { $0.app == app }
    case .output(let source, _): source == app
    case .note: false
    }
  }
}
