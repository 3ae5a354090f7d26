import ArgumentParser
import ControlAPI
import FoundationEssentials
import LocationDesk
import Multitasking

struct Location: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "location",
    abstract: "Where the device is, and who gets to know (G1-G21).",
    discussion: """
      Apps that may know it are told: in front, and in the background with `location` in \
      UIBackgroundModes. The receiver is on only while an app needs it; `location list` says who \
      does, and why an app gets nothing. Permission is given with `greenroom privacy`.
      """,
    subcommands: [
      Listing.self, Set.self, Clear.self, Run.self, Start.self, GPSD.self, Service.self,
    ], defaultSubcommand: Listing.self)

  struct Listing: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the location, the receiver, and apps that use them.")

    @OptionGroup var common: CommonOptions

    func run() throws {
      try reporting(json: common.json) {
        guard case .location(let info) = try common.connect().call(.location(.list)) else { return }
        if common.json { return try JSON.print(info) }
        info.tell()
      }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Put the device at a place, where it stays.")

    @Argument(
      help: ArgumentHelp(
        "Degrees, and metres of altitude if need be. Before a negative latitude write --.",
        valueName: "lat,lon"))
    var place: Place

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.location(.set(place))) }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear",
      abstract: "Nobody knows where the device is: apps hear locationUnknown after a while.")

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.location(.clear)) }
  }

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Move the device along the track of a GPX file.",
      discussion: "In virtual time each location comes at exactly its time.")

    @Argument(help: "The GPX file.", completion: .file(extensions: ["gpx"]))
    var file: String

    @OptionGroup var common: CommonOptions

    func run() throws {
      let path = file.hasPrefix("/") ? file : FileManager.default.currentDirectoryPath + "/" + file
      try common.perform(.location(.run(path: path)))
    }
  }

  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "start", abstract: "Move the device from place to place.")

    @Option(help: ArgumentHelp("Metres per second.", valueName: "m/s"))
    var speed = 20.0

    @Option(help: ArgumentHelp("Metres from one location to the next.", valueName: "m"))
    var distance: Double?

    @Option(help: ArgumentHelp("Seconds from one location to the next; else 1.", valueName: "s"))
    var interval: Double?

    @Argument(help: ArgumentHelp("Two places or more.", valueName: "lat,lon"))
    var places: [Place]

    @OptionGroup var common: CommonOptions

    func validate() throws {
      guard places.count >= 2 else {
        throw ValidationError("A route has two places or more; `location set` takes one.")
      }
      guard distance == nil || interval == nil else {
        throw ValidationError("Give --distance or --interval, not both.")
      }
      guard distance ?? 1 > 0, interval ?? 1 > 0 else {
        throw ValidationError("--distance and --interval take more than 0.")
      }
      guard speed > 0, speed.isFinite else {
        throw ValidationError("--speed takes more than 0 m/s, not \(speed).")
      }
    }

    func run() throws {
      try common.perform(
        .location(
          .start(places: places, speed: speed, intervalSeconds: interval, distance: distance)))
    }
  }

  struct GPSD: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gpsd", abstract: "Take the location from a receiver, through gpsd.",
      discussion: """
        The device is connected with gpsd only while an app needs the location, so that the \
        receiver is off when nobody does. Not on a device in virtual time.
        """)

    @Argument(help: ArgumentHelp("Else this machine, port 2947.", valueName: "host[:port]"))
    var server: String?

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.location(.gpsd(server: server))) }
  }

  struct Service: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "service", abstract: "Switch Location Services of the whole device.")

    enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Argument(help: "on or off.")
    var state: Switch

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.location(.service(isEnabled: state == .on))) }
  }
}

extension Place: ExpressibleByArgument {
  public init?(argument: String) { self.init(text: argument) }
}

extension LocationInfo {
  /// For people.
  fileprivate func tell() {
    print("source: \(source)")
    print(
      "last: " + (last.map { "\($0.latitude),\($0.longitude) at \($0.at.clock)" } ?? "not known"))
    print("receiver: \(duty)" + (isServiceEnabled ? "" : "; Location Services are off"))
    if let prompt {
      print(
        "the user is asked about \(prompt.app): `greenroom privacy grant location \(prompt.app)`")
    }
    guard !apps.isEmpty else { return print("no installed app has to do with location") }
    var table = Table()
    table.add("APP", "STATE", "PERMISSION", "UPDATES", "WAITING", "NEEDS", "WHY")
    for app in apps {
      table.add(
        "\(app.app)", app.state.rawValue, app.permission.words,
        app.updating.isEmpty ? "none" : app.updating.map(String.init).joined(separator: ","),
        "\(app.queued)", "\(app.need)", app.why)
    }
    table.print()
  }
}

extension LocationPermission {
  fileprivate var words: String {
    status.rawValue + (isOnce ? " (once)" : isProvisional ? " (provisional)" : "")
      + (isAccuracyReduced ? ", approximate" : "")
  }
}
