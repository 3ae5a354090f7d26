import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc
import Multitasking
import Stories

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Play a story: a script of what happens and what is expected.",
    discussion: """
      On the booted device, in whatever time it lives; or with --virtual on one of its own, which \
      is gone afterwards. There the same story, start and seed give the same run, down to the bytes \
      of the journal. `Documentation/stories.md` tells how stories are written. Ends with 76 if \
      something is not as the story expects.
      """)

  @Argument(
    help: "The story, JSON or YAML.", completion: .file(extensions: ["json", "yaml", "yml"]))
  var story: String

  @OptionGroup var time: VirtualOptions

  @Flag(help: "Print the hashes of the threads' switches and of the journal.")
  var traceHash = false

  @Option(
    help: ArgumentHelp("With --virtual: keep the journal there.", valueName: "file"),
    completion: .file())
  var journal: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if time.virtual, common.device != nil {
      throw ValidationError("--device and --virtual exclude each other: one boots its own device.")
    }
    if journal != nil, !time.virtual {
      throw ValidationError("--journal goes with --virtual; other devices keep their journals.")
    }
  }

  func run() throws {
    try reporting(json: common.json) {
      let story = try read()
      guard time.virtual else {
        let client = try common.connect()
        return try play(story) { try client.stream(.runStory(story), $0) }
      }
      let start = try time.instant ?? VirtualEnvironment.standardStart
      let device = try StoryDevice(story, seed: time.seed ?? 1, start: start)
      defer { device.remove() }
      let result = Result { try play(story, device.play) }
      if let journal { try device.keepJournal(at: absolute(journal)) }
      try result.get()
    }
  }

  private func read() throws -> Story {
    let path = absolute(self.story)
    guard Files.exist(at: path) else {
      throw Failure(.notFound, "there is nothing at \(path)", nextStep: "give the path of a story")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(.system, "\(path) can't be read")
    }
    do {
      return try Story(reading: Array(data), file: path)
    } catch {
      throw Failure(.badStory, error.place, nextStep: error.nextStep)
    }
  }

  private func play(
    _ story: Story, _ answers: ((ControlResult) throws -> Void) throws -> Void
  ) throws {
    var report: StoryReport?
    try answers { result in
      switch result {
      case .storyStep(let step):
        if common.json {
          try JSON.printLine(step)
        } else {
          print("\(step.at.text)  \("\(step.number)".leftPadded(to: 3))  \(step.text)")
          fflush(nil)
        }
      case .story(let whole): report = whole
      default: break
      }
    }
    guard let report else { throw Failure(.system, "the device did not tell how it ended") }
    if common.json { try JSON.printLine(report) }
    if let failure = report.failure { throw self.failure(failure, report, story) }
    if common.json { return }
    print("\(story.name): \(report.steps) steps, all as expected")
    if traceHash { print(hashes(report)) }
  }

  private func hashes(_ report: StoryReport) -> String {
    (report.time.trace.map { "trace \($0)  " } ?? "") + "journal \(report.journal)"
  }

  private func failure(
    _ failure: StoryReport.Failure, _ report: StoryReport, _ story: Story
  ) -> Failure {
    let place = absolute(self.story) + (failure.line.map { ":\($0)" } ?? "")
    var message = "\(place): step \(failure.step) (\(failure.text)): \(failure.error.message)"
    if let object = failure.error.object, failure.kind == .expectation,
      !failure.error.message.contains(object)
    {
      message += " (\(object))"
    }
    let seed = report.time.seed.map { "seed \($0), " } ?? ""
    message += "\n  \(seed)at \(report.time.now.text)"
    if let explanation = failure.explanation {
      message += "\n  \(explanation.app) is \(explanation)"
    }
    if traceHash { message += "\n  \(hashes(report))" }
    var steps = failure.error.nextStep.map { [$0] } ?? []
    steps.append("`\(replay(report))` plays it again")
    return Failure(
      failure.kind == .expectation ? .notAsExpected : Failure(failure.error).code, message,
      nextStep: steps.joined(separator: "\n  next: "))
  }

  /// The command line that brings the same about.
  private func replay(_ report: StoryReport) -> String {
    var words = ["greenroom", "run", ShellWord.quoted(absolute(story))]
    if let seed = report.time.seed {
      words += ["--virtual", "--seed", "\(seed)"]
      words += ["--start", ((try? time.instant) ?? nil ?? report.time.bootedAt).text]
    }
    return words.joined(separator: " ")
  }
}

private enum ShellWord {
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "/._-+=:@,".utf8.contains(byte)
    }
    return isPlain
      ? text
      : "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}
