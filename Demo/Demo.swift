import ArgumentParser
import Glibc

/// Plays the chapters on devices of its own, and checks everything that it sees.
@main
@MainActor
struct Demo: @preconcurrency ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "greenroom-demo",
    abstract: "A film of what the system does with apps, and why, on real processes.",
    discussion: """
      Boots two devices in a temporary folder, installs the recipes and plays a story on them. \
      Everything that happens is compared with what should. Ends with 0 if all was as expected, \
      with 1 and a summary if not, with 130 if interrupted; the devices are always shut down and \
      the folder is removed. NO_COLOR switches colours off.
      """)

  func run() throws {
    Interruption.install()
    let film = Film()
    var differences: [String] = []
    do {
      let stage = try Stage(film)
      do {
        try play(on: stage, &differences)
      } catch {
        differences.append("\(error)")
      }
      differences += stage.strike()
    } catch {
      differences.append("\(error)")
    }
    if case .interrupted? = Interruption.current {
      film.leave("interrupted; the devices are shut down")
      throw ExitCode(130)
    }
    film.close(differences)
    if !differences.isEmpty { throw ExitCode(1) }
  }

  /// Collects what is not as expected. A chapter ends with its first difference; the next is played.
  private func play(on stage: Stage, _ differences: inout [String]) throws {
    let film = stage.film
    film.open()
    let phone = try stage.boot("iPhone", settings: Demo.shortTimes)
    let old = try stage.boot("iPhone3G", hasMultitasking: false)
    let chapters: [any Chapter] = [
      AvailabilityChapter(phone: phone, old: old), LongTaskChapter(phone: phone),
      NewsChapter(phone: phone, stage: stage), MusicChapter(phone: phone),
      GameChapter(phone: phone), OptOutChapter(phone: phone),
    ]
    for chapter in chapters {
      film.chapter(chapter.section, chapter.title, chapter.lead)
      do {
        try chapter.play()
      } catch let difference as Difference {
        film.row(false, difference.description)
        differences.append("\(chapter.section): \(difference)")
        phone.reset()
        old.reset()
      }
    }
  }

  /// The classic profile lends 180 s; nobody wants to watch that.
  static let shortTimes = [
    ("backgroundTaskAllowance", "10"), ("expirationLead", "4"), ("suspensionGrace", "1"),
    ("releaseGrace", "1"),
  ]
}

/// One part of the story.
@MainActor
protocol Chapter {
  /// The section of the specification that it shows.
  var section: String { get }
  var title: String { get }
  /// What to watch for, in a sentence.
  var lead: String { get }
  func play() throws
}

/// What was seen is not what should be.
struct Difference: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
