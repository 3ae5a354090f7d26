import AppLink
import CLinux
import Dispatch
import Glibc
import MediaLink
import ProcessControl

/// The media service: answers its device, and plays.
@MainActor
package final class MediaServer {
  private let link: MediaServiceLink
  private let sound: SoundServerStart
  private var streams: [UInt64: PlayerStream] = [:]
  private var loading = 0
  private var waiting: [() -> Void] = []
  private var serverWatch: (any DispatchSourceRead)?
  private let decoding = DispatchQueue(label: "decoding", attributes: .concurrent)

  /// Sounds that are looked at side by side.
  private static let loadingMax = 2

  /// Starts the sound server, and tells the device; ends the process where there is none.
  package static func run(_ choice: String) throws -> Never {
    let link = try MediaServiceLink(descriptor: MediaLimits.descriptor)
    let sound: SoundServerStart
    do {
      sound = try SoundServerStart(SoundServerStart.Choice(rawValue: choice) ?? .auto)
    } catch {
      link.send(.unavailable(error))
      throw error
    }
    let server = MediaServer(link, sound)
    link.send(.ready(sound.server))
    withExtendedLifetime(server) { dispatchMain() }
  }

  private init(_ link: MediaServiceLink, _ sound: SoundServerStart) {
    self.link = link
    self.sound = sound
    link.onRequest = { [weak self] in self?.take($0, $1) }
    link.onEnd = { [weak self] in self?.end(0) }
    link.start()
    watchServer()
  }

  private func end(_ code: Int32) -> Never {
    for stream in streams.values { stream.close() }
    sound.stop()
    exit(code)
  }

  /// Without its sound server there is nothing to be played through.
  private func watchServer() {
    guard let process = sound.process else { return }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: process.descriptor.rawValue, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        complain("pulseaudio has ended")
        self?.end(EX_UNAVAILABLE)
      }
    }
    serverWatch = source
    source.resume()
  }

  // MARK: Requests

  private func take(_ request: MediaRequest, _ descriptor: OwnedDescriptor?) {
    if case .load(let stream, let owner, _) = request.demand {
      return load(stream, owner, descriptor, request.id)
    }
    if case .levels(let stream) = request.demand { return tellLevels(stream, request.id) }
    let reply: MediaReply
    do {
      reply = try perform(request.demand)
    } catch {
      reply = .failed(error)
    }
    link.send(.reply(id: request.id, reply))
  }

  private func stream(_ id: UInt64) throws(MediaFailure) -> PlayerStream {
    guard let stream = streams[id] else {
      throw MediaFailure(.unknownStream, "there is no stream \(id)")
    }
    return stream
  }

  private func perform(_ demand: MediaDemand) throws(MediaFailure) -> MediaReply {
    switch demand {
    case .load, .levels: return .done
    case .prepare(let id):
      try makeRoom(for: id)
      let stream = try stream(id)
      try stream.prepare()
      return .playback(stream.playback)
    case .play(let id, let at):
      try makeRoom(for: id)
      let stream = try stream(id)
      try stream.play(at: at)
      return .playback(stream.playback)
    case .pause(let id):
      let stream = try stream(id)
      stream.pause()
      return .playback(stream.playback)
    case .stop(let id):
      let stream = try stream(id)
      stream.stop()
      return .playback(stream.playback)
    case .seek(let id, let position):
      let stream = try stream(id)
      stream.seek(to: position)
      return .playback(stream.playback)
    case .set(let id, let settings):
      let stream = try stream(id)
      stream.set(settings)
      return .playback(stream.playback)
    case .cork(let ids):
      for id in ids { streams[id]?.cork() }
      return playbacks(ids)
    case .uncork(let ids):
      for id in ids { try streams[id]?.uncork() }
      return playbacks(ids)
    case .gain(let ids, let gain):
      for id in ids { streams[id]?.setGain(gain) }
      return .done
    case .unload(let ids):
      for id in ids { streams.removeValue(forKey: id)?.close() }
      return .done
    case .deviceVolume(let volume):
      setVolume(volume)
      return .done
    case .present(let presentation):
      SessionBus.present(presentation) { [weak self] in self?.link.send(.remoteCommand($0)) }
      return .done
    case .streams:
      return .streams(streams.sorted { $0.key < $1.key }.map(\.value.status))
    }
  }

  private func playbacks(_ ids: [UInt64]) -> MediaReply {
    var playbacks: [UInt64: Playback] = [:]
    for id in ids { playbacks[id] = streams[id]?.playback }
    return .playbacks(playbacks)
  }

  private func makeRoom(for id: UInt64) throws(MediaFailure) {
    guard streams[id]?.isSounding == false,
      streams.values.count(where: \.isSounding) >= MediaLimits.soundingMax
    else { return }
    throw MediaFailure(
      .tooMany, "\(MediaLimits.soundingMax) sounds are prepared or play, as many as may")
  }

  /// Of a sink of its own; that of the user is the user's.
  private func setVolume(_ volume: Double) {
    guard sound.server.isPrivate else { return }
    let percent = Int((volume * 100).rounded())
    let process = try? spawnDetached(
      SpawnRequest(
        executable: "/usr/bin/pactl",
        arguments: [
          "--server=\(sound.server.address)", "set-sink-volume", sound.server.sink, "\(percent)%",
        ], environment: ["PATH": "/usr/bin:/bin", "HOME": sound.home], standardError: 2))
    guard let process else { return }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: process.descriptor.rawValue, queue: .main)
    source.setEventHandler {
      _ = try? process.reap()
      source.cancel()
    }
    source.resume()
  }

  // MARK: Sounds

  private func load(
    _ id: UInt64, _ owner: String, _ descriptor: OwnedDescriptor?, _ request: UInt64
  ) {
    guard let descriptor else {
      return fail(request, MediaFailure(.system, "no descriptor came with the sound"))
    }
    guard streams.count + loading < MediaLimits.streamsMax else {
      return fail(
        request,
        MediaFailure(.tooMany, "\(MediaLimits.streamsMax) sounds are loaded, as many as may"))
    }
    decode { () throws(MediaFailure) in
      try SoundFile(descriptor.rawValue).describe()
    } done: { [self] result in
      switch result {
      case .failure(let failure): fail(request, failure)
      case .success(let description):
        let stream = PlayerStream(id, owner: owner, description, descriptor, sound.server)
        stream.onFinish = { [weak self] in self?.link.send(.finished(stream: id)) }
        stream.onFailure = { [weak self] in self?.link.send(.failed(stream: id, $0)) }
        streams[id] = stream
        files[id] = descriptor
        link.send(.reply(id: request, .loaded(description)))
      }
    }
  }

  private var files: [UInt64: OwnedDescriptor] = [:]

  private func tellLevels(_ id: UInt64, _ request: UInt64) {
    guard streams[id] != nil, let file = files[id] else {
      return fail(request, MediaFailure(.unknownStream, "there is no stream \(id)"))
    }
    decode { () throws(MediaFailure) in
      try SoundFile(file.rawValue).levels()
    } done: { [self] result in
      switch result {
      case .failure(let failure): fail(request, failure)
      case .success(let levels): link.send(.reply(id: request, .levels(levels)))
      }
    }
  }

  private func fail(_ request: UInt64, _ failure: MediaFailure) {
    link.send(.reply(id: request, .failed(failure)))
  }

  /// Looks at a sound beside everything else, a few at a time.
  private func decode<Value: Sendable>(
    _ body: @escaping @Sendable () throws(MediaFailure) -> Value,
    done: @escaping @MainActor (Result<Value, MediaFailure>) -> Void
  ) {
    let begin = { [self] in
      loading += 1
      let done = MainActorBox(done)
      decoding.async {
        let result = Result(catching: body)
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            self.loading -= 1
            done.value(result)
            if !self.waiting.isEmpty { self.waiting.removeFirst()() }
          }
        }
      }
    }
    if loading < Self.loadingMax { begin() } else { waiting.append(begin) }
  }
}

/// A line on standard error, which is the daemon's log.
func complain(_ text: String) {
  let line = Array("greenroom-media: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Carries what belongs to the main actor through another thread, which does not look at it.
private struct MainActorBox<Value>: @unchecked Sendable {
  // Only read on the main actor.
  let value: Value
  init(_ value: Value) { self.value = value }
}
