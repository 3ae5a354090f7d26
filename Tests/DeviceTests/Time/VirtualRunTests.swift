import Foundation
import Multitasking
import Testing

/// Virtual devices and stories on the command line.
struct VirtualRunTests {
  /// A tool in whose home lie `Build/<id>.app` and a story.
  private static func prepared(
    _ story: String, _ body: @Sendable @escaping (CommandLineTool, String) throws -> Void
  ) async throws {
    try await CommandLineTool.run { tool in
      for id in ["com.example.a", "com.example.b"] as [AppID] {
        let path = try ProbeBundle(id).assemble(in: tool.home + "/Work")
        try FileManager.default.createDirectory(
          atPath: tool.home + "/Build", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path, toPath: "\(tool.home)/Build/\(id).app")
      }
      let path = tool.home + "/story.yaml"
      try Data(story.utf8).write(to: URL(fileURLWithPath: path))
      try body(tool, path)
    }
  }

  /// A day of two apps that wait in every way, are interrupted, ended, and come back.
  static let day = """
    profile: classic
    steps:
      - install: Build/com.example.a.app
      - install: Build/com.example.b.app
      - launch: {app: com.example.a, arguments: [--tick, "7", --begin-task, upload, --end-task-after, "90"]}
      - wait: 3h
      - launch: {app: com.example.b, arguments: [--tick, "11"]}
      - expect: com.example.a is background
      - run-until: com.example.a=suspended
      - call: incoming
      - call: answer
      - wait: 20min
      - call: end
      - memory-warning: critical
      - kill: com.example.b
      - open: com.example.a
      - lock
      - wait: 12h
      - unlock
      - expect: com.example.a is active
      - expect: {log: 'delegate applicationDidBecomeActive', app: com.example.a, times: 2}
      - home
      - run-until: idle
      - expect: com.example.a is suspended
    """

  /// What a run printed last: both hashes.
  private static func hashes(
    _ tool: CommandLineTool, _ story: String, seed: Int, journal: String? = nil
  ) throws -> String {
    var arguments = ["run", story, "--virtual", "--seed", "\(seed)", "--trace-hash"]
    if let journal { arguments += ["--journal", journal] }
    let result = try tool.start(arguments).finish()
    try #require(result.code == 0, "\(result)")
    return try #require(result.lines.last)
  }

  @Test("The same story, start and seed give the same run, to the last byte of the journal")
  func identical() async throws {
    try await Self.prepared(Self.day) { tool, story in
      let first = try Self.hashes(tool, story, seed: 7, journal: tool.home + "/journal1")
      let journal = try #require(FileManager.default.contents(atPath: tool.home + "/journal1"))
      #expect(journal.count > 100_000)
      for _ in 0..<4 {
        #expect(try Self.hashes(tool, story, seed: 7, journal: tool.home + "/journal2") == first)
        #expect(FileManager.default.contents(atPath: tool.home + "/journal2") == journal)
      }
    }
  }

  @Test("Every other seed is another run")
  func seeds() async throws {
    try await Self.prepared(Self.day) { tool, story in
      let traces = try (1...6).map {
        try Self.hashes(tool, story, seed: $0).split(separator: " ")[1]
      }
      #expect(Set(traces).count == 6)
    }
  }

  @Test("Fifteen hours are over in seconds, and nothing of the device is left")
  func fast() async throws {
    try await Self.prepared(Self.day) { tool, story in
      let began = ContinuousClock.now
      let result = try tool.start(["run", story, "--virtual", "--json"]).finish()
      #expect(ContinuousClock.now - began < .seconds(20))
      #expect(result.code == 0, "\(result)")
      #expect(result.lines.count == 23)
      for line in result.lines {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
      #expect(
        !FileManager.default.fileExists(atPath: tool.home + "/stories/1/Story"))
      #expect(try tool.run("list", "--names").output == "")
    }
  }

  @Test("What is not as expected names seed, instant and step, and the line that plays it again")
  func failure() async throws {
    let story = """
      steps:
        - install: Build/com.example.a.app
        - open: com.example.a
        - wait: 20s
        - expect: com.example.a is suspended
      """
    try await Self.prepared(story) { tool, story in
      let arguments = ["run", story, "--virtual", "--seed", "9", "--start", "2026-03-01"]
      let result = try tool.start(arguments).finish()
      #expect(result.code == 76)
      #expect(result.lines.count == 3)
      for words in [
        "\(story):5: step 4 (expect: com.example.a is suspended): com.example.a is active, not",
        "seed 9, at 2026-03-01T00:00:20Z", "com.example.a is active: in front, nothing covers it",
        "`greenroom run \(story) --virtual --seed 9 --start 2026-03-01T00:00:00Z` plays it again",
      ] {
        #expect(result.error.contains(words), "\(result)")
      }
      #expect(try tool.start(arguments).finish().error == result.error)
      let json = try tool.start(arguments + ["--json"]).finish()
      #expect(json.code == 76)
      #expect(json.error.contains("\"code\":\"notAsExpected\""))
    }
  }

  @Test("An app that computes without end is ended, and the journal names program and thread")
  func busy() async throws {
    let story = """
      - install: Build/com.example.busy.app
      - open: com.example.busy
      - expect: com.example.busy is not running
      - expect: {log: 'thread 1 has computed for 1 real seconds', app: com.example.busy}
      - expect: {log: killed from outside, app: com.example.busy}
      """
    try await Self.prepared(story) { tool, story in
      let path = try ProbeBundle("com.example.busy", script: "while :; do :; done")
        .assemble(in: tool.home + "/Work")
      try FileManager.default.moveItem(
        atPath: path, toPath: tool.home + "/Build/com.example.busy.app")
      let result = try tool.run(
        "run", story, "--virtual", environment: ["VIRTUAL_TIME_PATIENCE": "1"])
      #expect(result.code == 0, "\(result)")
    }
  }

  @Test("A story plays on the booted device, too, whatever time that lives in")
  func booted() async throws {
    let story = "- install: Build/com.example.a.app\n- open: com.example.a\n- wait: 10ms\n"
    try await Self.prepared(story) { tool, story in
      #expect(try tool.run("run", story).code == 69)
      for options in [["real"], ["virtual", "--virtual"]] {
        #expect(try tool.start(["boot"] + options).finish().code == 0)
        let result = try tool.run("run", story)
        #expect(result.code == 0, "\(result)")
        #expect(result.lines.last == "story: 3 steps, all as expected")
        #expect(try tool.run("explain", "com.example.a").output.hasPrefix("active"))
        #expect(try tool.run("shutdown").code == 0)
      }
    }
  }

  @Test("time tells, advances and runs until something is so")
  func time() async throws {
    try await Self.prepared("[]") { tool, _ in
      let boot = try tool.run("boot", "--virtual", "--seed", "5", "--start", "2026-06-01T12:00Z")
      #expect(boot.code == 0, "\(boot)")
      #expect(boot.output.contains("virtual time, seed 5"))
      #expect(try tool.run("install", tool.home + "/Build/com.example.a.app").code == 0)
      #expect(try tool.run("open", "com.example.a").code == 0)
      #expect(try tool.run("home").code == 0)
      let suspended = try tool.run("time", "run-until", "com.example.a=suspended")
      #expect(suspended.output == "2026-06-01T12:00:05Z\n")
      #expect(try tool.run("time", "advance", "1d12h").output == "2026-06-03T00:00:05Z\n")
      #expect(try tool.run("time", "run-until", "idle").output == "2026-06-03T00:00:05Z\n")
      #expect(
        try tool.run("time", "run-until", "2026-06-04").output == "2026-06-04T00:00:00Z\n")
      let late = try tool.run("time", "run-until", "com.example.a=active", "--limit", "1s")
      #expect(late.code == 74)
      #expect(try tool.run("time", "run-until", "2026-06-04").code == 75)
      #expect(try tool.run("time").output.contains("virtual, seed 5"))
      #expect(try tool.run("time", "--trace-hash").output.count == 17)
      let json = try tool.run("time", "--json")
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      }
    }
  }

  @Test("A device can begin within a second")
  func fraction() async throws {
    try await Self.prepared("[]") { tool, _ in
      let start = "2026-06-01T12:00:00.25Z"
      let boot = try tool.run("boot", "--virtual", "--start", start)
      #expect(boot.code == 0, "\(boot)")
      #expect(try tool.run("time", "advance", "1s").output == "2026-06-01T12:00:01.250Z\n")
    }
  }

  @Test("Single commands, given one after another, give the same journal each time")
  func commands() async throws {
    try await Self.prepared("[]") { tool, _ in
      var journals: [Data] = []
      for _ in 0..<3 {
        #expect(try tool.run("boot", "v", "--virtual").code == 0)
        for verb in [
          ["install", tool.home + "/Build/com.example.a.app"],
          ["install", tool.home + "/Build/com.example.b.app"],
          ["launch", "com.example.a", "--tick", "3"], ["time", "advance", "10s"],
          ["open", "com.example.b"], ["time", "advance", "1h"], ["call", "incoming"],
          ["call", "answer"], ["kill", "com.example.a"], ["time", "run-until", "idle"],
          ["appinfo", "com.example.b"], ["shutdown"],
        ] {
          let result = try tool.start(verb).finish()
          #expect(result.code == 0, "\(verb): \(result)")
        }
        let path = tool.home + "/devices/v/journal.jsonl"
        journals.append(try #require(FileManager.default.contents(atPath: path)))
        try wait(for: "the folder") { (try? tool.run("erase", "v", "--yes").code) == 0 }
      }
      #expect(journals[0].count > 5_000)
      #expect(journals[1] == journals[0])
      #expect(journals[2] == journals[0])
    }
  }

  @Test("A device keeps to the kind of its time, and a further boot goes on where it was")
  func kinds() async throws {
    try await CommandLineTool.run { tool in
      #expect(try tool.run("boot", "r").code == 0)
      #expect(try tool.run("shutdown").code == 0)
      let virtual = try tool.run("boot", "r", "--virtual")
      #expect(virtual.code == 70)
      #expect(virtual.error.contains("r lives in real time"), "\(virtual)")

      #expect(try tool.run("boot", "v", "--virtual").code == 0)
      #expect(try tool.run("time", "advance", "3h").code == 0)
      #expect(try tool.run("shutdown").code == 0)
      let real = try tool.run("boot", "v")
      #expect(real.code == 70)
      #expect(real.error.contains("--virtual"), "\(real)")
      #expect(try tool.run("boot", "v", "--virtual").code == 0)
      #expect(try tool.run("time").output.contains("2026-01-01T03:00:01Z"))
      #expect(try tool.run("shutdown").code == 0)
      let back = try tool.run("boot", "v", "--virtual", "--start", "2026-01-01")
      #expect(back.code == 70)
      #expect(back.error.contains("later --start"), "\(back)")
    }
  }

  @Test("Mistakes are refused with a code of their own and the way out")
  func mistakes() async throws {
    try await Self.prepared("- opne: com.example.a") { tool, story in
      for (arguments, code, words) in [
        (["boot", "--seed", "1"], 64, "--virtual"),
        (["boot", "--start", "2026-01-01"], 64, "--virtual"),
        (["boot", "--virtual", "--freezer", "signal"], 64, "exclude each other"),
        (["boot", "--virtual", "--start", "yesterday"], 64, "2026-01-01T06:30:00Z"),
        (["boot", "--virtual", "--seed", "-1"], 64, "seed"),
        (["time", "advance", "soon"], 64, "3h, 90m"), (["time", "advance"], 64, "duration"),
        (["time", "run-until", "never"], 64, "idle"),
        (["time", "run-until", "a=asleep"], 64, "suspended"),
        (["time", "run-until", "idle", "--limit", "x"], 64, "3h, 90m"),
        (["run", story, "--journal", "j"], 64, "--virtual"),
        (["run", story, "--virtual", "--device", "d"], 64, "exclude each other"),
        (["run", "nothing.yaml"], 66, "nothing at"), (["run", story], 67, "did you mean `open`?"),
        (["run", story, "--virtual"], 67, "story.yaml:1: step 1: there is no verb \"opne\""),
        (["time"], 69, "no device"),
      ] as [([String], CInt, String)] {
        let result = try tool.start(arguments).finish()
        #expect(result.code == code, "\(arguments): \(result)")
        #expect(result.error.contains(words), "\(arguments): \(result)")
      }
      let missing = try tool.run(
        "boot", "--virtual", environment: ["GREENROOM_VIRTUAL_TIME_LIBRARY": "/nonexistent.so"])
      #expect(missing.code == 70)
      #expect(missing.error.contains("/nonexistent.so"))
      #expect(missing.error.contains("make install"))
      let wrong = try tool.run(
        "boot", "--virtual", environment: ["GREENROOM_VIRTUAL_TIME_LIBRARY": "/etc/passwd"])
      #expect(wrong.code == 70)
      #expect(try tool.run("list", "--names").output == "")
    }
  }
}
