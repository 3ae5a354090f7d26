import Foundation
import Multitasking
import Testing

/// What `greenroom` prints, and how long its streams last.
struct OutputTests {
  /// The same commands on a real and on a virtual device, unless they are about time.
  static func booted(
    on times: [[String]] = [[], ["--virtual"]],
    _ body: @Sendable @escaping (CommandLineTool) throws -> Void
  ) async throws {
    for options in times {
      try await CommandLineTool.run { tool in
        let boot = try tool.start(
          ["boot", "--profile", "classic", "--set", "suspensionGrace=0.5"] + options
        ).finish()
        try #require(boot.code == 0, "\(boot)")
        let path = try ProbeBundle("com.example.a", schemes: ["a"])
          .assemble(in: tool.home + "/Build")
        try #require(try tool.run("install", path).code == 0)
        try body(tool)
      }
    }
  }

  @Test("--json prints JSON and nothing else")
  func json() async throws {
    try await Self.booted { tool in
      for arguments in [
        ["open", "com.example.a"], ["listapps"], ["list"], ["appinfo", "com.example.a"],
        ["explain", "com.example.a"], ["profile"], ["profile", "modern"], ["home"], ["lock"],
        ["unlock"], ["doctor", tool.home],
      ] {
        let result = try tool.start(arguments + ["--json"]).finish()
        #expect(result.code == (arguments[0] == "doctor" ? 65 : 0), "\(arguments): \(result)")
        #expect(throws: Never.self, "\(arguments): \(result)") {
          try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        }
      }
      let log = try tool.run("log", "--json")
      #expect(log.lines.count > 5)
      for line in log.lines {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
    }
  }

  @Test("log shows messages with their reasons, and --follow goes on with them")
  func log() async throws {
    // The suspension comes by itself.
    try await Self.booted(on: [[]]) { tool in
      let follower = try tool.start(["log", "--follow"])
      try tool.run("open", "com.example.a")
      try wait(for: "the launch") { follower.output.contains("didBecomeActive") }
      try tool.run("home")
      try wait(for: "the suspension") { follower.output.contains("suspend") }
      #expect(follower.output.contains("Home was pressed"))
      #expect(follower.output.contains("it entered the background with no task open"))
      try tool.run("shutdown")
      // Its device is gone.
      let result = try follower.finish()
      #expect(result.code != 0)
    }
  }

  @Test("log -n counts lines, and --verbose has words for all events")
  func logLines() async throws {
    try await Self.booted { tool in
      try tool.run("open", "com.example.a")
      try wait(for: "the launch") { try tool.run("log").output.contains("didBecomeActive") }
      // Entries without a line of their own.
      for _ in 0..<10 { try tool.run("open", "com.example.a") }
      #expect(try tool.run("log", "-n", "3").lines.count == 3)
      #expect(try tool.run("log", "-n", "0").output == "")
      let verbose = try tool.run("log", "--verbose").output
      #expect(verbose.contains("(opened)"))
      #expect(!verbose.contains("AppID"))
    }
  }

  @Test("launch says that options went to the app, and that a running app got no arguments")
  func launchNotes() async throws {
    try await Self.booted { tool in
      let first = try tool.run("launch", "com.example.a", "--tick", "100", "--json")
      #expect(first.code == 0)
      #expect(first.error.contains("options go before the bundle id"))
      #expect(!first.error.contains("ignored"))
      let again = try tool.run("launch", "com.example.a", "--", "-d", "two")
      #expect(again.code == 0)
      #expect(!again.error.contains("options go before"))
      #expect(again.error.contains("its arguments were ignored"))
      #expect(try tool.run("launch", "com.example.a").error == "")
    }
  }

  @Test("bundle takes the Info.plist of the folder, and says what it writes without one")
  func bundle() async throws {
    try await CommandLineTool.run { tool in
      let executable = ["bundle", "--executable", BuiltPrograms.probe]
      let first = try tool.start(executable).finish()
      #expect(first.code == 0, "\(first)")
      #expect(first.error.contains("identifier local.LifeCycleProbe"))
      let plist = """
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.here</string></dict></plist>
        """
      try Data(plist.utf8).write(to: URL(fileURLWithPath: tool.home + "/Info.plist"))
      let second = try tool.start(executable).finish()
      #expect(second.code == 0, "\(second)")
      #expect(second.error.contains("took the Info.plist here"))
      let written = try String(
        contentsOfFile: tool.home + "/LifeCycleProbe.app/Info.plist", encoding: .utf8)
      #expect(written.contains("com.example.here"))
      #expect(first.lines == ["\(tool.home)/LifeCycleProbe.app"])
    }
  }

  @Test("launch --console streams what the app prints and ends with the app")
  func console() async throws {
    try await Self.booted { tool in
      let console = try tool.start(["launch", "--console", "com.example.a", "--", "--tick", "100"])
      try wait(for: "the app") { console.output.contains("applicationDidBecomeActive") }
      #expect(try tool.run("terminate", "com.example.a").code == 0)
      let ended = try console.finish()
      #expect(ended.code == 0)
      #expect(ended.output.contains("delegate applicationWillTerminate"))
      #expect(ended.error.contains("terminated by command"))

      let failing = try tool.start([
        "launch", "--console", "com.example.a", "--", "--exit", "applicationDidBecomeActive",
      ])
      let failed = try failing.finish()
      #expect(failed.code == 1)
      #expect(failed.error.contains("exited by itself with code 3"))
    }
  }

  @Test("launch --terminate-running-process answers with the new process")
  func relaunch() async throws {
    try await Self.booted { tool in
      let first = try tool.run("launch", "com.example.a")
      let second = try tool.run("launch", "--terminate-running-process", "com.example.a")
      #expect(second.code == 0, "\(second)")
      #expect(first.output.hasPrefix("com.example.a: "))
      #expect(second.output.hasPrefix("com.example.a: "))
      #expect(first.output != second.output)
    }
  }

  @Test("A device that was shut down can be booted at once, with what it had")
  func rebootAtOnce() async throws {
    try await Self.booted(on: [[]]) { tool in
      for _ in 0..<15 {
        let down = try tool.run("shutdown")
        #expect(down.code == 0, "\(down)")
        let up = try tool.run("boot")
        #expect(up.code == 0, "\(up)")
        #expect(up.output.contains("classic"))
      }
      #expect(try tool.run("listapps", "--identifiers").lines == ["com.example.a"])
    }
  }

  @Test("Completions can be made for every shell", arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) async throws {
    try await CommandLineTool.run { tool in
      let result = try tool.run("--generate-completion-script", shell)
      #expect(result.code == 0)
      #expect(result.output.contains("greenroom"))
      #expect(result.output.contains("openurl"))
      if shell == "bash" {
        let path = tool.home + "/completion"
        try Data(result.output.utf8).write(to: URL(fileURLWithPath: path))
      }
    }
  }

  @Test("Environment variables with the prefix reach the app")
  func environment() async throws {
    try await Self.booted { tool in
      let path = try ProbeBundle("com.example.env", script: "echo \"value: $COLOUR $HOME\"; exit 0")
        .assemble(in: tool.home + "/Build")
      #expect(try tool.run("install", path).code == 0)
      let result = try tool.start(
        ["launch", "--console", "com.example.env"],
        environment: ["GREENROOM_CHILD_COLOUR": "green", "GREENROOM_CHILD_HOME": "/wrong"]
      ).finish()
      #expect(result.output.contains("value: green \(tool.home)/devices/iPhone/Containers/"))
    }
  }
}
