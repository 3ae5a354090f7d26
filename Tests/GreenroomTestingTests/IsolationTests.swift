import Foundation
import GreenroomTesting
import Testing

@Suite("Each test has a process of its own", .device()) struct IsolationTests {
  @MainActor static var counter = 0

  @Test("A static variable is fresh in each test", arguments: 1...4)
  @MainActor func statics(_ number: Int) async throws {
    #expect(Self.counter == 0)
    Self.counter += number
    #expect(Self.counter == number)
  }

  @Test("User defaults are fresh in each test", arguments: ["a", "b"])
  func defaults(_ value: String) async throws {
    #expect(UserDefaults.standard.string(forKey: "key") == nil)
    UserDefaults.standard.set(value, forKey: "key")
    UserDefaults.standard.synchronize()
    #expect(UserDefaults.standard.string(forKey: "key") == value)
  }

  @Test("A test begins at its start", .device(start: "2026-03-01T07:55:00Z"))
  func start() {
    #expect(Device.current.now == ISO8601DateFormatter().date(from: "2026-03-01T07:55:00Z"))
    #expect(Device.current.elapsed == .zero)
  }

  @Test("A week passes in an instant")
  func week() async throws {
    let device = Device.current
    let app = try await device.launch(UploadApp.self)
    try await device.advance(by: .seconds(7 * 86_400))
    #expect(app.state == .active)
    #expect(device.elapsed == .seconds(7 * 86_400))
  }
}

@Suite struct WithoutDeviceTests {
  @Test("A test without the trait that asks for its device traps, and says what to write")
  func noDevice() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Device.current }
    let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(words.contains("this test has no device; write @Test(.device())"))
  }
}
