import Foundation
import Multitasking
import Testing

/// `greenroom location`, `privacy` and `energy` as a person types them.
struct LocationCommandTests {
  @Test("verbs do what they say, with --json too")
  func verbs() async throws {
    try await OutputTests.booted { tool in
      #expect(try tool.run("location", "set", "53.9,27.56").code == 0)
      #expect(try tool.run("privacy", "grant", "location-always", "com.example.a").code == 0)
      let list = try tool.run("location", "list")
      #expect(list.output.contains("source: 53.9,27.56"), "\(list)")
      #expect(list.output.contains("receiver: off"))
      #expect(list.output.contains("always"))
      #expect(
        try tool.run("location", "start", "--speed", "5", "53.9,27.56", "53.91,27.56").code == 0)
      #expect(try tool.run("location").output.contains("5.0 m/s"))
      #expect(try tool.run("location", "set", "--", "-33.9,151.2").code == 0)
      #expect(try tool.run("location", "clear").code == 0)
      #expect(try tool.run("location", "service", "off").code == 0)
      #expect(try tool.run("location").output.contains("Location Services are off"))
      #expect(try tool.run("privacy", "revoke", "location-always", "com.example.a").code == 0)
      #expect(try tool.run("location").output.contains("denied"))
      #expect(try tool.run("privacy", "reset", "all", "com.example.a").code == 0)
      #expect(try tool.run("energy").output.contains("com.example.a"))
      for arguments in [
        ["location", "list"], ["location", "clear"], ["energy"], ["energy", "com.example.a"],
        ["privacy", "grant", "location", "com.example.a"],
      ] {
        let result = try tool.start(arguments + ["--json"]).finish()
        #expect(result.code == 0, "\(arguments): \(result)")
        #expect(throws: Never.self, "\(arguments): \(result)") {
          try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        }
      }
    }
  }

  @Test("mistakes are told with the next step and a code of their own")
  func mistakes() async throws {
    try await OutputTests.booted(on: [["--virtual"]]) { tool in
      for (arguments, code) in [
        (["location", "set", "91,0"], 64), (["location", "set", "here"], 64),
        (["location", "start", "1,1"], 64),
        (["location", "start", "1,1", "2,2", "--distance", "1", "--interval", "1"], 64),
        (["privacy", "grant", "telepathy", "com.example.a"], 64),
        (["privacy", "grant", "all", "com.example.a"], 64),
        (["privacy", "grant", "photos", "com.example.a"], 75),
        (["privacy", "grant", "location", "com.example.nobody"], 66),
        (["energy", "com.example.nobody"], 66), (["location", "gpsd"], 75),
        (["location", "start", "0,0", "0,1", "--interval", "0"], 64),
      ] as [([String], CInt)] {
        let result = try tool.start(arguments).finish()
        #expect(result.code == code, "\(arguments): \(result)")
        #expect(result.error != "")
      }
      let error = try tool.run("privacy", "grant", "photos", "com.example.a").error
      #expect(error.contains("next: it has location"))
    }
  }
}
