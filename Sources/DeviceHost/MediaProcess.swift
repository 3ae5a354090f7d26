import AppLink
import CLinux
import Dispatch
import Foundation
import Glibc
import MediaLink
import ProcessControl
import SoundDesk

/// The media service: a process of this device that decodes and plays.
@MainActor
final class MediaProcess {
  let processID: pid_t
  /// Nil until it has said which sound server it uses.
  private(set) var server: SoundServer?
  /// Why it has no sound server, if it said so.
  private(set) var failure: MediaFailure?

  private let channel: FrameChannel
  private let spawned: SpawnedProcess
  private var exitSource: (any DispatchSourceRead)?
  private var isOver = false
  private var lastReply: UInt64 = 0

  var onReply: (SoundDesk.Ticket, MediaReply) -> Void = { _, _ in }
  var onReport: (MediaReport) -> Void = { _ in }
  /// It has ended, with what is known about why.
  var onEnd: (String) -> Void = { _ in }

  /// Starts it; what is asked meanwhile waits in its socket.
  ///
  /// - Parameter sound: `auto`, `user` or `private`: which sound server it is to use.
  init(sound: String) throws(MediaFailure) {
    let program = try MediaProgram.path()
    var ends: [CInt] = [-1, -1]
    guard greenroom_socket_pair(CInt(SOCK_STREAM.rawValue), false, &ends) == 0 else {
      throw MediaFailure(.system, "no socket: \(String(cString: strerror(errno)))")
    }
    let ours = OwnedDescriptor(owning: ends[0])
    let theirs = OwnedDescriptor(owning: ends[1])
    do {
      spawned = try spawnDetached(
        SpawnRequest(
          executable: program, arguments: ["--sound", sound],
          environment: MediaProgram.environment, standardOutput: 2, standardError: 2,
          link: theirs.rawValue))
    } catch {
      throw MediaFailure(.system, "\(program) could not be started: \(error)")
    }
    processID = spawned.processID
    channel = FrameChannel(
      ours, frameBytesMax: MediaLimits.frameBytesMax, queuedBytesMax: MediaLimits.frameBytesMax)
  }

  func start() {
    channel.onFrame = { [weak self] in self?.take($0) }
    channel.onFailure = { [weak self] _ in self?.end() }
    channel.start()
    let descriptor = spawned.descriptor
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor.rawValue, queue: .main)
    source.setCancelHandler { _ = descriptor }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.end() } }
    exitSource = source
    source.resume()
  }

  func send(_ demand: MediaDemand, _ ticket: SoundDesk.Ticket, with sound: OwnedDescriptor?) {
    guard let frame = try? Frame.encode(MediaRequest(id: ticket.number, demand: demand)) else {
      return onReply(ticket, .failed(MediaFailure(.system, "the request is too long")))
    }
    channel.send(frame, with: sound)
  }

  /// How long a freeze waits for silence at most.
  private static let silenceMilliseconds: Int32 = 250

  /// Waits until a request has been replied to: an app must not be frozen while it sounds.
  ///
  /// - Returns: whether it has.
  func wait(for ticket: SoundDesk.Ticket) -> Bool {
    channel.drain(forAtMost: Self.silenceMilliseconds) { lastReply >= ticket.number || isOver }
  }

  private func take(_ frame: [UInt8]) {
    let report: MediaReport
    do {
      report = try Frame.decode(MediaReport.self, from: frame)
    } catch {
      // Not one of ours: it is of no use.
      return stop()
    }
    switch report {
    case .reply(let id, let reply):
      lastReply = max(lastReply, id)
      onReply(SoundDesk.Ticket(number: id), reply)
    case .ready(let server):
      self.server = server
      onReport(report)
    case .unavailable(let failure): self.failure = failure
    case .finished, .failed, .remoteCommand: onReport(report)
    }
  }

  /// Ends it as a crash does.
  func crash() { try? spawned.send(signal: SIGKILL) }

  /// Ends it; nobody is told.
  func stop() {
    onEnd = { _ in }
    try? spawned.send(signal: SIGTERM)
    channel.close()
  }

  private func end() {
    guard !isOver else { return }
    // Its end of the socket may close before it is gone.
    guard let exit = (try? spawned.reap()) ?? nil else {
      try? spawned.send(signal: SIGKILL)
      return
    }
    isOver = true
    exitSource?.cancel()
    exitSource = nil
    channel.drain()
    channel.close()
    onEnd(failure?.message ?? "it ended: \(exit)")
  }
}
