import Foundation
import Testing

/// `greenroom io screenshot`, from the command line to the file.
struct ScreenshotTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47])

  private static func boot(_ tool: CommandLineTool, _ arguments: String...) throws {
    #expect(try tool.start(["boot", "shots"] + arguments).finish().code == 0)
    let path = try ScreenTests.bundle().assemble(in: tool.home)
    #expect(try tool.run("install", path).code == 0)
  }

  private static func content(_ path: String) -> Data {
    FileManager.default.contents(atPath: path) ?? Data()
  }

  @Test("A screenshot is a PNG file of the screen's pixels", arguments: [[], ["--virtual"]])
  func files(_ arguments: [String]) async throws {
    try await CommandLineTool.run { tool in
      try Self.boot(tool, arguments.first ?? "--profile", arguments.isEmpty ? "modern" : "--seed=1")
      let home = try tool.run("io", "screenshot")
      #expect(home.code == 0, "\(home)")
      let picture = Self.content(tool.home + "/screenshot.png")
      #expect(picture.prefix(4) == Self.png)
      // Width and height stand at the head of the file.
      #expect(Array(picture[16..<24]) == [0, 0, 3, 12, 0, 0, 6, 152])
      #expect(try tool.run("launch", ScreenTests.app.bundleIdentifier).code == 0)
      var report = try tool.run("io", "screenshot", "news.png", "--json")
      // Until it is in front the Home screen's app starts.
      for _ in 0..<100 where !report.output.contains(#""source" : "app""#) {
        report = try tool.run("io", "screenshot", "news.png", "--json")
      }
      #expect(report.output.contains(#""width" : 780"#), "\(report)")
      #expect(report.output.contains(tool.home + "/news.png"))
      let news = Self.content(tool.home + "/news.png")
      #expect(news.prefix(4) == Self.png && news != picture)
      #expect(try tool.run("home").code == 0)
      let app = ScreenTests.app.bundleIdentifier
      let snapshot = try tool.run("io", "screenshot", "s.png", "--app", app, "--snapshot")
      #expect(snapshot.output.contains("the snapshot of \(app)"), "\(snapshot)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: tool.home).allSatisfy {
          !$0.hasSuffix(".part")
        })
    }
  }

  @Test("With - the picture goes to standard output, and nothing else does")
  func standardOutput() async throws {
    try await CommandLineTool.run { tool in
      try Self.boot(tool)
      let running = try tool.start(["io", "screenshot", "-"])
      #expect(try running.finish().code == 0)
      #expect(Self.content(running.files + ".out").prefix(4) == Self.png)
    }
  }

  @Test("What can't be done is said, with the next step, and leaves no file behind")
  func mistakes() async throws {
    try await CommandLineTool.run { tool in
      try Self.boot(tool)
      let app = ScreenTests.app.bundleIdentifier
      for (arguments, code, text) in [
        (["nowhere/a.png"], 70, "nowhere/a.png can't be written: No such file"),
        (["/proc/a.png"], 70, "can't be written"),
        ([tool.home], 70, "can't be written"),
        (["--app", "com.example.nobody"], 66, "com.example.nobody"),
        (["--app", app], 75, "has left no snapshot"),
        (["--snapshot"], 64, "--snapshot goes with --app"),
      ] {
        let result = try tool.start(["io", "screenshot"] + arguments).finish()
        #expect(result.code == code, "\(arguments): \(result)")
        #expect(result.error.contains(text), "\(arguments): \(result)")
      }
      #expect(!FileManager.default.fileExists(atPath: tool.home + "/screenshot.png"))
      #expect(try tool.run("home").code == 0)
    }
  }
}
