import AppLink
import Foundation
import Testing

@testable import UIKit

/// Remote notifications, as the device sees them over the link.
@Suite(.serialized)
struct PushTests {
  @Test("A silent push is heard in the background, with its payload, and answered (F50)")
  func background() throws {
    let device = try FakeDevice.probe(["--answer", "newData"], bundle: "Fetching")
    try device.send(.launch(background: true))
    let payload = #"{"aps": {"content-available": 1, "alert": {"title": "News"}}, "id": 5}"#
    #expect(
      try device.send(.remoteNotification(work: 9, payload: payload)) == [
        "push state=background content-available=1 title=News "
          + "keys=aps,id", "answer newData",
      ])
    #expect(try device.nextOther() == .workAnswered(work: 9, .newData))
  }

  @Test("The same method hears of pushes in the foreground (F53)")
  func foreground() throws {
    let device = try FakeDevice.activeProbe([], bundle: "Fetching")
    #expect(
      try device.send(.remoteNotification(work: 1, payload: "{}")).first
        == "push state=active content-available=-1 title=nil keys="
    )
  }

  @Test(
    "A payload that is no JSON object is not delivered; the app lives on",
    arguments: ["", "{", "[1]", "null", "7", "{\"aps\": }", "\u{0}"])
  func malformed(payload: String) throws {
    let device = try FakeDevice.activeProbe([], bundle: "Fetching")
    #expect(try device.send(.remoteNotification(work: 1, payload: payload)) == [])
    #expect(try device.nextOther() == .workAnswered(work: 1, .failed))
    #expect(try device.nextErrorOutput().contains("its payload is no JSON object"))
    #expect(try !device.send(.remoteNotification(work: 2, payload: "{}")).isEmpty)
  }

  @Test("Registration succeeds later, with 32 bytes that are the same at each launch")
  func registration() throws {
    func line() throws -> String {
      let device = try FakeDevice.probe(["--register-for-pushes"], bundle: "Fetching")
      try device.post(.launch())
      var lines: [String] = []
      while true {
        lines += try device.nextLines()
        guard let index = lines.firstIndex(where: { $0.contains("didRegister") }) else { continue }
        // Not inside didFinishLaunching: its notification comes first.
        #expect(lines[..<index].contains { $0.contains("UIApplicationDidFinishLaunching") })
        return lines[index]
      }
    }
    let first = try line()
    let token = try #require(first.firstMatch(of: /registered=true token=([0-9a-f]+)$/))
    #expect(token.1.count == 64)
    #expect(try line() == first)
  }

  @Test("A payload keeps its kinds")
  func kinds() throws {
    let payload = #"{"i": 1, "d": 1.5, "b": true, "s": "ä", "n": null, "a": [1], "o": {"x": 2}}"#
    let userInfo = try #require(NotificationPayload.read(payload))
    #expect(userInfo["i"] as? Int == 1)
    #expect(userInfo["i"] as? NSNumber == 1)
    #expect(userInfo["d"] as? Double == 1.5)
    #expect(userInfo["b"] as? Bool == true)
    #expect(userInfo["s"] as? String == "ä")
    #expect(userInfo["n"] is NSNull)
    #expect(userInfo["a"] as? [Int] == [1])
    #expect((userInfo["o"] as? [AnyHashable: Any])?["x"] as? Int == 2)
  }
}
