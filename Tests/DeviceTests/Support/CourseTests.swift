import ControlAPI
import Testing

@testable import Multitasking

/// What makes two runs of a scenario the same.
struct CourseTests {
  static let app: AppID = "com.example.a"

  private static func course(_ lines: [String], _ reason: Reason = .homePressed) -> Course {
    let contents =
      lines.map { JournalEntry.Content.output(app, $0) } + [
        .event(.homePressed, effects: [Effect(app: app, action: .freeze, reason: reason)]),
        .note("booted"),
      ]
    return Course(
      contents.enumerated().map {
        JournalEntry(number: UInt64($0.offset), at: Instant(nanoseconds: 1), content: $0.element)
      }, { $0 != "measured" })
  }

  @Test("Another line, a missing line, another order and another reason are differences")
  func differences() {
    let virtual = Self.course(["one", "two"])
    for real in [
      Self.course(["one", "three"]), Self.course(["one"]), Self.course(["two", "one"]),
      Self.course(["one", "two"], .locked), Course([], { _ in true }),
    ] {
      var count = 0
      virtual.differences(from: real) { _ in count += 1 }
      #expect(count > 0)
    }
  }

  @Test("What comes later in real time, notes, and what is left out are none")
  func same() {
    let virtual = Self.course([
      "one", "two", "view viewDidAppear", "1    lib.so 0x00007ffff795f130 f",
    ])
    let real = Self.course(["measured", "one", "two", "three", "2    lib.so 0x00007fffff95f130 f"])
    virtual.differences(from: real) { Issue.record("\($0)") }
    #expect(real.isAsLong(as: virtual))
    #expect(!virtual.isAsLong(as: real))
  }
}
