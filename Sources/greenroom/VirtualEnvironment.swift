import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc
import Multitasking

/// What asks for virtual time.
struct VirtualOptions: ParsableArguments {
  @Flag(help: "In virtual time, which passes when it is asked to.")
  var virtual = false

  @Option(
    help: ArgumentHelp("Chooses among threads that could run. Default: 1.", valueName: "number"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "When the device boots, in UTC. Default: 2026-01-01, or where its journal ends.",
      valueName: "date"))
  var start: String?

  /// The start that is asked for.
  var instant: Instant? {
    get throws {
      do {
        return try start.map { text throws(TimeTextError) in try Instant(text: text) }
      } catch {
        throw ValidationError("--start: \(error.message).")
      }
    }
  }

  func validate() throws {
    if !virtual, seed != nil || start != nil {
      throw ValidationError("--seed and --start go with --virtual.")
    }
    _ = try instant
  }
}

/// The environment of a daemon that lives in virtual time: what every run has, and nothing of the
/// terminal that it was started from.
enum VirtualEnvironment {
  static let standardStart = Instant(nanoseconds: 1_767_225_600 * 1_000_000_000)

  static func variables(seed: UInt64, start: Instant) throws -> [String: String] {
    var variables = [
      "LD_PRELOAD": try library(), "VIRTUAL_TIME_SEED": "\(seed)",
      "VIRTUAL_TIME_START": start.text, "SWIFT_DETERMINISTIC_HASHING": "1",
      // It stops threads by signals, and looks at real time.
      "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC", "LANG": "C.UTF-8",
    ]
    // How long a thread may compute, how often threads are interrupted, where switches are told.
    let wanted = ["VIRTUAL_TIME_PATIENCE", "VIRTUAL_TIME_PREEMPTION", "VIRTUAL_TIME_TRACE"]
    for key in ["PATH", "LD_LIBRARY_PATH"] + wanted {
      variables[key] = ProgramEnvironment.values[key]
    }
    return variables
  }

  /// Where a further boot of a device goes on: its journal must not go back in time.
  static func start(after paths: DevicePaths) -> Instant {
    struct Head: Decodable { var at: Instant }
    let journal = FileManager.default.contents(atPath: paths.journal) ?? Data()
    let lines = journal.suffix(1024 * 1024).split(separator: UInt8(ascii: "\n"))
    let last = lines.reversed().lazy
      .compactMap { try? JSONDecoder().decode(Head.self, from: Data($0)).at }.first
    guard let last, last >= standardStart else { return standardStart }
    let second = 1_000_000_000 as Int64
    return Instant(nanoseconds: (last.nanoseconds / second + 1) * second)
  }

  private static func library() throws -> String {
    let name = "libVirtualTime.so"
    let given = ProgramEnvironment.values["GREENROOM_VIRTUAL_TIME_LIBRARY"] ?? ""
    let places =
      given.isEmpty
      ? ["\(OwnProgram.folder)/\(name)", "\(OwnProgram.folder)/../lib/greenroom/\(name)"]
      : [absolute(given)]
    guard let found = places.first(where: { access($0, R_OK) == 0 }) else {
      throw Failure(
        .system, "virtual time needs \(name), which is not at \(places.joined(separator: " or "))",
        nextStep: "`make install` installs it, `swift build --product VirtualTime` builds it, "
          + "GREENROOM_VIRTUAL_TIME_LIBRARY names another place")
    }
    // The loader takes both for the end of a path.
    guard !found.contains(where: { $0 == " " || $0 == ":" }) else {
      throw Failure(
        .system, "\(found) can't be preloaded: its path holds a space or a colon",
        nextStep: "copy it, and name the copy in GREENROOM_VIRTUAL_TIME_LIBRARY")
    }
    return found
  }
}
