import ArgumentParser
import Glibc

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run `swift test`: device tests run in virtual time.",
    discussion: """
      Tests with the trait `.device`, and those of a `DeviceTestCase`, run in virtual time under \
      plain `swift test` too; this verb chooses the seeds that they run with. All other arguments \
      go to `swift test`. A failure names its seed and the line that shows it again:

        greenroom test --seed 7 --filter 'UploadTests/uploadFinishes'
      """)

  @Option(help: "Run each device test with this seed only.")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Run each device test this often, with seeds 0, 1 and so on.", valueName: "count"))
  var seeds: UInt64?

  @Option(help: ArgumentHelp("Real time for one run. Default: 60.", valueName: "seconds"))
  var timeout: Int?

  @Flag(help: "Show what device tests print, also when they pass.")
  var output = false

  @Argument(parsing: .allUnrecognized, help: "Arguments for `swift test`.")
  var arguments: [String] = []

  func validate() throws {
    if seed != nil, seeds != nil { throw ValidationError("Give --seed or --seeds, not both.") }
    if seeds == 0 { throw ValidationError("--seeds takes 1 or more.") }
    if let timeout, timeout < 1 { throw ValidationError("--timeout takes 1 or more.") }
  }

  func run() throws {
    for (name, value) in variables { setenv(name, value, 1) }
    let words = ["swift", "test"] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    pointers.append(nil)
    execvp("swift", pointers)
    // Only a failure comes back.
    let why = String(cString: strerror(errno))
    try reporting(json: false) {
      throw Failure(
        .system, "swift could not be started: \(why)",
        nextStep: "put the toolchain's bin directory into PATH")
    }
  }

  /// What GreenroomTesting reads.
  private var variables: [(String, String)] {
    [
      ("GREENROOM_SEED", seed.map(String.init)), ("GREENROOM_SEEDS", seeds.map(String.init)),
      ("GREENROOM_TEST_TIMEOUT", timeout.map(String.init)),
      ("GREENROOM_TEST_OUTPUT", output ? "1" : nil),
    ].compactMap { name, value in value.map { (name, $0) } }
  }
}
