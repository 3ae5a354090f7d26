import ControlAPI
import Foundation
import Glibc
import Multitasking
import Testing

/// What a debugger holds is not killed for the time it takes (T6).
struct DebuggerTests {
  static let app: AppID = "com.example.debugged"

  @Test("No watchdog bites while a debugger holds the app, and one does when it is gone (T6)")
  func held() async throws {
    try await scenario(realOnly: "a debugger", .classic, ["enterBackgroundBudget": "3"]) { device in
      try device.install(ProbeBundle(Self.app))
      try device.bringUp(Self.app, "--hang", "applicationDidEnterBackground")
      let debugger = Process()
      debugger.executableURL = URL(filePath: BuiltPrograms.spinningApp)
      debugger.arguments = ["trace", "\(try device.pid(Self.app))"]
      try debugger.run()
      // Not by SIGTERM, which a child inherits blocked from a test's thread.
      defer { kill(debugger.processIdentifier, SIGKILL) }
      try device.home()
      try device.advance(.seconds(6))
      #expect(try device.info(Self.app).state == .background)
      kill(debugger.processIdentifier, SIGKILL)
      let record = try device.waitForEnd(of: Self.app)
      #expect(record.reason == .watchdog(.enterBackground, limit: .seconds(3)))
    }
  }
}
