import Foundation
import UIKit

@_spi(InProcessDevice) import UIKit

/// A device test in its own process: the device comes, the body runs, the device goes.
package enum Session {
  /// Makes the device of this process.
  ///
  /// - Throws: ``DeviceError`` with code `notVirtual`.
  package static func begin(_ configuration: DeviceConfiguration) throws(DeviceError) -> Device {
    guard World.isVirtual else {
      throw DeviceError(
        .notVirtual, "virtual time is not at work in this process",
        nextStep: "run the tests with `swift test` or `greenroom test`, not by hand")
    }
    try? FileManager.default.createDirectory(
      at: FileManager.default.temporaryDirectory, withIntermediateDirectories: true)
    World.reseed()
    let device = Device(configuration)
    Device.setCurrent(device)
    device.driver.start()
    return device
  }

  /// Ends the device; the clock goes on by itself.
  ///
  /// - Returns: what was wrong with the device itself.
  package static func end(_ device: Device) -> [String] {
    let hasEnded = DispatchSemaphore(value: 0)
    device.driver.inbox.put { driver in
      TestReport.current?.update(driver)
      driver.stop()
      hasEnded.signal()
    }
    // Without the report, this process counts as one that did not run its test.
    hasEnded.wait()
    Device.setCurrent(nil)
    return device.driver.board.faults
  }
}

/// Called by the main thread of a test process instead of `dispatch_main`.
@_cdecl("greenroom_testing_run_main_loop")
func runMainLoop() {
  MainActor.assumeIsolated { MainRunLoop.runForever() }
}
