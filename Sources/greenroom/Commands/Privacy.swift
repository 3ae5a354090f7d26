import ArgumentParser
import ControlAPI
import Multitasking

struct Privacy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "privacy",
    abstract: "What apps may know: answers the question on the screen, or settles it before.",
    discussion: """
      An app that asks shows an alert and is inactive until somebody answers. What was granted or \
      revoked before is not asked. Services: location, location-always, location-once (Allow Once, \
      G7), location-precise (the switch Precise Location).
      """,
    subcommands: [Grant.self, Revoke.self, Reset.self])

  struct Grant: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "grant", abstract: "Allow an app to use a service.")

    @OptionGroup var service: ServiceArgument
    @OptionGroup var app: AppArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
      try service.perform(on: app.id, common) { service in
        switch service {
        case .location: .whenInUse
        case .always: .always
        case .once: .once
        case .precise: .accuracy(isFull: true)
        case .all: nil
        }
      }
    }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Deny an app a service.",
      discussion: """
        `revoke location-always` leaves location while the app is in use, `revoke \
        location-precise` leaves the approximate one.
        """)

    @OptionGroup var service: ServiceArgument
    @OptionGroup var app: AppArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
      try service.perform(on: app.id, common) { service in
        switch service {
        case .location, .once: .denied
        case .always: .notAlways
        case .precise: .accuracy(isFull: false)
        case .all: nil
        }
      }
    }
  }

  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset", abstract: "Forget what was decided: the app may ask again.")

    @OptionGroup var service: ServiceArgument
    @OptionGroup var app: AppArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
      try service.perform(on: app.id, common) { service in
        service == .precise ? .accuracy(isFull: true) : .reset
      }
    }
  }
}

/// A service as simctl calls it.
struct ServiceArgument: ParsableArguments {
  enum Service: String, CaseIterable {
    case location
    case always = "location-always"
    case once = "location-once"
    case precise = "location-precise"
    case all
  }

  /// Services of iOS that a device does not have.
  private static let absent = [
    "calendar", "camera", "contacts", "contacts-limited", "media-library", "microphone", "motion",
    "photos", "photos-add", "reminders", "siri",
  ]

  @Argument(
    help: "location, location-always, location-once, location-precise; for reset also all.",
    completion: .list(Service.allCases.map(\.rawValue)))
  var service: String

  func perform(
    on app: AppID, _ common: CommonOptions, _ decision: (Service) -> LocationDecision?
  ) throws {
    try reporting(json: common.json) {
      guard let known = Service(rawValue: service) else {
        let names = Service.allCases.map(\.rawValue).joined(separator: ", ")
        if Self.absent.contains(service) {
          throw Failure(
            .refused, "this device has no \(service) that an app could ask for",
            nextStep: "it has \(names)")
        }
        throw Failure(.usage, "\"\(service)\" is no service", nextStep: "there are \(names)")
      }
      guard let decision = decision(known) else {
        throw Failure(
          .usage, "only `reset` takes all", nextStep: "name the service, such as location")
      }
      try common.connect().call(.privacy(app: app, decision))
      if common.json { print("{}") }
    }
  }
}

struct Energy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "energy",
    abstract: "What apps have cost since the boot: receiver, wakes, processor.",
    discussion: """
      The time for which the receiver was on is shared among the apps that needed as much at that \
      time. Processor time is not measured in virtual time.
      """)

  @Argument(help: ArgumentHelp("Else all apps.", valueName: "bundle-id"))
  var bundleIdentifier: String?

  @OptionGroup var common: CommonOptions

  func run() throws {
    try reporting(json: common.json) {
      let app = bundleIdentifier.map { AppID($0) }
      guard case .energy(let list) = try common.connect().call(.energy(app: app)) else { return }
      if common.json { return try JSON.print(list) }
      guard !list.isEmpty else { return print("no app is installed") }
      var table = Table()
      table.add("APP", "RECEIVER", "LOCATION WAKES", "LOCATIONS", "PROCESSOR")
      for energy in list {
        table.add(
          "\(energy.app)", "\(energy.receiverSeconds.tenths) s", "\(energy.locationWakes)",
          "\(energy.locations)", energy.processorSeconds.map { "\($0.tenths) s" } ?? "not measured")
      }
      table.print()
    }
  }
}
