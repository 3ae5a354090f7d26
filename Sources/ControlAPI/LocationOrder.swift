import LocationDesk
import Multitasking

/// What can be asked about the location of a device, and done to it.
public enum LocationOrder: Hashable, Sendable, Codable {
  /// Answered with ``ControlResult/location(_:)``.
  case list
  /// The device is there, and stays.
  case set(Place)
  /// Nobody knows where it is.
  case clear
  /// Plays a GPX file.
  case run(path: String)
  /// From place to place; a fix each `intervalSeconds`, or each `distance` metres.
  case start(places: [Place], speed: Double, intervalSeconds: Double?, distance: Double?)
  /// Takes the fixes of a receiver from gpsd; `HOST`, `HOST:PORT`, nil: on this machine.
  case gpsd(server: String?)
  /// The switch Location Services.
  case service(isEnabled: Bool)

  enum SetCodingKeys: String, CodingKey { case _0 = "place" }
}

/// The location of a device.
public struct LocationInfo: Hashable, Sendable, Codable {
  /// Where it comes from, in words.
  public var source: String
  public var isServiceEnabled: Bool
  /// What was told last.
  public var last: Fix?
  public var duty: ReceiverDuty
  /// The question about an app that the person sees.
  public var prompt: LocationPrompt?
  /// Apps that have to do with location.
  public var apps: [LocationStatus]

  public init(
    source: String, isServiceEnabled: Bool, last: Fix?, duty: ReceiverDuty,
    prompt: LocationPrompt?, apps: [LocationStatus]
  ) {
    self.source = source
    self.isServiceEnabled = isServiceEnabled
    self.last = last
    self.duty = duty
    self.prompt = prompt
    self.apps = apps
  }
}

/// What an app has cost since the boot.
public struct AppEnergy: Hashable, Sendable, Codable {
  public var app: AppID
  /// For which the receiver was on because of it.
  public var receiverSeconds: Double
  /// How often its location woke or launched it.
  public var locationWakes: Int
  /// Locations that it was told.
  public var locations: Int
  /// Processor time of its processes; nil where nobody measures: in virtual time.
  public var processorSeconds: Double?

  public init(
    app: AppID, receiverSeconds: Double, locationWakes: Int, locations: Int,
    processorSeconds: Double?
  ) {
    self.app = app
    self.receiverSeconds = receiverSeconds
    self.locationWakes = locationWakes
    self.locations = locations
    self.processorSeconds = processorSeconds
  }
}
