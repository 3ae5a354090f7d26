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
      ] {
        let result = try tool.start(arguments).finish()
        #expect(result.code == 64, "\(arguments): \(result)")
        #expect(result.error != "")
      }
      let result = try tool.run("boot", "p", "--set", "nosuchkey=1")
      #expect(result.code != 0)
      #expect(result.error.contains("nosuchkey"))
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
      unlink(path + "/LifeCycleProbe")
      #expect(try tool.run("install", path).code == 65)
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
    }
  }
}
