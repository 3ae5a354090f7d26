import Testing

@testable import Multitasking

/// How much the receiver is on, and who pays for it (G10).
struct ReceiverTests {
  private static func device(_ needs: LocationNeeds, manager: UInt64 = 1) -> Scenario {
    var device = Scenario(.modern, .location("map"), .location("run"), AppManifest(id: "game"))
    device.decide(.always, "map")
    device.decide(.always, "run")
    device.open("map")
    device.update("map", needs, manager: manager)
    return device
  }

  @Test(
    "G10: the duty follows the accuracy",
    arguments: [
      (-2.0, ReceiverDuty.on), (-1, .on), (10, .on), (100, .sleeping(every: .seconds(10))),
      (1_000, .sleeping(every: .seconds(60))), (3_000, .sleeping(every: .seconds(60))),
    ])
  func accuracies(accuracy: Double, duty: ReceiverDuty) {
    let device = Self.device(LocationNeeds(desiredAccuracy: accuracy))
    #expect(device.policy.location.duty == duty)
    #expect(device.effects.filter { $0.action == .location(.duty(duty)) }.count == 1)
  }

  @Test("it is told only when it changes, and off when nobody needs it")
  func union() {
    var device = Self.device(LocationNeeds(desiredAccuracy: 100, allowsBackground: true))
    device.open("run")
    #expect(device.update("run", LocationNeeds(allowsBackground: true)) == ["receiver: on"])
    #expect(device.update("run", LocationNeeds(allowsBackground: true), manager: 2).isEmpty)
    device.stopUpdating("run")
    #expect(device.stopUpdating("run", manager: 2) == ["receiver: a fix every 10 s"])
    #expect(device.stopUpdating("map").first == "receiver: off")
  }

  @Test("G1: for an app that hears later, the receiver sleeps most of the time")
  func queued() {
    var device = Self.device(LocationNeeds())
    device.home()
    #expect(device.policy.location.duty == .sleeping(every: .seconds(60)))
  }

  @Test("the time it is on is shared among those who caused it, and nobody else pays")
  func accounts() {
    var device = Self.device(LocationNeeds(allowsBackground: true))
    device.advance(by: .seconds(100))
    device.open("run")
    device.update("run", LocationNeeds(allowsBackground: true))
    device.advance(by: .seconds(50))
    device.stopUpdating("map")
    device.advance(by: .seconds(10))
    #expect(device.policy.locationAccount(of: "map", at: device.now)?.receiverOn == .seconds(125))
    #expect(device.policy.locationAccount(of: "run", at: device.now)?.receiverOn == .seconds(35))
    #expect(device.policy.locationAccount(of: "game")?.receiverOn == .zero)
  }

  @Test("while it sleeps, each fix costs its time")
  func sleeping() {
    var device = Self.device(LocationNeeds(desiredAccuracy: 100))
    device.advance(by: .seconds(100))
    device.move(north: 0)
    device.move(north: 10)
    let account = device.policy.locationAccount(of: "map", at: device.now)
    #expect(account?.receiverOn == .seconds(30))
    #expect(account?.fixes == 2)
  }
}
