import AppLink
import CLinux
import Dispatch
import Glibc
import ProcessControl

/// One end of a stream socket that carries frames, served by the main queue.
///
/// Never blocks: what the other side does not take waits here, up to a bound.
@MainActor
final class FrameChannel {
  /// Why a channel can't go on.
  enum Failure {
    /// The other side closed it, or is gone.
    case closed
    case badFrame(FrameError)
    /// More waits for the other side than may.
    case overflow
  }

  private let descriptor: OwnedDescriptor
  private let queuedBytesMax: Int
  private let framesPerSecondMax: Int
  private var decoder: FrameDecoder
  private var reading: (any DispatchSourceRead)?
  private var writing: (any DispatchSourceWrite)?
  private var outgoing: [UInt8] = []
  /// Descriptors that go along, with the byte of `outgoing` that each goes with.
  private var attached: [(place: Int, descriptor: OwnedDescriptor)] = []
  private var isClosed = false
  /// Whether sending has failed: nothing is sent any more, and the failure is on its way.
  private var isBroken = false
  private var second: (start: DispatchTime, frames: Int) = (.now(), 0)
  private var isPaused = false
  /// Descriptors that came, in the order of the frames that they belong to.
  private var descriptors: [OwnedDescriptor] = []

  /// Called before frames are taken from the socket.
  var willRead: () -> Void = {}
  var onFrame: ([UInt8]) -> Void = { _ in }
  var onFailure: (Failure) -> Void = { _ in }

  init(
    _ descriptor: OwnedDescriptor, frameBytesMax: Int, queuedBytesMax: Int,
    framesPerSecondMax: Int = .max
  ) {
    self.descriptor = descriptor
    self.queuedBytesMax = queuedBytesMax
    self.framesPerSecondMax = framesPerSecondMax
    decoder = FrameDecoder(bytesMax: frameBytesMax)
  }

  func start() {
    _ = greenroom_set_nonblocking(descriptor.rawValue, true)
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor.rawValue, queue: .main)
    // Keeps the descriptor open until the source has let go of it.
    source.setCancelHandler { [descriptor] in _ = descriptor }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readable() }
    }
    reading = source
    source.resume()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    // A source that is suspended must not be given up.
    if isPaused { reading?.resume() }
    isPaused = false
    reading?.cancel()
    reading = nil
    writing?.cancel()
    writing = nil
    outgoing = []
    attached = []
    // Ends the other side's wait even while a source still holds the descriptor.
    shutdown(descriptor.rawValue, CInt(SHUT_RDWR))
  }

  /// Sends a frame, now or as soon as the other side reads.
  ///
  /// Never calls back: whoever sends may be in the middle of something. A failure is told later.
  ///
  /// - Parameter descriptor: Goes along with the frame.
  func send(_ frame: [UInt8], with descriptor: OwnedDescriptor? = nil) {
    guard !isClosed, !isBroken else { return }
    guard outgoing.count + frame.count <= queuedBytesMax else { return failLater(.overflow) }
    if outgoing.isEmpty {
      let sent = write(frame[...], with: descriptor)
      guard sent >= 0 else { return failLater(.closed) }
      if sent == frame.count { return }
      // A descriptor goes with the first byte.
      if sent == 0, let descriptor { attached = [(0, descriptor)] }
      outgoing.append(contentsOf: frame[sent...])
    } else {
      if let descriptor { attached.append((outgoing.count, descriptor)) }
      outgoing.append(contentsOf: frame)
    }
    waitForRoom()
  }

  /// Takes what arrives until `isDone`, without the main queue, for as long as `milliseconds`.
  ///
  /// - Returns: whether it is done.
  func drain(forAtMost milliseconds: Int32, until isDone: () -> Bool) -> Bool {
    let deadline = DispatchTime.now() + .milliseconds(Int(milliseconds))
    while !isDone(), !isClosed {
      let now = DispatchTime.now()
      guard now < deadline else { return false }
      var waited = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      let left = Int32((deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000) + 1
      if poll(&waited, 1, left) > 0 { drain() }
    }
    return isDone()
  }

  /// The descriptor that came with the frame that is being taken; nil: none did.
  ///
  /// Whoever sends descriptors without frames for them keeps no more than ``descriptorsMax``.
  func takeDescriptor() -> OwnedDescriptor? {
    descriptors.isEmpty ? nil : descriptors.removeFirst()
  }

  /// Descriptors that may wait for their frames.
  private static let descriptorsMax = 16

  /// Takes what has arrived, without waiting for the main queue to come round.
  func drain() {
    second.frames = 0
    resume()
    if let failure = takeFrames() { return fail(failure) }
    readable()
  }

  private func readable() {
    guard !isClosed, !isPaused else { return }
    willRead()
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    var failure: Failure?
    // Bounded, so that one talker does not keep the device from the others.
    for _ in 0..<16 {
      var passed: CInt = -1
      let count = greenroom_receive(
        descriptor.rawValue, &buffer, buffer.count, CInt(MSG_DONTWAIT), &passed)
      if count > 0 {
        if passed >= 0 { descriptors.append(OwnedDescriptor(owning: passed)) }
        if descriptors.count > FrameChannel.descriptorsMax {
          failure = .overflow
          break
        }
        decoder.append(buffer[..<count])
        failure = takeFrames()
        if failure != nil || isClosed || isPaused { break }
        if count == buffer.count { continue }
        break
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { break }
      failure = .closed
      break
    }
    if let failure { fail(failure) }
  }

  private func takeFrames() -> Failure? {
    while !isClosed, !isPaused {
      do {
        guard let frame = try decoder.next() else { return nil }
        onFrame(frame)
        countFrame()
      } catch {
        return .badFrame(error)
      }
    }
    return nil
  }

  private func countFrame() {
    let now = DispatchTime.now()
    if now >= second.start + 1 { second = (now, 0) }
    second.frames += 1
    guard second.frames >= framesPerSecondMax, !isClosed, let reading else { return }
    isPaused = true
    reading.suspend()
    DispatchQueue.main.asyncAfter(deadline: second.start + 1) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.isPaused else { return }
        self.resume()
        // Frames that have been read already make the socket readable no more.
        if let failure = self.takeFrames() { self.fail(failure) }
      }
    }
  }

  private func resume() {
    guard isPaused else { return }
    isPaused = false
    reading?.resume()
  }

  private func fail(_ failure: Failure) {
    guard !isClosed else { return }
    close()
    onFailure(failure)
  }

  private func failLater(_ failure: Failure) {
    isBroken = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        // What the other side said before it went still counts.
        self?.drain()
        self?.fail(failure)
      }
    }
  }

  /// Bytes taken; -1 when the other side is gone.
  private func write(
    _ bytes: ArraySlice<UInt8>, with passed: OwnedDescriptor? = nil
  ) -> Int {
    while true {
      let count = bytes.withUnsafeBytes {
        greenroom_send(
          descriptor.rawValue, $0.baseAddress!, $0.count, CInt(MSG_DONTWAIT),
          passed?.rawValue ?? -1)
      }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN ? 0 : -1
    }
  }

  private func waitForRoom() {
    guard writing == nil else { return }
    let source = DispatchSource.makeWriteSource(
      fileDescriptor: descriptor.rawValue, queue: .main)
    source.setCancelHandler { [descriptor] in _ = descriptor }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.writable() }
    }
    writing = source
    source.resume()
  }

  private func writable() {
    guard !isClosed, !isBroken else { return }
    // Up to the next byte that a descriptor goes with.
    let first = attached.first
    let passed = first?.place == 0 ? first?.descriptor : nil
    let end = (passed == nil ? first : attached.dropFirst().first)?.place ?? outgoing.count
    let sent = write(outgoing[..<end], with: passed)
    guard sent >= 0 else { return failLater(.closed) }
    outgoing.removeFirst(sent)
    if sent > 0, passed != nil { attached.removeFirst() }
    for index in attached.indices { attached[index].place -= sent }
    guard outgoing.isEmpty else { return }
    writing?.cancel()
    writing = nil
  }
}
