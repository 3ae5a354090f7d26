import AppLink
import MediaLink
import Multitasking

/// What can be asked about sound, and done to it.
public enum SoundCommand: Hashable, Sendable, Codable {
  /// Answered with ``ControlResult/sound(_:)``.
  case list
  case headphones(isPlugged: Bool)
  /// 0...100.
  case volume(percent: Int)
  /// The Ring/Silent switch (A2).
  case silentSwitch(isSilent: Bool)
  /// As from a headset: to whoever had the sound last (A20).
  case remote(Multitasking.RemoteCommand)
  /// Ends the media service as a crash does (A19).
  case resetServices

  enum RemoteCodingKeys: String, CodingKey { case _0 = "command" }
}

/// The sound of a device.
public struct SoundInfo: Hashable, Sendable, Codable {
  /// Nil while nothing has been played.
  public var server: SoundServer?
  /// The process of the media service.
  public var servicePID: Int32?
  public var conditions: SoundConditions
  /// Apps that have used sound since they were launched.
  public var apps: [AppSound]

  public init(
    server: SoundServer?, servicePID: Int32?, conditions: SoundConditions, apps: [AppSound]
  ) {
    self.server = server
    self.servicePID = servicePID
    self.conditions = conditions
    self.apps = apps
  }
}

/// The sound of one app.
public struct AppSound: Hashable, Sendable, Codable {
  public struct Player: Hashable, Sendable, Codable {
    /// The app's number of it.
    public var number: UInt64
    public var sound: SoundDescription
    /// Seconds.
    public var position: Double
    public var isPlaying: Bool
    /// Whether sound runs: not while the system keeps it silent.
    public var isRunning: Bool

    public init(
      number: UInt64, sound: SoundDescription, position: Double, isPlaying: Bool, isRunning: Bool
    ) {
      self.number = number
      self.sound = sound
      self.position = position
      self.isPlaying = isPlaying
      self.isRunning = isRunning
    }
  }

  public var status: SoundStatus
  public var players: [Player]

  public init(status: SoundStatus, players: [Player]) {
    self.status = status
    self.players = players
  }
}
