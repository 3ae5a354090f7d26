import ArgumentParser
import ControlAPI
import Multitasking

struct MemoryWarning: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory-warning",
    abstract: "Tell running apps that memory is low (L80).",
    discussion: """
      With --critical the device also ends an app, as the kernel's pressure would have it do: \
      suspended apps first, the one used longest ago before others; running apps only after they \
      had time to answer a warning (T48).
      """)

  @Flag(help: "Memory is so low that apps must end.")
  var critical = false

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.memoryWarning(critical: critical)) }
}

struct Suspend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend", abstract: "Suspend an app that is in the background, at once.")

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.suspend(app: app.id)) }
}

struct Resume: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Let a suspended app run in the background for a wake's time.")

  @OptionGroup var app: AppArgument
  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.resume(app: app.id)) }
}

struct Power: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power", abstract: "Set battery and Low Power Mode (T16, L90).")

  enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Option(help: ArgumentHelp("Battery level.", valueName: "percent"))
  var battery: Int?

  @Option(help: "on or off.")
  var charging: Switch?

  @Option(help: "on or off.")
  var lowPower: Switch?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if battery == nil, charging == nil, lowPower == nil {
      throw ValidationError("Give --battery, --charging or --low-power.")
    }
    if let battery, !(0...100).contains(battery) {
      throw ValidationError("--battery takes 0 to 100, not \(battery).")
    }
  }

  func run() throws {
    var changes: [EnvironmentChange] = []
    if let battery { changes.append(.battery(percent: battery)) }
    if let charging { changes.append(.batteryState(charging == .on ? .charging : .unplugged)) }
    if let lowPower { changes.append(.lowPowerMode(lowPower == .on)) }
    try common.perform(.environment(changes))
  }
}

struct Rotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Turn the device.")

  @Argument(help: "portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown.")
  var orientation: Environment.Orientation

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.environment([.orientation(orientation)])) }
}

extension Environment.Orientation: ExpressibleByArgument {}

struct Locale: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locale", abstract: "Change the device's locale.")

  @Argument(help: "Such as fr_FR.")
  var identifier: String

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard identifier.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("Give the identifier of a locale, such as fr_FR.")
    }
  }

  func run() throws { try common.perform(.environment([.locale(identifier)])) }
}

struct TimeChange: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "time-change",
    abstract: "Tell apps of a significant time change, as at midnight (L91).")

  @OptionGroup var common: CommonOptions

  func run() throws { try common.perform(.environment([.significantTimeChange])) }
}
