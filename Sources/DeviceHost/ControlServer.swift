import AppLink
import CLinux
import ControlAPI
import Dispatch
import Glibc
import ProcessControl

/// The control socket: framed JSON for the device's owner alone.
///
/// The socket lies in a folder that only its owner can enter, has mode 0600, and every connection
/// is asked for its user besides.
@MainActor
public final class ControlServer {
  private let device: Device
  private let path: String
  private let listener: OwnedDescriptor
  private var source: (any DispatchSourceRead)?
  private var connections: [Int: Connection] = [:]
  private var nextConnection = 0
  /// Held for the moment in which no descriptor is left: whoever connects can be turned away then,
  /// while a connection that nobody accepts would wake the device again and again.
  private var spare = ControlServer.makeSpare()

  private final class Connection {
    let channel: FrameChannel
    var cleanups: [() -> Void] = []
    init(_ channel: FrameChannel) { self.channel = channel }
  }

  /// Listens at the device's control socket.
  ///
  /// - Throws: ``DeviceError`` with code `system`, for example when the path is too long.
  public init(_ device: Device) throws(DeviceError) {
    self.device = device
    path = device.paths.controlSocket
    let number = socket(
      AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw ControlServer.failure("socket", path) }
    listener = OwnedDescriptor(owning: number)
    // The lock on the device's folder is ours: a socket that is there is nobody's.
    unlink(path)
    let mask = umask(0o177)
    let bound = withSocketAddress(path) { bind(number, $0, $1) }
    umask(mask)
    guard let bound else {
      throw DeviceError(
        .system, "the path of the control socket is longer than a socket's may be: \(path)",
        nextStep: "set GREENROOM_HOME to a shorter folder")
    }
    guard bound == 0, listen(number, 64) == 0 else { throw ControlServer.failure("listen", path) }
    _ = greenroom_set_nonblocking(number, true)
    let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: .main)
    source.setCancelHandler { [listener] in _ = listener }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.accept() } }
    self.source = source
    source.resume()
  }

  public func close() {
    source?.cancel()
    source = nil
    unlink(path)
  }

  private nonisolated static func failure(_ what: String, _ path: String) -> DeviceError {
    DeviceError(.system, "\(what) at \(path): \(String(cString: strerror(errno)))")
  }

  private func accept() {
    while true {
      let number = greenroom_accept(listener.rawValue, true)
      guard number >= 0 else {
        if errno == EMFILE || errno == ENFILE, turnAway() { continue }
        return
      }
      let descriptor = OwnedDescriptor(owning: number)
      var peer = greenroom_peer()
      guard greenroom_socket_peer(number, &peer) == 0, peer.uid == getuid() || peer.uid == 0,
        connections.count < ControlLimits.connectionsMax
      else { continue }
      add(descriptor)
    }
  }

  /// Accepts and closes one connection in the place of the spare descriptor.
  private func turnAway() -> Bool {
    guard spare != nil else {
      pause()
      return false
    }
    spare = nil
    let number = greenroom_accept(listener.rawValue, true)
    if number >= 0 { Glibc.close(number) }
    spare = ControlServer.makeSpare()
    return number >= 0
  }

  /// Lets waiting clients wait, as others have taken even the spare descriptor.
  private func pause() {
    guard let source else { return }
    source.suspend()
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { [weak self] in
      source.resume()
      MainActor.assumeIsolated { self?.spare = ControlServer.makeSpare() }
    }
  }

  private nonisolated static func makeSpare() -> OwnedDescriptor? {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return number >= 0 ? OwnedDescriptor(owning: number) : nil
  }

  private func add(_ descriptor: OwnedDescriptor) {
    nextConnection += 1
    let id = nextConnection
    let channel = FrameChannel(
      descriptor, frameBytesMax: ControlLimits.frameBytesMax,
      queuedBytesMax: ControlLimits.queuedBytesMax)
    connections[id] = Connection(channel)
    channel.onFrame = { [weak self] in self?.take($0, from: id) }
    channel.onFailure = { [weak self] failure in self?.lost(id, failure) }
    channel.start()
  }

  private func take(_ frame: [UInt8], from id: Int) {
    guard let connection = connections[id] else { return }
    let request: ControlRequest
    do {
      request = try Frame.decode(ControlRequest.self, from: frame)
    } catch {
      return refuse(frame, connection, error)
    }
    let responder = Responder(
      id: request.id,
      send: { [weak connection] in connection?.channel.send(ControlServer.frame($0)) },
      onDisconnect: { [weak connection] cleanup in
        // Who has gone while his request waited for its turn is gone.
        guard let connection else { return cleanup() }
        connection.cleanups.append(cleanup)
      })
    guard request.version == ControlRequest.version else {
      return responder.fail(ControlServer.wrongVersion(request.version))
    }
    guard let held = device.held else { return device.perform(request.command, responder) }
    let accompanied = held.accompany(request.command, responder)
    held.whenUndisturbed { [device] in device.perform(request.command, accompanied) }
  }

  /// An answer as it travels; one that no frame can carry becomes an error that says so.
  private nonisolated static func frame(_ response: ControlResponse) -> [UInt8] {
    do {
      return try Frame.encode(response, bytesMax: ControlLimits.frameBytesMax)
    } catch {
      let failure = ControlError(
        .system, "the answer can't be sent: \(error.message)", nextStep: "ask for less at a time")
      // A few hundred characters always fit.
      return (try? Frame.encode(ControlResponse(id: response.id, error: failure))) ?? []
    }
  }

  /// A frame that is not a request: the version tells whether it may be one of another time.
  private func refuse(_ frame: [UInt8], _ connection: Connection, _ error: FrameError) {
    struct Head: Decodable {
      var id: Int?
      var version: Int?
    }
    let head = try? Frame.decode(Head.self, from: frame)
    var failure = ControlError(
      .badRequest, "not a request that this device knows: \(error.message)",
      nextStep: "Documentation/control-api.md lists them")
    if let version = head?.version, version != ControlRequest.version {
      failure = ControlServer.wrongVersion(version)
    }
    guard
      let answer = try? Frame.encode(ControlResponse(id: head?.id ?? 0, error: failure))
    else { return }
    connection.channel.send(answer)
  }

  private static func wrongVersion(_ version: Int) -> ControlError {
    ControlError(
      .version,
      "the request is of version \(version), this device speaks \(ControlRequest.version)",
      nextStep: "use the `greenroom` that came with the device's `greenroomd`")
  }

  private func lost(_ id: Int, _ failure: FrameChannel.Failure) {
    if case .badFrame(let error) = failure {
      device.note("a client of the control socket was disconnected: \(error.message)")
    }
    guard let connection = connections.removeValue(forKey: id) else { return }
    connection.channel.close()
    for cleanup in connection.cleanups { cleanup() }
  }
}
