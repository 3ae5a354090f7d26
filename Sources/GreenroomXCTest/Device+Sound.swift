import GreenroomTesting
import Multitasking
import UIKit

// What happens to the sound of a device. The verbs are those of the command line. For tests that don't
// wait.
extension Device {
  /// Plugs headphones in: a route change (A18).
  public func plugHeadphones() throws { try actBlocking(.sound(.headphones(isPlugged: true))) }

  /// Unplugs headphones: a route change (A18).
  public func unplugHeadphones() throws { try actBlocking(.sound(.headphones(isPlugged: false))) }

  /// Sets the volume of the device, in percent.
  public func setVolume(percent: Int) throws { try actBlocking(.sound(.volume(percent))) }

  /// Moves the Ring/Silent switch, which mutes ambient categories (A2).
  public func setSilentSwitch(_ isSilent: Bool) throws {
    try actBlocking(.sound(.silentSwitch(isSilent)))
  }

  /// Presses a button of a headset: the app that had the sound last hears of it.
  ///
  /// - Throws: `DeviceError` with code `refused` when no app answers to it.
  public func send(_ command: Multitasking.RemoteCommand) throws {
    try actBlocking(.sound(.remoteCommand(command)))
  }

  /// Has the media service crash and come back: apps lose their players and are told (A19).
  public func resetMediaServices() throws {
    try askBlocking { driver in
      driver.resetMediaServices()
      try driver.settle()
    }
  }

  /// Has an app without code play sound, such as one that `openOther(_:)` has opened: it interrupts
  /// sound that does not mix (A8).
  ///
  /// - Parameters:
  ///   - other: Its bundle identifier.
  ///   - mixes: Whether it leaves other sound alone.
  public func playSound(inOther other: AppID, mixes: Bool = false) throws {
    let configuration = AudioConfiguration(.playback, options: mixes ? .mixWithOthers : [])
    try actBlocking(.audio(other, .configured(configuration, request: 0)))
    try actBlocking(.audio(other, .played(player: 1, at: nil, request: 0)))
  }

  /// Has an app without code end its sound and give it back, so that others may resume (A11).
  public func stopSound(inOther other: AppID) throws {
    try actBlocking(.audio(other, .paused(player: 1, request: 0)))
    try actBlocking(.audio(other, .deactivated(notifiesOthers: true, request: 0)))
  }
}
