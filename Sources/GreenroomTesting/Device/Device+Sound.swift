import Multitasking
import UIKit

// What happens to the sound of a device. The verbs are those of the command line.
extension Device {
  /// Plugs headphones in: a route change (A18).
  public func plugHeadphones() async throws { try await act(.sound(.headphones(isPlugged: true))) }

  /// Unplugs headphones: a route change (A18).
  public func unplugHeadphones() async throws {
    try await act(.sound(.headphones(isPlugged: false)))
  }

  /// Sets the volume of the device, in percent.
  public func setVolume(percent: Int) async throws { try await act(.sound(.volume(percent))) }

  /// Moves the Ring/Silent switch, which mutes ambient categories (A2).
  public func setSilentSwitch(_ isSilent: Bool) async throws {
    try await act(.sound(.silentSwitch(isSilent)))
  }

  /// Presses a button of a headset: the app that had the sound last hears of it.
  ///
  /// - Throws: ``DeviceError`` with code `refused` when no app answers to it.
  public func send(_ command: RemoteCommand) async throws {
    try await act(.sound(.remoteCommand(command)))
  }

  /// Has the media service crash and come back: apps lose their players and are told (A19).
  public func resetMediaServices() async throws {
    try await ask { driver in
      driver.resetMediaServices()
      try driver.settle()
    }
  }

  /// Has an app without code play sound, such as one that ``openOther(_:)`` has opened: it interrupts
  /// sound that does not mix (A8).
  ///
  /// - Parameters:
  ///   - other: Its bundle identifier.
  ///   - mixes: Whether it leaves other sound alone.
  public func playSound(inOther other: AppID, mixes: Bool = false) async throws {
    let configuration = AudioConfiguration(.playback, options: mixes ? .mixWithOthers : [])
    try await act(.audio(other, .configured(configuration, request: 0)))
    try await act(.audio(other, .played(player: 1, at: nil, request: 0)))
  }

  /// Has an app without code end its sound and give it back, so that others may resume (A11).
  public func stopSound(inOther other: AppID) async throws {
    try await act(.audio(other, .paused(player: 1, request: 0)))
    try await act(.audio(other, .deactivated(notifiesOthers: true, request: 0)))
  }

  public typealias RemoteCommand = Multitasking.RemoteCommand
}
