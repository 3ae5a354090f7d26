import AppLink
import FoundationEssentials
import Multitasking

/// The payload of a remote notification, read and checked.
///
/// ```swift
/// let payload = try PushPayload(json: #"{"aps": {"content-available": 1}}"#)
/// ```
/// It is an object with a dictionary `aps`, as Apple's push service demands, of at most
/// `LinkLimits.pushPayloadBytesMax` bytes.
public struct PushPayload: Hashable, Sendable {
  /// As it was given.
  public let json: String
  /// `"content-available": 1` (F50).
  public let isContentAvailable: Bool
  /// The app that a file written for `simctl push` names.
  public let target: AppID?

  /// - Throws: ``ControlError`` with code `refused`: no JSON, no `aps`, too long.
  public init(json: String) throws(ControlError) {
    let limit = LinkLimits.pushPayloadBytesMax
    guard json.utf8.count <= limit else {
      throw ControlError(
        .refused, "a payload of \(json.utf8.count) bytes is longer than the push service takes",
        nextStep: "make it at most \(limit) bytes")
    }
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(json.utf8))
    } catch DecodingError.keyNotFound(let key, _) where key.stringValue == "aps" {
      throw PushPayload.unusable("it has no \"aps\"")
    } catch DecodingError.typeMismatch(_, let context) {
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw PushPayload.unusable(
        place.isEmpty ? "it is no JSON object" : "\"\(place)\" is not what it has to be")
    } catch {
      throw PushPayload.unusable("it is no JSON")
    }
    self.json = json
    isContentAvailable = content.aps.contentAvailable == 1
    target = content.target.map { AppID($0) }
  }

  private static func unusable(_ why: String) -> ControlError {
    ControlError(
      .refused, "the payload can't be pushed: \(why)",
      nextStep: #"a silent push is {"aps": {"content-available": 1}}"#)
  }

  private struct Content: Decodable {
    var aps: Aps
    var target: String?

    struct Aps: Decodable {
      var contentAvailable: Int?
      enum CodingKeys: String, CodingKey { case contentAvailable = "content-available" }
    }

    enum CodingKeys: String, CodingKey {
      case aps
      case target = "Simulator Target Bundle"
    }
  }
}
