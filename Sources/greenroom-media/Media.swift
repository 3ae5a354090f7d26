import ArgumentParser
import MediaLink
import MediaService

/// The media service of a device. `greenroomd` starts it.
@main
@MainActor
struct Media: @preconcurrency ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "greenroom-media",
    abstract: "Decodes and plays the sounds of a device's apps.",
    discussion: """
      greenroomd starts it with the first sound, talks to it over descriptor 3 and ends it when nothing \
      is left to be played. By hand it says what a sound is: greenroom-media --describe < song.mp3
      """,
    version: "greenroom 0.1.0")

  @Option(
    help:
      "user: this user's sound server; private: one of its own, with a sink that nobody hears; auto: the user's if there is one."
  )
  var sound = "auto"

  @Flag(help: "Say in JSON what the sound on standard input is, and end.")
  var describe = false

  @Flag(help: "Say in JSON how loud the sound on standard input is, piece by piece, and end.")
  var levels = false

  func validate() throws {
    guard ["auto", "user", "private"].contains(sound) else {
      throw ValidationError("--sound takes auto, user or private, not \(sound).")
    }
    if describe, levels { throw ValidationError("Give --describe or --levels.") }
  }

  func run() throws {
    if describe { return print(OneShot.describe()) }
    if levels { return print(OneShot.levels()) }
    try MediaServer.run(sound)
  }
}
