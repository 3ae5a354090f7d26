import ControlAPI
import Multitasking
import Testing

/// Clients of the control socket that do as no client does.
struct HostileClientTests {
  static let app: AppID = "com.example.app"

  @Test("Garbage and huge frames cost a client its connection, and nobody else's")
  func garbage() async throws {
    try await scenario { device in
      for bytes in [
        [0xff, 0xff, 0xff, 0xff], [0x7f, 0, 0, 0, 1, 2, 3],
        (0..<10_000).map { UInt8(truncatingIfNeeded: $0 | 0x80) },
      ] as [[UInt8]] {
        let client = try #require(RawClient(device.paths.controlSocket))
        client.send(bytes)
        #expect(try client.answer() == nil)
      }
      #expect(try device.status().name == device.name)
      #expect(device.notes.count { $0.contains("was disconnected") } == 3)
    }
  }

  @Test("What is no request is answered with an error, and the connection goes on")
  func notARequest() async throws {
    try await scenario { device in
      let client = try #require(RawClient(device.paths.controlSocket))
      for (json, id, code) in [
        ("{}", 0, ControlError.Code.badRequest), ("[1,2,3]", 0, .badRequest), ("", 0, .badRequest),
        (#"{"id":4,"version":1,"command":{"fly":{}}}"#, 4, .badRequest),
        (#"{"id":5,"version":1,"command":{"open":{"app":7}}}"#, 5, .badRequest),
        (#"{"id":6,"version":2,"command":{"status":{}}}"#, 6, .version),
        (#"{"id":7,"version":2,"command":{"teleport":{}}}"#, 7, .version),
        (
          #"{"id":8,"version":1,"command":{"open":{"app":"com.nobody","newScene":false}}}"#, 8,
          .notFound
        ),
        (String(repeating: "[", count: 20_000), 0, .badRequest),
      ] {
        client.send(json: json)
        let answer = try #require(try client.answer())
        #expect(answer.id == id, "\(json.prefix(60))")
        #expect(answer.error?.code == code, "\(json.prefix(60))")
        #expect(answer.isLast)
      }
      client.send(json: #"{"id":9,"version":1,"command":{"status":{}}}"#)
      #expect(try client.answer()?.error == nil)
    }
  }

  @Test("Texts longer than an app's link can carry are refused, and harm no app")
  func longTexts() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app, schemes: ["app"]))
      try device.bringUp(Self.app)
      let long = String(repeating: "x", count: 300_000)
      for command in [
        ControlCommand.openURL(url: "app:" + long), .environment([.locale(long)]),
      ] {
        let error = #expect(throws: ControlError.self) { try device.call(command) }
        #expect(error?.code == .refused)
      }
      try device.call(.openURL(url: "app:" + long.prefix(8_000)))
      try device.wait(untilPrinted: "delegate openURL", by: Self.app)
      #expect(try device.state(Self.app) == .active)
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)
      // Far more than a program can be given.
      let refused = #expect(throws: ControlError.self) {
        try device.call(
          .launch(
            ControlCommand.Launch(app: Self.app, arguments: Array(repeating: long, count: 20))))
      }
      #expect(refused?.code == .launchFailed)
      try device.bringUp(Self.app)
    }
  }

  @Test("Half a request and then nothing leaves nothing behind")
  func halfARequest() async throws {
    try await scenario { device in
      for _ in 0..<200 {
        let client = try #require(RawClient(device.paths.controlSocket))
        client.send([0, 0, 1, 0, 1, 2, 3])
      }
      #expect(try device.status().apps == 0)
    }
  }

  @Test("Connections beyond the limit are refused, and there is room again when others go")
  func manyConnections() async throws {
    try await scenario { device in
      var clients = (0..<100).compactMap { _ in RawClient(device.paths.controlSocket) }
      #expect(clients.count == 100)
      for client in clients { client.send(json: #"{"id":1,"version":1,"command":{"status":{}}}"#) }
      let answered = clients.count { (try? $0.answer()) != nil }
      // Two are the test's own.
      #expect(answered == ControlLimits.connectionsMax - 2)
      #expect(try device.status().apps == 0)
      clients = []
      try DeviceTests.wait(for: "room for a client") {
        let client = RawClient(device.paths.controlSocket)
        client?.send(json: #"{"id":1,"version":1,"command":{"status":{}}}"#)
        return (try? client?.answer()) != nil
      }
    }
  }

  @Test("Clients that leave in the middle of a stream are forgotten")
  func leavesMidStream() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      for _ in 0..<100 {
        let follower = try #require(RawClient(device.paths.controlSocket))
        follower.send(
          json: #"{"id":1,"version":1,"command":{"log":{"count":100,"follow":true}}}"#)
        #expect(try follower.answer()?.isLast == false)
      }
      for _ in 0..<10 {
        let console = try #require(RawClient(device.paths.controlSocket))
        console.send(
          json: """
            {"id":1,"version":1,"command":{"launch":{"options":{"app":"com.example.app","arguments":[],\
            "environment":{},"streamsConsole":true,"inBackground":false,\
            "terminatesRunning":false}}}}
            """)
        let answer = try #require(try console.answer())
        #expect(answer.error == nil)
      }
      try device.wait(until: Self.app, is: .active)
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)
    }
  }

  @Test("A client that asks and never reads is disconnected; the device goes on")
  func neverReads() async throws {
    try await scenario { device in
      try device.install(
        ProbeBundle(Self.app, script: "exec yes \(String(repeating: "x", count: 1_000))"))
      try device.open(Self.app)
      try device.wait(for: "a long log") { $0.count > 400 }
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)
      let client = try #require(RawClient(device.paths.controlSocket))
      try DeviceTests.wait(for: "the end of the connection") {
        let payload = Array(
          #"{"id":1,"version":1,"command":{"log":{"count":2000,"follow":false}}}"#.utf8)
        let frame = withUnsafeBytes(of: UInt32(payload.count).bigEndian) { Array($0) } + payload
        return !client.send(frame)
      }
      #expect(try device.status().apps == 1)
    }
  }

  @Test("A follower that reads late gets everything")
  func slowFollower() async throws {
    try await scenario { device in
      try device.install(ProbeBundle(Self.app))
      let follower = try #require(RawClient(device.paths.controlSocket))
      follower.send(json: #"{"id":1,"version":1,"command":{"log":{"count":0,"follow":true}}}"#)
      guard case .entries(let first) = try follower.answer()?.result else { return }
      #expect(first.isEmpty)
      for _ in 0..<10 {
        try device.bringUp(Self.app)
        try device.home()
        try device.wait(untilPrinted: "", by: Self.app)
      }
      try device.call(.terminate(app: Self.app))
      try device.waitForEnd(of: Self.app)
      let last = try #require(device.entries.last?.number)
      var numbers: [UInt64] = []
      while numbers.last ?? 0 < last {
        guard case .entries(let entries) = try follower.answer()?.result else { break }
        numbers += entries.map(\.number)
      }
      #expect(numbers == Array((numbers.first ?? 0)...last))
    }
  }
}
