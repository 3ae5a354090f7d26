import Foundation
import Glibc
import Testing

/// A run of `virtual-time-probe` in virtual time, from outside: its output goes to files, so that
/// nobody here has to read while it runs.
struct ProbeRun {
  /// The folder of the built programs: that of the test bundle.
  static let folder: String = {
    let own = Bundle.main.executablePath ?? ""
    // Where the tests are loaded as a library, the executable is that of the toolchain.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
    return URL(filePath: bundle).deletingLastPathComponent().path()
  }()
  static let library = folder + "/libVirtualTime.so"
  static let probe = folder + "/virtual-time-probe"
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What it printed.
  var output = ""
  /// What was said on standard error.
  var errors = ""
  /// The exit code, or 128 and the signal.
  var code: Int32 = 0
  /// Real seconds.
  var seconds = 0.0

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Of the line with the statistics.
  var trace: Substring? { errors.firstMatch(of: /trace ([0-9a-f]{16})/)?.1 }

  /// Starts the probe, and ends it if it is still there after `limit` real seconds.
  ///
  /// `meanwhile` is called with its process and what it has printed so far, until it returns true.
  init(
    _ arguments: String..., program: String = ProbeRun.probe, seed: String? = "1",
    environment: [String: String] = [:], limit: Double = 60,
    meanwhile: ((pid_t, String) -> Bool)? = nil
  ) throws {
    let files = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let outputPath = files.path() + ".out"
    let errorPath = files.path() + ".err"
    defer {
      unlink(outputPath)
      unlink(errorPath)
    }
    var variables = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("VIRTUAL_TIME") && $0.key != "LD_PRELOAD"
    }
    variables["VIRTUAL_TIME_STATISTICS"] = "1"
    variables["VIRTUAL_TIME_SEED"] = seed
    variables["LD_PRELOAD"] = ProbeRun.library
    variables.merge(environment) { $1 }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, flags, 0o600)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in words + settings { free(string) } }
    // Whatever the tests were started with: a signal that is ignored or blocked stays so.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let clock = ContinuousClock()
    let start = clock.now
    var process = pid_t()
    try #require(posix_spawn(&process, program, &actions, &attributes, &words, &settings) == 0)

    func text(_ path: String) -> String {
      (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
    var status: Int32 = 0
    var isWatched = meanwhile != nil
    var isLate = false
    while waitpid(process, &status, WNOHANG) == 0 {
      if isWatched, let meanwhile { isWatched = !meanwhile(process, text(outputPath)) }
      if clock.now - start > .seconds(limit) {
        isLate = true
        kill(process, SIGKILL)
      }
      usleep(2_000)
    }
    let took = clock.now - start
    seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
    code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    output = text(outputPath)
    errors = text(errorPath)
    if isLate { Issue.record("still there after \(limit) s: \(output)\(errors)") }
  }
}

/// Runs the probe and compares everything that it prints, instants included.
func expect(
  _ arguments: String, tells expected: String, code: Int32 = 0,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let run = try ProbeRun(arguments)
  #expect(run.output == expected + "\n", "\(run.errors)", sourceLocation: sourceLocation)
  #expect(run.code == code, "\(run.errors)", sourceLocation: sourceLocation)
}
