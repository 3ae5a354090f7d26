import Foundation
import Testing

@Suite("What a failure says") struct FailureTests {
  @Test("The expectation at its line, the seed, how to see it again, why the app is where it is")
  func expectation() throws {
    let run = try NestedRun("expectsTheWrongState")
    #expect(run.exitCode != 0)
    #expect(run.output.contains("recorded an issue at Fixtures.swift:"))
    #expect(run.output.contains("Expectation failed: (app.state → .background) == .active"))
    #expect(
      run.output.contains(
        "seed 42; to see it again: greenroom test --seed 42 --filter "
          + "'GreenroomTestingTests\\.FailingFixtures/expectsTheWrongState\\(\\)'"))
    #expect(run.output.contains("5 s after the start:"))
    #expect(
      run.output.contains(
        "com.example.upload is background: since 5 s: background task \"upload\" open, 25 s left"))
    #expect(run.output.contains("00:00:00.000  upload              didEnterBackground"))
  }

  @Test(
    "A test that sleeps instead of advancing is told so at once",
    arguments: [
      "sleepsInsteadOfAdvancing", "blocksInsteadOfAdvancing", "computesUntilItIsLater",
    ])
  func standstill(_ fixture: String) throws {
    let began = ContinuousClock.now
    let run = try NestedRun(fixture)
    #expect(run.exitCode != 0)
    #expect(
      run.output.contains(
        "the test waits while the time of its device stands still: let time pass with "
          + "device.advance(by:), not with a sleep"))
    #expect(ContinuousClock.now - began < .seconds(10))
  }

  @Test("A crash is a failure of its own test, with what the app printed last")
  func crash() throws {
    let run = try NestedRun("crashes")
    #expect(run.exitCode == 1)
    #expect(run.output.contains("the test's process crashed with signal"))
    #expect(run.output.contains("an index was out of range"))
    #expect(run.output.contains("didBecomeActive"))
    #expect(run.output.contains("Test run with 1 test in 1 suite failed"))
  }

  @Test("A test that never ends is ended")
  func endless() throws {
    let run = try NestedRun("computesForEver", environment: ["GREENROOM_TEST_TIMEOUT": "1"])
    #expect(run.output.contains("the test did not end within 1.0 s of real time"))
  }

  @Test("The real network is refused, with what to use instead")
  func network() throws {
    let run = try NestedRun("usesTheNetwork")
    #expect(run.output.contains("there is no network in virtual time: answer with a URLProtocol"))
  }

  @Test("A time limit that the device's time exceeds says which time it counts")
  func timeLimit() throws {
    let run = try NestedRun("limitsItsTime")
    #expect(run.output.contains(".timeLimit counts the time of the device"))
  }

  @Test("A wrong Info.plist is told with key and next step")
  func badInfoPlist() throws {
    let run = try NestedRun("throwsAnError")
    #expect(run.output.contains("badInfoPlist: Info.plist: UIBackgroundModes"))
  }

  @Test("A known issue is no failure")
  func knownIssue() throws {
    let run = try NestedRun("hasAKnownIssue")
    #expect(run.exitCode == 0)
  }

  @Test("Of many seeds the first that fails is told, and which others fail")
  func seeds() throws {
    let run = try NestedRun("failsWithSomeSeeds")
    #expect(run.output.contains("seed 3; to see it again"))
    #expect(run.output.contains("2 of 5 seeds fail: 3, 4"))
    let one = try NestedRun("failsWithSomeSeeds", environment: ["GREENROOM_SEED": "1"])
    #expect(one.exitCode == 0)
  }

  @Test("A misspelt setting fails without a run")
  func misspeltSetting() throws {
    let run = try NestedRun("misspellsASetting")
    #expect(run.output.contains("backgroundTaskAlowance"))
    #expect(run.exitCode != 0)
  }

  @Test("advanceUntilIdle ends where something goes on for ever")
  func neverIdle() throws {
    let run = try NestedRun("neverComesToRest")
    #expect(run.output.contains("neverIdle: something still waits for its time after 10 min"))
  }

  @Test(
    "Other seeds give other runs, the same seed the same",
    arguments: [
      "printsAnOrder", "livesThroughADay",
    ])
  func orders(_ fixture: String) throws {
    let show = ["GREENROOM_TEST_OUTPUT": "1"]
    let first = try orders(of: NestedRun(fixture, environment: show))
    let second = try orders(of: NestedRun(fixture, environment: show))
    #expect(first.count == 20)
    #expect(first == second)
    let distinct = Set(first.map { $0.split(separator: ":").last ?? "" })
    #expect(distinct.count > 5)
  }

  private func orders(of run: NestedRun) -> [String] {
    #expect(run.exitCode == 0)
    return run.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("order ") }
      .sorted()
  }

  @Test("XCTest's failures say the same")
  func xctest() throws {
    let run = try NestedRun(arguments: [
      "--testing-library", "xctest",
      "GreenroomTestingTests.FailingXCTestFixtures/testExpectsTheWrongState",
    ])
    #expect(run.exitCode != 0)
    #expect(run.output.contains("Fixtures.swift:"))
    #expect(run.output.contains("XCTAssertEqual failed"))
    #expect(run.output.contains("seed 1; to see it again: greenroom test --seed 1"))
    #expect(run.output.contains("com.example.upload is background"))
  }
}
