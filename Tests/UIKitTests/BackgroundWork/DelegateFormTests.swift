import AppLink
import Foundation
import Testing

@testable import UIKit

/// The forms in which delegates take fetches and pushes.
@Suite(.serialized)
struct DelegateFormTests {
  private func background(_ form: String) throws -> FakeDevice {
    let device = try FakeDevice.probe(["--delegate", form], bundle: "Fetching")
    try device.send(.launch(background: true))
    return device
  }

  @Test("A delegate that awaits begins its fetch inside the delivery; its result is told (F4, F8)")
  func awaitsFetch() throws {
    let device = try background("awaiting")
    #expect(try device.send(.performFetch(work: 3)).first == "fetch begins")
    #expect(try device.nextOther() == .workAnswered(work: 3, .newData))
  }

  @Test("A delegate that awaits gets pushes (F50)")
  func awaitsPush() throws {
    let device = try background("awaiting")
    let payload = #"{"aps": {"content-available": 1}}"#
    #expect(
      try device.send(.remoteNotification(work: 4, payload: payload))
        == ["push content-available=1 title=nil keys=aps"])
    #expect(try device.nextOther() == .workAnswered(work: 4, .failed))
  }

  @Test("The oldest form hears of pushes where the others are not implemented")
  func oldPush() throws {
    let device = try background("oldest")
    #expect(
      try device.send(.remoteNotification(work: 5, payload: #"{"a": 1}"#))
        == ["push content-available=-1 title=nil keys=a"])
    #expect(try device.nextOther() == .workAnswered(work: 5, .noData))
  }

  @Test("A delegate without a method for fetches answers noData, and standard error says why")
  func noMethod() throws {
    let device = try background("oldest")
    try device.send(.performFetch(work: 6))
    #expect(try device.nextOther() == .workAnswered(work: 6, .noData))
    #expect(
      try device.nextErrorOutput().contains(
        "does not implement application(_:performFetchWithCompletionHandler:)"))
  }

  // In a process of its own: there is one application object in a process.
  @Test("The refresh status has the values of iOS (F10)")
  func status() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let application = UIApplication()
      let lifeCycle = LifeCycle(application: application, delegateClass: nil)
      lifeCycle.handle(Delivery(id: 1, message: .launch(background: true)))
      var environment = DeviceMessage.Environment.steady
      for (wire, status, raw) in [
        (.restricted, .restricted, 0), (.denied, .denied, 1), (.available, .available, 2),
      ] as [(DeviceMessage.BackgroundRefresh, UIBackgroundRefreshStatus, Int)] {
        environment.backgroundRefresh = wire
        lifeCycle.handle(
          Delivery(
            id: 2, message: .environmentChanged(environment, kinds: [.backgroundRefresh])))
        #expect(application.backgroundRefreshStatus == status)
        #expect(status.rawValue == raw)
      }
    }
  }
}
