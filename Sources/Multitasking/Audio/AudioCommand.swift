/// What a driver has to do with the sound of an app.
public enum AudioCommand: Hashable, Sendable, Codable {
  /// The request is granted.
  case grant(request: UInt64)
  case refuse(request: UInt64, AudioRefusal)
  case prepare(player: UInt64, request: UInt64)
  case play(player: UInt64, at: Instant?, request: UInt64)
  case pause(player: UInt64, request: UInt64)
  case stop(player: UInt64, request: UInt64)
  /// The system pauses them: the app is told that they do not play any more (A13).
  case halt([UInt64])
  /// The system keeps them silent, and they lose no position; the app takes them to play.
  case cork([UInt64])
  case uncork([UInt64])
  /// What is left of the app's volume, in percent.
  case gain(Int)
}

/// Why an app may not do something with sound, with a code of `AVAudioSession.ErrorCode`.
public struct AudioRefusal: Hashable, Sendable, Codable {
  public enum Code: Int, Hashable, Sendable, Codable {
    /// `!act`: A11.
    case isBusy = 560_030_580
    /// `!pla`: A20.
    case cannotStartPlaying = 561_015_905
    /// `!pri`: A10.
    case insufficientPriority = 561_017_449
    /// `msrv`: A19.
    case mediaServicesFailed = 1_836_282_486
  }

  public var code: Code
  public var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension AudioCommand: CustomStringConvertible {
  public var description: String {
    switch self {
    case .grant: "sound: granted"
    case .refuse(_, let refusal): "sound refused: \(refusal.message)"
    case .prepare(let player, _): "prepare player \(player)"
    case .play(let player, _, _): "play player \(player)"
    case .pause(let player, _): "pause player \(player)"
    case .stop(let player, _): "stop player \(player)"
    case .halt(let players): "halt \(players.words)"
    case .cork(let players): "silence \(players.words)"
    case .uncork(let players): "let \(players.words) go on"
    case .gain(let percent): "volume at \(percent) %"
    }
  }
}

extension [UInt64] {
  fileprivate var words: String {
    (count == 1 ? "player " : "players ") + map(String.init).joined(separator: ", ")
  }
}
