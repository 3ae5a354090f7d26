import ArgumentParser
import ControlAPI
import FoundationEssentials
import Multitasking

struct Audio: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audio",
    abstract: "Who has the sound, and what happens to it (A1-A20).",
    discussion: """
      Sound goes to this user's sound server, or to one of the device's own that nobody hears; \
      `boot --sound` chooses. `audio list` names it: `parec -s ADDRESS -d SINK.monitor` records it.
      """,
    subcommands: [
      Listing.self, PlugHeadphones.self, UnplugHeadphones.self, Volume.self, Silent.self,
      Remote.self, ResetServices.self,
    ], defaultSubcommand: Listing.self)

  struct Listing: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List sessions, routes and players.")

    @OptionGroup var common: CommonOptions

    func run() throws {
      try reporting(json: common.json) {
        guard case .sound(let info) = try common.connect().call(.sound(.list)) else { return }
        if common.json { return try JSON.print(info) }
        info.tell()
      }
    }
  }

  struct PlugHeadphones: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plug-headphones", abstract: "Plug headphones in: a route change (A18).")

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.sound(.headphones(isPlugged: true))) }
  }

  struct UnplugHeadphones: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unplug-headphones", abstract: "Unplug headphones: a route change (A18).")

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.sound(.headphones(isPlugged: false))) }
  }

  struct Volume: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "volume", abstract: "Set the volume of the device.")

    @Argument(help: ArgumentHelp("0 to 100.", valueName: "percent"))
    var percent: Int

    @OptionGroup var common: CommonOptions

    func validate() throws {
      guard (0...100).contains(percent) else {
        throw ValidationError("The volume is 0 to 100, not \(percent).")
      }
    }

    func run() throws { try common.perform(.sound(.volume(percent: percent))) }
  }

  struct Silent: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "silent",
      abstract: "Move the Ring/Silent switch: it mutes ambient categories (A2).")

    enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Argument(help: "on or off.")
    var state: Switch

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.sound(.silentSwitch(isSilent: state == .on))) }
  }

  struct Remote: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remote",
      abstract: "Press a button of a headset: the app that had the sound last hears of it.",
      discussion: "Where there is a session bus, `playerctl` does the same.")

    @Argument(help: "play, pause, togglePlayPause, stop, nextTrack or previousTrack.")
    var command: RemoteCommand

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.sound(.remote(command))) }
  }

  struct ResetServices: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset-services",
      abstract: "Have the media service crash: apps lose their players and are told (A19).")

    @OptionGroup var common: CommonOptions

    func run() throws { try common.perform(.sound(.resetServices)) }
  }
}

extension RemoteCommand: ExpressibleByArgument {}

extension SoundInfo {
  /// For people.
  fileprivate func tell() {
    var lines: [String] = []
    if let server {
      lines.append(
        "sound server: \(server.address), sink \(server.sink)"
          + (server.isPrivate ? " (of this device; nobody hears it)" : ""))
    } else {
      lines.append("sound server: none is needed yet")
    }
    lines.append(
      "volume \(conditions.volume) %, \(conditions.hasHeadphones ? "headphones" : "no headphones"), "
        + "Ring/Silent switch on \(conditions.isRingerSilent ? "silent" : "ring")")
    for line in lines { print(line) }
    guard !apps.isEmpty else {
      return print("no running app has used sound")
    }
    var table = Table()
    table.add("APP", "STATE", "CATEGORY", "SESSION", "ROUTE", "PLAYERS", "WHY")
    for app in apps {
      let status = app.status
      table.add(
        "\(status.app)", status.state.rawValue,
        status.configuration.category.rawValue
          + (status.configuration.isMixable ? " (mixes)" : ""),
        status.isActive ? "active" : status.interruptedBy == nil ? "inactive" : "interrupted",
        status.route.output.rawValue, app.players.words, status.why)
    }
    table.print()
  }
}

extension [AppSound.Player] {
  fileprivate var words: String {
    guard !isEmpty else { return "none" }
    return map { player in
      let at = "\(player.position.tenths) of \(player.sound.duration.tenths) s"
      let state = player.isRunning ? "plays" : player.isPlaying ? "silent" : "still"
      return "\(player.number): \(state), \(at)"
    }.joined(separator: "; ")
  }
}

extension Double {
  /// With one place after the point.
  var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
  }
}
