import Foundation
import Testing

@testable import Multitasking

@Suite("What is written down")
struct JournalTests {
  private func roundTrip<Value: Codable & Hashable>(_ value: Value) throws {
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: data) == value)
  }

  @Test("Every event survives the journal", arguments: Samples.events)
  func events(_ event: Event) throws { try roundTrip(event) }

  @Test("Every effect survives the journal", arguments: Samples.actions)
  func effects(_ action: Effect.Action) throws {
    try roundTrip(Effect(app: "a", action: action, reason: .opened))
    try roundTrip(Effect(app: nil, action: action, reason: .refused))
  }

  @Test("Every reason survives the journal", arguments: Samples.reasons)
  func reasons(_ reason: Reason) throws { try roundTrip(reason) }

  @Test("Exit records, states, the screen, the environment and profiles survive it")
  func others() throws {
    for reason in Samples.exitReasons {
      try roundTrip(ExitRecord(reason: reason, at: .zero + .seconds(1), from: .background))
    }
    for state in [
      AppState.notRunning(because: .forceQuit), .notRunning(because: nil), .inactive, .active,
      .background, .suspended(because: .noReasonToRun),
    ] { try roundTrip(state) }
    var device = Scenario()
    device.open("a")
    device.send(.callIncoming)
    try roundTrip(device.policy.screen)
    try roundTrip(device.policy.environment)
    try roundTrip(Profile.classic)
    try roundTrip(Profile.modern)
    try roundTrip(try #require(device.policy.explain("a", at: .zero) { _ in "" }))
  }

  @Test("Apps, scenes, instants and lengths of time are written as what they are")
  func plain() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    #expect(try json([AppID("com.example.game")]) == "[\"com.example.game\"]")
    #expect(try json([SceneID(2)]) == "[2]")
    #expect(try json([Instant.zero + .seconds(1)]) == "[1000000000]")
    #expect(
      try json(Reason.allowanceEnding(left: .milliseconds(4_500)))
        == "{\"allowanceEnding\":{\"left\":4500000000}}")
    #expect(
      try json(ExitReason.watchdog(.launch, limit: .seconds(20)))
        == "{\"watchdog\":{\"_0\":\"launch\",\"limit\":20000000000}}")
    #expect(try json(Profile.modern).contains("\"backgroundTaskWarningAge\":30000000000"))
    #expect(try json(Event.homePressed) == "{\"homePressed\":{}}")
    #expect(
      try json(Event.started("a", delivery: 7)) == "{\"started\":{\"_0\":\"a\",\"delivery\":7}}")
  }

  @Test("Every reason has words of its own")
  func words() {
    let words = Samples.reasons.map(\.description)
    #expect(words.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
    #expect(Set(words).count == words.count)
    let exits = Samples.exitReasons.map(\.description)
    #expect(exits.allSatisfy { !$0.isEmpty })
    #expect(Set(exits).count == exits.count)
    #expect(Samples.actions.allSatisfy { !$0.description.isEmpty })
  }

  @Test("Sizes are said in the unit that fits")
  func sizes() {
    #expect(1_023.spokenBytes == "1023 B")
    #expect(2_048.spokenBytes == "2 KiB")
    #expect((3 << 20).spokenBytes == "3 MiB")
  }
}

@Suite("Refusals")
struct RefusalTests {
  @Test("Every refusal says what is wrong, in words of its own")
  func descriptions() {
    let words = Samples.refusals.map(\.description)
    #expect(words.allSatisfy { !$0.isEmpty })
    #expect(Set(words).count == words.count)
  }

  @Test("Every refusal names the next step, but those with nothing left to do")
  func nextSteps() {
    let silent = Samples.refusals.filter { $0.nextStep == nil }
    #expect(
      silent == [
        .notLocked, .switcherAlreadyOpen, .alreadyRunning("a"), .alreadySuspended("a"),
        .onlyOneScene("a"), .optedOut("a"), .shuttingDown, .unknownWork("a", 3),
      ])
    #expect(Samples.refusals.allSatisfy { $0.nextStep?.isEmpty != true })
  }

  @Test("A refusal changes nothing")
  func noChange() {
    var device = Scenario()
    device.open("a")
    device.lock()
    for event in Samples.events {
      var copy = device.policy
      let effects = copy.handle(event, at: device.now)
      guard case .refuse = effects.first?.action else { continue }
      #expect(effects.count == 1)
      #expect(copy == device.policy, "\(event)")
    }
  }
}
