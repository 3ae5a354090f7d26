import ControlAPI
@testable import Multitasking
import Testing

@testable import device_explorer

/// What the explorer takes for wrong.
struct JournalCheckTests {
  private static let app: AppID = "com.example.app0"

  private func violations(_ contents: [JournalEntry.Content]) -> [String] {
    let entries = contents.enumerated().map { index, content in
      JournalEntry(
        number: UInt64(index + 1), at: Instant(nanoseconds: Int64(index) * 1_000), content: content)
    }
    return JournalCheck(entries, profile: .modern).violations
  }

  private func life(_ lines: [String]) -> [JournalEntry.Content] {
    let spawn = Effect(app: Self.app, action: .spawn, reason: .opened)
    return [.event(.opened(Self.app), effects: [spawn])]
      + (["willFinishLaunching state=inactive", "didFinishLaunching state=inactive"] + lines).map {
        .output(Self.app, "delegate \($0)")
      }
  }

  @Test("A legal life has no violation (L10-L12)")
  func legal() {
    #expect(
      violations(
        life([
          "applicationDidBecomeActive state=active", "applicationWillResignActive state=active",
          "applicationDidEnterBackground state=background",
          "applicationWillEnterForeground state=background",
          "applicationDidBecomeActive state=active",
        ])) == [])
  }

  @Test(
    "Messages in another order are found (L4, L10-L12)",
    arguments: [
      ["applicationWillResignActive state=inactive"],
      ["applicationWillEnterForeground state=inactive"],
      [
        "applicationDidBecomeActive state=active", "applicationDidEnterBackground state=background",
      ],
      ["applicationWillTerminate state=background", "applicationDidBecomeActive state=active"],
    ])
  func illegal(_ lines: [String]) { #expect(violations(life(lines)).count == 1) }

  @Test("An app that prints while it is suspended is found (L5)")
  func frozen() {
    let freeze = Effect(app: Self.app, action: .freeze, reason: .noReasonToRun)
    let contents =
      life([]) + [.event(.deadline, effects: [freeze]), .output(Self.app, "tick timer 1")]
    #expect(violations(contents).count == 1)
  }

  @Test("What the daemon itself finds is found")
  func notes() { #expect(violations([.note("invariant violated: x")]).count == 1) }
}
