import ControlAPI
import Foundation
import Multitasking
import Testing

/// Stories on a device, in whatever time it lives: the same comes out.
struct StoryTests {
  static let app: AppID = "com.example.story"

  private static func devices(
    _ body: @Sendable @escaping (any DeviceDriver) throws -> Void
  ) async throws {
    try await scenario { device in
      try device.install(ProbeBundle(app))
      try body(device)
    }
  }

  private static func play(
    _ device: any DeviceDriver, _ steps: [StoryStep.Action], profile: Profile.Name? = nil,
    settings: [String: String] = [:]
  ) throws -> (done: [StoryStepReport], report: StoryReport) {
    var done: [StoryStepReport] = []
    var report: StoryReport?
    let story = Story(
      profile: profile, settings: settings,
      steps: steps.enumerated().map { StoryStep($1, text: "step \($0 + 1)", line: $0 + 10) })
    try device.stream(.runStory(story)) { result in
      switch result {
      case .storyStep(let step): done.append(step)
      case .story(let whole): report = whole
      default: break
      }
    }
    return (done, try #require(report))
  }

  @Test("A story does what a person does, and finds what it expects")
  func holds() async throws {
    try await Self.devices { device in
      let (done, report) = try Self.play(
        device,
        [
          .command(.open(app: Self.app, scene: nil, newScene: false)),
          .expect(.state(Self.app, .active), withinNanoseconds: nil),
          .command(.home),
          .waitUntilState(app: Self.app, state: .suspended, limitNanoseconds: 30_000_000_000),
          .expect(
            .log("suspend: it entered the background with no task open", app: Self.app, times: 1),
            withinNanoseconds: nil),
          .expect(
            .log("delegate applicationDidEnterBackground", app: nil, times: 1),
            withinNanoseconds: nil),
          .expectNot(.log("kill", app: Self.app, times: 1)),
          .expectNot(.state(Self.app, .active)),
          .wait(nanoseconds: 10_000_000),
          .command(.kill(app: Self.app)),
          .expect(.state(Self.app, .notRunning), withinNanoseconds: 0),
        ])
      #expect(report.failure == nil)
      #expect(report.steps == 11)
      #expect(done.map(\.number) == Array(1...11))
      #expect(done.map(\.text).first == "step 1")
      #expect(zip(done, done.dropFirst()).allSatisfy { $0.at <= $1.at })
      #expect(report.journal.count == 16)
    }
  }

  @Test("What does not hold ends a story, with the step and why the app is where it is")
  func doesNotHold() async throws {
    try await Self.devices { device in
      let (done, report) = try Self.play(
        device,
        [
          .command(.open(app: Self.app, scene: nil, newScene: false)),
          .expect(.state(Self.app, .active), withinNanoseconds: nil),
          .expect(.state(Self.app, .suspended), withinNanoseconds: 20_000_000),
          .command(.home),
        ])
      #expect(done.count == 2)
      let failure = try #require(report.failure)
      #expect(failure.kind == .expectation)
      #expect(failure.step == 3)
      #expect(failure.line == 12)
      #expect(failure.error.message == "com.example.story is active, not suspended")
      #expect(failure.explanation?.why == "in front, nothing covers it")
      #expect(try device.state(Self.app) == .active)
    }
  }

  @Test("Each way not to be as expected is told in words")
  func words() async throws {
    try await Self.devices { device in
      let open = StoryStep.Action.command(.open(app: Self.app, scene: nil, newScene: false))
      let active = StoryStep.Action.expect(.state(Self.app, .active), withinNanoseconds: nil)
      for (step, kind, words) in [
        (
          .expect(.log("nobody says this", app: nil, times: 1), withinNanoseconds: 1),
          .expectation, "the log tells \"nobody says this\""
        ),
        (
          .expect(.log("launch: ", app: Self.app, times: 3), withinNanoseconds: 1), .expectation,
          "of 3 times so far"
        ),
        (.expectNot(.state(Self.app, .active)), .expectation, "which was not expected"),
        (
          .waitUntilState(app: Self.app, state: .suspended, limitNanoseconds: 1), .expectation,
          "not suspended"
        ),
        (.expect(.state("com.nobody", .active), withinNanoseconds: nil), .command, "no app"),
        (.command(.unlock), .command, "not locked"),
        (.command(.kill(app: "com.nobody")), .command, "no app"),
        (.command(.shutdown), .command, "can't be a step"),
        (.waitUntil(instant: .zero), .command, "has passed"),
      ] as [(StoryStep.Action, StoryReport.Failure.Kind, String)] {
        let failure = try #require(try Self.play(device, [open, active, step]).report.failure)
        #expect(failure.step == 3)
        #expect(failure.kind == kind, "\(failure)")
        #expect(failure.error.message.contains(words), "\(failure)")
      }
    }
  }

  @Test("A story that is not written for the device is refused")
  func refused() async throws {
    try await Self.devices { device in
      for (profile, settings, words) in [
        (.modern, [:], "profile modern"), (nil, ["suspensionGrace": "77"], "suspensionGrace=77"),
        (nil, ["nosuchkey": "1"], "nosuchkey"),
      ] as [(Profile.Name?, [String: String], String)] {
        #expect { try Self.play(device, [], profile: profile, settings: settings) } throws: {
          ($0 as? ControlError)?.message.contains(words) == true
        }
      }
      #expect { try Self.play(device, [.wait(nanoseconds: -1)]) } throws: {
        ($0 as? ControlError)?.code == .badRequest
      }
      let many = Array(
        repeating: StoryStep.Action.command(.home), count: ControlLimits.storyStepsMax + 1)
      #expect { try Self.play(device, many) } throws: { ($0 as? ControlError)?.code == .refused }
      let (_, report) = try Self.play(device, [], profile: .classic)
      #expect(report.failure == nil)
    }
  }

  @Test("One story at a time, and one that nobody listens to any more ends")
  func one() async throws {
    try await TestDevice.run { device in
      var client = RawClient(device.paths.controlSocket)
      let story = Story(
        steps: [StoryStep(.wait(nanoseconds: 0)), StoryStep(.wait(nanoseconds: 3_600_000_000_000))])
      let request = ControlRequest(id: 1, command: .runStory(story))
      client?.send(json: String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
      guard case .storyStep = try client?.answer()?.result else {
        throw TimedOut(what: "the first step")
      }
      #expect { try Self.play(device, []) } throws: {
        ($0 as? ControlError)?.message == "another story is being played"
      }
      client = nil
      try wait(for: "the end of the story") {
        (try? Self.play(device, []))?.report.failure == nil
      }
    }
  }
}
