import AppLink
import Foundation
import Synchronization

/// What came of a remote command.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  case success = 0
  case noSuchContent = 100
  case noActionableNowPlayingItem = 110
  case deviceNotFound = 120
  case commandFailed = 200
}

/// A command that has come.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
  // Unchecked: it never changes.

  /// The command.
  public let command: MPRemoteCommand
  /// When it came, in seconds since the machine was started.
  public let timestamp: TimeInterval

  init(_ command: MPRemoteCommand) {
    self.command = command
    timestamp = ProcessInfo.processInfo.systemUptime
  }
}

/// A command that a headset or another program may give.
///
/// The device offers a command while it is enabled and somebody answers to it. Usable from any thread;
/// handlers are called on the main thread. On Linux there are no selectors: handlers are closures.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind a lock.

  /// Answers to a command.
  public typealias Handler = (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

  private struct State: @unchecked Sendable {
    // Unchecked: handlers are called on the main thread and nowhere else.
    var isEnabled = true
    var targets: [(token: NSObject, handler: Handler)] = []
  }

  private let state = Mutex(State())
  /// What the device calls it; nil: nothing on this device gives such a command.
  let wire: RemoteCommand?

  init(_ wire: RemoteCommand?) { self.wire = wire }

  /// Whether the command may be given.
  open var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock { $0.isEnabled = newValue }
      MPRemoteCommandCenter.shared().tellDevice()
    }
  }

  /// Calls `handler` on the main thread when the command is given.
  ///
  /// - Returns: what ``removeTarget(_:)`` takes.
  @discardableResult
  open func addTarget(handler: @escaping Handler) -> Any {
    let token = NSObject()
    let new = State(targets: [(token, handler)])
    state.withLock { $0.targets += new.targets }
    MPRemoteCommandCenter.shared().tellDevice()
    return token
  }

  /// Calls a handler no more; nil: none of them.
  open func removeTarget(_ target: Any?) {
    let token = target.map { $0 as AnyObject }
    state.withLock { state in
      state.targets.removeAll { token == nil || $0.token === token }
    }
    MPRemoteCommandCenter.shared().tellDevice()
  }

  /// Whether the device may offer it.
  var isOffered: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

  @MainActor
  func give() {
    guard isOffered else { return }
    let event = MPRemoteCommandEvent(self)
    for target in state.withLock({ $0 }).targets { _ = target.handler(event) }
  }

  /// The app has ended, and its process has not.
  func reset() { state.withLock { $0 = State() } }
}

/// A command to skip some seconds. Nothing on this device gives it.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
  // Unchecked: see MPRemoteCommand.
  private let intervals = Mutex<[Double]>([])

  /// Seconds.
  open var preferredIntervals: [NSNumber] {
    get { intervals.withLock { $0 }.map(NSNumber.init(value:)) }
    set {
      let seconds = newValue.map(\.doubleValue)
      intervals.withLock { $0 = seconds }
    }
  }
}

/// A command to play from another position. Nothing on this device gives it.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {
  // Unchecked: see MPRemoteCommand.
}

/// A command to skip some seconds.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Unchecked: it never changes.
  /// Seconds.
  public let interval: TimeInterval

  init(_ command: MPSkipIntervalCommand, interval: TimeInterval) {
    self.interval = interval
    super.init(command)
  }
}

/// A command to play from another position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  // Unchecked: it never changes.
  /// Seconds.
  public let positionTime: TimeInterval

  init(_ command: MPChangePlaybackPositionCommand, positionTime: TimeInterval) {
    self.positionTime = positionTime
    super.init(command)
  }
}
