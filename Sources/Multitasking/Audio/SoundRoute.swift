/// Where the sound of an app goes to, and where it could record from.
public struct SoundRoute: Hashable, Sendable, Codable {
  public enum Output: String, Hashable, Sendable, Codable, CaseIterable {
    case speaker, receiver, headphones
  }

  public var output: Output
  /// Whether there is an input: only categories that record have one.
  public var hasInput: Bool

  public init(output: Output, hasInput: Bool) {
    self.output = output
    self.hasInput = hasInput
  }

  /// Why a route is another one (A18).
  public enum Change: String, Hashable, Sendable, Codable, CaseIterable {
    case newDevice, oldDeviceUnavailable, categoryChange, override

    var words: String {
      switch self {
      case .newDevice: "headphones were plugged in"
      case .oldDeviceUnavailable: "headphones were unplugged"
      case .categoryChange: "the category has another route"
      case .override: "the app overrode the route"
      }
    }
  }
}

extension SoundConditions {
  /// Headphones come first; then calls and recordings are held to the ear, unless the app says otherwise.
  func route(of session: AudioSession) -> SoundRoute {
    let configuration = session.configuration
    let output: SoundRoute.Output
    if hasHeadphones {
      output = session.isOverridden ? .speaker : .headphones
    } else if configuration.category == .playAndRecord, !session.isOverridden,
      !configuration.options.contains(.defaultToSpeaker)
    {
      output = .receiver
    } else {
      output = .speaker
    }
    return SoundRoute(output: output, hasInput: configuration.records)
  }
}
