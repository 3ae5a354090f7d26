import Foundation
import Multitasking
import Testing

/// What `greenroom` says and returns when something can't be done.
struct MistakeTests {
  @Test("Without a booted device every verb that needs one says so and returns 69")
  func notBooted() async throws {
    try await CommandLineTool.run { tool in
      for arguments in [
        ["home"], ["listapps"], ["log"], ["lock"], ["open", "com.example.a"], ["shutdown"],
        ["install", "/nonexistent.app"], ["explain", "com.example.a"], ["profile"],
        ["home", "--device", "nobody"],
      ] {
        let result = try tool.start(arguments).finish()
        #expect(result.code == 69, "\(arguments): \(result)")
        #expect(result.error.contains("booted"))
        #expect(result.error.contains("next: "))
        #expect(result.output == "")
      }
      #expect(try tool.run("list").code == 0)
      #expect(try tool.run("profile", "classic").code == 0)
    }
  }

  @Test("Command lines that can't be understood return 64")
  func usage() async throws {
    try await CommandLineTool.run { tool in
      for arguments in [
        ["fly"], ["open"], ["call", "maybe"], ["boot", "a/b"], ["boot", ".x"],
        ["home", "--device", "a/b"],
        ["boot", "--freezer", "ice"], ["bundle"], ["switcher", "--close-scene", "1"],
        ["bundle", "--product", "a", "--configuration", "fast"], ["locale", ""],
        ["log", "-n", "-1"],
        ["boot", "--set", "launchWatchdog"], ["boot", "--set", "launchWatchdog=soon"],
        ["boot", "--set", "expirationLead=99999"],
      ] {
        let result = try tool.start(arguments).finish()
        #expect(result.code == 64, "\(arguments): \(result)")
        #expect(result.error != "")
      }
      let result = try tool.run("boot", "p", "--set", "nosuchkey=1")
      #expect(result.code == 64)
      #expect(result.error.contains("nosuchkey"))
      #expect(!result.error.contains("its log"))
      #expect(try tool.run("list", "--names").output == "")
    }
  }

  @Test("With two devices booted one has to be named")
  func twoDevices() async throws {
    try await CommandLineTool.run { tool in
      #expect(try tool.run("boot", "one").code == 0)
      #expect(try tool.run("home").code == 0)
      #expect(try tool.run("boot", "two", "--profile", "classic").code == 0)
      let result = try tool.run("home")
      #expect(result.code == 64)
      #expect(result.error.contains("one, two"))
      #expect(try tool.run("home", "--device", "two").code == 0)
      #expect(try tool.run("home", environment: ["GREENROOM_DEVICE": "one"]).code == 0)
      let again = try tool.run("boot", "one")
      #expect(again.code == 75)
      #expect(again.error.contains("booted already"))
    }
  }

  @Test("Unknown apps return 66, refusals 75, bad bundles 65, and each tells the next step")
  func apps() async throws {
    try await CommandLineTool.run { tool in
      try tool.run("boot", "--profile", "classic")
      for verb in ["open", "terminate", "explain", "appinfo", "uninstall", "launch", "suspend"] {
        let result = try tool.run(verb, "com.example.nobody")
        #expect(result.code == 66, "\(verb): \(result)")
        #expect(result.error.contains("com.example.nobody"))
        #expect(result.error.contains("next: "))
      }
      let app: AppID = "com.example.a"
      let path = try ProbeBundle(app).assemble(in: tool.home + "/Build")
      #expect(try tool.run("install", path).code == 0)
      for arguments in [
        ["terminate", "com.example.a"], ["unlock"], ["call", "end"], ["alert", "dismiss"],
        ["switcher", "--close"], ["openurl", "no url"],
      ] {
        let result = try tool.start(arguments).finish()
        #expect(result.code == 75, "\(arguments): \(result)")
        #expect(result.error.contains("greenroom: "))
      }
      #expect(try tool.run("openurl", "nobody:x").code == 66)
      #expect(try tool.run("install", "/etc").code == 65)
      #expect(try tool.run("doctor", "/etc").code == 65)
      #expect(try tool.run("install", "/nonexistent.app").code == 66)
      #expect(try tool.run("doctor", "nonexistent.app").code == 66)
      #expect(try tool.run("log", "--app", "com.example.unheard").code == 66)
      #expect(try tool.run("log", "--app", "com.example.a").code == 0)
      unlink(path + "/LifeCycleProbe")
      let broken = try tool.run("install", path)
      #expect(broken.code == 65)
      #expect(broken.error.components(separatedBy: "Build it").count == 2, "\(broken)")
    }
  }

  @Test("With --json an error is an object with code, message and next step")
  func json() async throws {
    struct Answer: Decodable {
      struct Content: Decodable { var code, message, nextStep: String }
      var error: Content
    }
    try await CommandLineTool.run { tool in
      for (arguments, code) in [
        (["home"], "notBooted"), (["doctor", "/nonexistent.app"], "notFound"),
        (["erase", "nobody", "--yes"], "notFound"),
      ] {
        let result = try tool.start(arguments + ["--json"]).finish()
        let answer = try JSONDecoder().decode(Answer.self, from: Data(result.error.utf8))
        #expect(answer.error.code == code)
        #expect(result.output == "")
      }
    }
  }

  @Test("erase removes a device that is shut down, and asks first")
  func erase() async throws {
    try await CommandLineTool.run { tool in
      #expect(try tool.run("boot", "p").code == 0)
      #expect(try tool.run("erase", "p", "--yes").code == 75)
      #expect(try tool.run("shutdown").code == 0)
      let asked = try tool.run("erase", "p")
      #expect(asked.code == 64)
      #expect(asked.error.contains("--yes"))
      #expect(try tool.run("list", "--names").lines == ["p"])
      // The daemon holds the folder a moment longer than it answers.
      try wait(for: "the folder") { (try? tool.run("erase", "p", "--yes").code) == 0 }
      #expect(try tool.run("list", "--names").output == "")
      #expect(!FileManager.default.fileExists(atPath: tool.home + "/devices/p"))
      #expect(try tool.run("erase", "p", "--yes").code == 66)
    }
  }

  @Test("A home that can't be written is named with the reason, and no device is left")
  func badHome() async throws {
    try await CommandLineTool.run { tool in
      try Data().write(to: URL(fileURLWithPath: tool.home + "/file"))
      let result = try tool.run("boot", environment: ["GREENROOM_HOME": tool.home + "/file"])
      #expect(result.code == 70)
      #expect(result.error.contains("Not a directory"))
      #expect(result.error.contains("GREENROOM_HOME"))
    }
  }

  @Test("A home that is too deep for a socket is named as the reason")
  func deepHome() async throws {
    try await CommandLineTool.run { tool in
      let deep = tool.home + "/" + String(repeating: "d", count: 100)
      let result = try tool.run("boot", environment: ["GREENROOM_HOME": deep])
      #expect(result.code != 0)
      #expect(result.error.contains("longer than a socket's may be"))
      #expect(result.error.contains("GREENROOM_HOME"))
      // The device never was.
      let left = try tool.run("list", "--names", environment: ["GREENROOM_HOME": deep])
      #expect(left.output == "")
    }
  }
}
