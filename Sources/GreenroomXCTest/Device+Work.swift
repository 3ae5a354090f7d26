import GreenroomTesting
import Multitasking
import UIKit

// Fetches, tasks and remote notifications, and what they wait for. The verbs are those of the command
// line. For tests that don't wait.
extension Device {
  /// Has an app fetch now, whatever the conditions are, as Xcode's Simulate Background Fetch does
  /// (F12).
  ///
  /// - Throws: `DeviceError` with code `refused`: in front, force quit, without the mode `fetch`.
  public func simulateFetch(_ app: AppUnderTest<some UIApplicationDelegate>) throws {
    try actBlocking(.work(app.id, .fetchSimulated))
  }

  /// Launches a task whose request waits, whatever the conditions are (F30).
  public func launchTask(
    _ identifier: String, of app: AppUnderTest<some UIApplicationDelegate>
  ) throws {
    try actBlocking(.work(app.id, .taskLaunchSimulated(identifier: identifier)))
  }

  /// Calls the expiration handler of a task that runs (F30).
  public func expireTask(
    _ identifier: String, of app: AppUnderTest<some UIApplicationDelegate>
  ) throws {
    try actBlocking(.work(app.id, .taskExpirationSimulated(identifier: identifier)))
  }

  /// Sends a remote notification (F50). One that may not be delivered now is held (F51).
  ///
  /// - Parameters:
  ///   - app: The app that it is for.
  ///   - payload: JSON with a dictionary `aps`.
  public func push(
    _ payload: String = #"{"aps":{"content-available":1}}"#,
    to app: AppUnderTest<some UIApplicationDelegate>
  ) throws {
    try actBlocking(.work(app.id, .pushed(try Push(payload: payload))))
  }

  /// Switches Background App Refresh for the whole device (F10).
  public func setBackgroundRefresh(_ isOn: Bool) throws {
    try actBlocking(.environment(.backgroundRefresh(isOn ? .available : .denied)))
  }

  /// Switches Background App Refresh for one app (F10).
  public func setBackgroundRefresh(
    _ isOn: Bool, for app: AppUnderTest<some UIApplicationDelegate>
  ) throws {
    try actBlocking(.work(app.id, .refreshSwitched(isOn)))
  }

  /// Sets the network that the device has.
  public func setNetwork(_ network: Multitasking.Environment.Network) throws {
    try actBlocking(.environment(.network(network)))
  }
}
