import Testing

@testable import AppLink

struct ShortFormTests {
  static let deliveries: [DeviceMessage] = [
    .willEnterForeground(scene: "1"), .didBecomeActive(scene: "12"),
    .willResignActive(scene: "1"),
    .didEnterBackground(scene: "1", grant: .init(endsAt: 1_796_074_407_881_936_742)),
    .didEnterBackground(scene: "1", grant: .init(endsAt: nil)),
    .didEnterBackground(scene: "1", grant: nil), .runInBackground(grant: .init(endsAt: 7)),
    .runInBackground(grant: .init(endsAt: nil)), .expireBackgroundTasks, .memoryWarning,
    .willTerminate, .installedSchemes(["a"]), .willEnterForeground(scene: "with a blank"),
    .disconnectScene(scene: "1", isDiscarded: true),
  ]

  @Test("Every delivery comes back as it was sent, in words or in JSON", arguments: deliveries)
  func delivery(_ message: DeviceMessage) throws {
    let sent = Delivery(id: .max, message: message)
    let payload = Array(try Frame.encode(sent).dropFirst(Frame.headerBytes))
    #expect(try Frame.decode(Delivery.self, from: payload) == sent)
    #expect((payload.first == UInt8(ascii: "{")) == (sent.words == nil))
  }

  static let messages: [AppMessage] = [
    .hello(protocolVersion: 1), .started(id: 3), .handled(.init(id: 4)),
    .handled(.init(id: 4, tasks: .init(count: 0, names: []))),
    .handled(.init(id: 4, tasks: .init(count: 0, names: [], lastEnded: "save"))),
    .handled(.init(id: 4, tasks: .init(count: 1, names: ["save it"]))),
    .backgroundTasks(.init(count: 0, names: [])), .openURL(request: 1, url: "a:b c"),
  ]

  @Test("Every message comes back as it was sent, in words or in JSON", arguments: messages)
  func message(_ sent: AppMessage) throws {
    let payload = Array(try Frame.encode(sent).dropFirst(Frame.headerBytes))
    #expect(try Frame.decode(AppMessage.self, from: payload) == sent)
    #expect((payload.first == UInt8(ascii: "{")) == (sent.words == nil))
  }

  @Test("JSON is understood where words are usual")
  func json() throws {
    let payload = Array(#"{"started":{"id":9}}"#.utf8)
    #expect(try Frame.decode(AppMessage.self, from: payload) == .started(id: 9))
  }
}
