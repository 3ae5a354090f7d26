import AppLink
import Dispatch
import Glibc
import Multitasking
import ProcessControl

/// A running app: its processes, its link, what it prints.
@MainActor
final class AppProcess {
  let app: AppID
  let group: any ProcessGroup
  let channel: FrameChannel
  let output: AppOutput
  let processID: pid_t
  /// What the app printed last that the library of virtual time had to say about it.
  var lastReport: String?
  /// What the policy has been told of: processor time, in nanoseconds, and traffic.
  var told: (cpu: UInt64, traffic: Traffic?) = (0, nil)
  /// What its processes have used in all, in nanoseconds; nil while they run.
  private(set) var processorTimeAtEnd: UInt64?

  private let spawned: SpawnedProcess
  private var exitSource: (any DispatchSourceRead)?
  private var hasSaidHello = false
  private var hasExited = false

  /// A message, and the descriptor that came with it.
  var onMessage: (AppMessage, OwnedDescriptor?) -> Void = { _, _ in }
  var onViolation: (LinkViolation) -> Void = { _ in }
  var onExit: (Multitasking.ProcessExit) -> Void = { _ in }

  init(
    app: AppID, group: any ProcessGroup, spawned: SpawnedProcess, channel: FrameChannel,
    output: AppOutput
  ) {
    self.app = app
    self.group = group
    self.spawned = spawned
    self.channel = channel
    self.output = output
    processID = spawned.processID
  }

  func start() {
    output.start()
    // What an app printed before it spoke comes before what it said.
    channel.willRead = { [weak self] in self?.output.drain() }
    channel.onFrame = { [weak self] in self?.take($0) }
    channel.onFailure = { [weak self] in self?.linkFailed($0) }
    channel.start()
    let descriptor = spawned.descriptor
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor.rawValue, queue: .main)
    source.setCancelHandler { _ = descriptor }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.mayHaveExited() } }
    exitSource = source
    source.resume()
  }

  func send(_ delivery: AppLink.Delivery) {
    guard let frame = try? Frame.encode(delivery) else {
      // Every message is far smaller than a frame may be, but for a URL that is not.
      return onViolation(.frameTooLarge)
    }
    channel.send(frame)
  }

  private func take(_ frame: [UInt8]) {
    let message: AppMessage
    do {
      message = try Frame.decode(AppMessage.self, from: frame)
    } catch {
      channel.close()
      return onViolation(.malformed(String(error.message.prefix(200))))
    }
    if case .hello(let version) = message {
      guard version == LinkLimits.protocolVersion else {
        channel.close()
        return onViolation(.protocolVersion(version))
      }
      if hasSaidHello { return violate(.outOfTurn) }
      hasSaidHello = true
    } else if !hasSaidHello {
      return violate(.outOfTurn)
    }
    guard message.carriesDescriptor else { return onMessage(message, nil) }
    guard let descriptor = channel.takeDescriptor() else {
      channel.close()
      return onViolation(.malformed("no descriptor came with a sound"))
    }
    onMessage(message, descriptor)
  }

  /// How long an exit may follow the end of the link.
  private static let exitDelay = DispatchTimeInterval.milliseconds(100)

  private func linkFailed(_ failure: FrameChannel.Failure) {
    guard case .closed = failure else { return onViolation(failure.violation) }
    // A process that ends closes its link first, also one that is frozen; its exit tells more.
    DispatchQueue.main.asyncAfter(deadline: .now() + AppProcess.exitDelay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.mayHaveExited()
        if !self.hasExited { self.onViolation(failure.violation) }
      }
    }
  }

  private func violate(_ violation: LinkViolation) {
    channel.close()
    onViolation(violation)
  }

  private func mayHaveExited() {
    guard !hasExited else { return }
    let exit: Multitasking.ProcessExit
    do {
      guard let status = try spawned.reap() else { return }
      switch status {
      case .exited(let code): exit = .exited(code: code)
      case .signaled(let signal, _): exit = .signaled(signal)
      }
    } catch {
      // Somebody else collected it: gone is all that is known.
      exit = .signaled(SIGKILL)
    }
    exitSource?.cancel()
    exitSource = nil
    hasExited = true
    // What it said last counts.
    channel.drain()
    channel.close()
    output.finish()
    processorTimeAtEnd = try? group.cpuUsage()
    // Children that it left behind belong to it.
    try? group.kill()
    try? group.remove()
    onExit(exit)
  }
}
