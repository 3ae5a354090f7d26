import AppLink
import CLinux
import Glibc
import MediaLink
import ProcessControl

/// What the media service costs, beside `gst-launch-1.0` that plays the same file to the same server.
///
/// `media-bench GREENROOM-MEDIA SOUND`: a sound of a minute at least.
@main
enum MediaBench {
  static func main() {
    guard CommandLine.arguments.count == 3 else {
      print("usage: media-bench GREENROOM-MEDIA SOUND")
      exit(64)
    }
    do {
      try run(CommandLine.arguments[1], CommandLine.arguments[2])
    } catch {
      print("media-bench: \(error)")
      exit(1)
    }
  }

  private static let rounds = 15
  /// Of the measurement of processor time.
  private static let seconds = 5.0

  private static func run(_ program: String, _ sound: String) throws {
    let service = try Service(program)
    let monitor = try Monitor(service.server)
    try firstSound(service, monitor, sound)
    try suspension(service)
    for count in [1, 8] { try load(service, count, sound) }
  }

  // MARK: From play to the first sound

  private static func firstSound(
    _ service: Service, _ monitor: Monitor, _ sound: String
  ) throws {
    try service.load(1, sound)
    var replies: [Double] = []
    var heard: [Double] = []
    var others: [Double] = []
    for _ in 0..<rounds {
      try monitor.waitForSilence()
      let start = Clock.now
      _ = try service.ask(.play(stream: 1, at: nil))
      replies.append(Clock.now - start)
      heard.append(try monitor.timeOfSound() - start)
      _ = try service.ask(.stop(stream: 1))
      try monitor.waitForSilence()
      let begun = Clock.now
      let player = try Player(sound, service.server)
      others.append(try monitor.timeOfSound() - begun)
      player.stop()
    }
    tell("play() to its answer", replies, against: nil)
    tell("play() to the first sound", heard, against: others)
  }

  /// Until a stream is silent: what a freeze of its app waits for.
  private static func suspension(_ service: Service) throws {
    var times: [Double] = []
    for _ in 0..<rounds {
      _ = try service.ask(.play(stream: 1, at: nil))
      usleep(100_000)
      let start = Clock.now
      _ = try service.ask(.cork([1]))
      times.append(Clock.now - start)
      _ = try service.ask(.stop(stream: 1))
    }
    tell("silence before a freeze", times, against: nil)
  }

  private static func tell(_ what: String, _ samples: [Double], against others: [Double]?) {
    func milliseconds(_ samples: [Double]) -> (p50: Double, worst: Double) {
      let sorted = samples.sorted()
      return (sorted[sorted.count / 2] * 1_000, sorted[sorted.count - 1] * 1_000)
    }
    let ours = milliseconds(samples)
    var line = "\(what.padded(to: 28)) \(ours.p50.tenths) ms (worst \(ours.worst.tenths))"
    if let theirs = others.map(milliseconds) {
      line += ", gst-launch \(theirs.p50.tenths) ms: \((ours.p50 / theirs.p50).hundredths)x"
    }
    print(line)
  }

  // MARK: Processor and memory

  private static func load(_ service: Service, _ count: Int, _ sound: String) throws {
    let streams = (0..<count).map { UInt64(100 * count + $0) }
    for stream in streams {
      try service.load(stream, sound)
      _ = try service.ask(.play(stream: stream, at: nil))
    }
    let ours = Usage.measure([service.processID], seconds)
    _ = try service.ask(.unload(streams))
    let players = try streams.map { _ in try Player(sound, service.server) }
    usleep(1_000_000)
    let theirs = Usage.measure(players.map(\.processID), seconds)
    for player in players { player.stop() }
    let name = count == 1 ? "1 stream" : "\(count) streams"
    print(
      "\("\(name), processor".padded(to: 28)) \((ours.share * 100).tenths) %, gst-launch "
        + "\((theirs.share * 100).tenths) %: \((ours.share / theirs.share).hundredths)x")
    print(
      "\("\(name), memory (PSS)".padded(to: 28)) \(ours.megabytes.tenths) MB, gst-launch "
        + "\(theirs.megabytes.tenths) MB: \((ours.megabytes / theirs.megabytes).hundredths)x")
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  var description: String
}

enum Clock {
  /// Seconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A media service with a sound server of its own.
final class Service {
  let processID: pid_t
  private(set) var server = SoundServer(address: "", isPrivate: true, sink: "")
  private let spawned: SpawnedProcess
  private let link: OwnedDescriptor
  private var decoder = FrameDecoder(bytesMax: MediaLimits.frameBytesMax)
  private var lastRequest: UInt64 = 0

  init(_ program: String) throws {
    var ends: [CInt] = [-1, -1]
    guard greenroom_socket_pair(CInt(SOCK_STREAM.rawValue), false, &ends) == 0 else {
      throw BenchmarkError(description: "no socket")
    }
    link = OwnedDescriptor(owning: ends[0])
    let theirs = OwnedDescriptor(owning: ends[1])
    spawned = try spawnDetached(
      SpawnRequest(
        executable: program, arguments: ["--sound", "private"],
        environment: ["PATH": "/usr/bin:/bin"], standardError: 2, link: theirs.rawValue))
    processID = spawned.processID
    guard case .ready(let server) = try next() else {
      throw BenchmarkError(description: "the service is not ready")
    }
    self.server = server
  }

  func load(_ stream: UInt64, _ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BenchmarkError(description: "no sound at \(path)") }
    defer { close(file) }
    guard case .loaded = try ask(.load(stream: stream, owner: "bench", type: nil), file) else {
      throw BenchmarkError(description: "\(path) is not loaded")
    }
  }

  func ask(_ demand: MediaDemand, _ descriptor: CInt = -1) throws -> MediaReply {
    lastRequest += 1
    let frame = try Frame.encode(MediaRequest(id: lastRequest, demand: demand))
    guard greenroom_send(link.rawValue, frame, frame.count, 0, descriptor) == frame.count else {
      throw BenchmarkError(description: "the service does not listen")
    }
    while true {
      guard case .reply(let id, let reply) = try next(), id == lastRequest else { continue }
      return reply
    }
  }

  private func next() throws -> MediaReport {
    var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
    while true {
      if let frame = try decoder.next() { return try Frame.decode(MediaReport.self, from: frame) }
      let count = read(link.rawValue, &buffer, buffer.count)
      guard count > 0 else { throw BenchmarkError(description: "the service has ended") }
      decoder.append(buffer[..<count])
    }
  }
}

/// The peer: one process for each sound.
final class Player {
  let processID: pid_t
  private let process: SpawnedProcess

  init(_ path: String, _ server: SoundServer) throws {
    process = try spawnDetached(
      SpawnRequest(
        executable: "/usr/bin/gst-launch-1.0",
        arguments: [
          "-q", "playbin", "uri=file://\(path)",
          "audio-sink=pulsesink server=\(server.address) buffer-time=100000 latency-time=10000",
        ], environment: ["PATH": "/usr/bin:/bin", "HOME": "/tmp"]))
    processID = process.processID
  }

  func stop() {
    try? process.send(signal: SIGKILL)
    while (try? process.reap()) == .some(nil) { usleep(1_000) }
  }
}

/// What the sink gives out.
final class Monitor {
  private let process: SpawnedProcess
  private let reading: OwnedDescriptor

  init(_ server: SoundServer) throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchmarkError(description: "no pipe") }
    reading = OwnedDescriptor(owning: ends[0])
    let writing = OwnedDescriptor(owning: ends[1])
    process = try spawnDetached(
      SpawnRequest(
        executable: "/usr/bin/parec",
        arguments: [
          "--server=\(server.address)", "--device=\(server.sink).monitor", "--format=s16le",
          "--rate=8000", "--channels=1", "--latency-msec=5", "--raw",
        ], environment: ["PATH": "/usr/bin:/bin", "HOME": "/tmp"],
        standardOutput: writing.rawValue))
  }

  deinit { try? process.send(signal: SIGKILL) }

  /// When the next sample that is no silence has come.
  func timeOfSound() throws -> Double {
    while true { if try nextPiece().contains(where: { abs(Int($0)) > 200 }) { return Clock.now } }
  }

  func waitForSilence() throws {
    var silent = 0
    while silent < 2_000 {
      let piece = try nextPiece()
      silent = piece.allSatisfy { $0 == 0 } ? silent + piece.count : 0
    }
  }

  private func nextPiece() throws -> [Int16] {
    var piece = [Int16](repeating: 0, count: 40)
    var ready = pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 10_000) > 0 else {
      throw BenchmarkError(description: "the monitor gives out nothing")
    }
    let count = read(reading.rawValue, &piece, piece.count * 2)
    guard count > 0 else { throw BenchmarkError(description: "parec has ended") }
    return Array(piece[..<(count / 2)])
  }
}

/// Processor time and memory of processes.
struct Usage {
  /// Of one processor.
  var share: Double
  var megabytes: Double

  static func measure(_ processes: [pid_t], _ seconds: Double) -> Usage {
    let before = processes.reduce(0) { $0 + time(of: $1) }
    let start = Clock.now
    usleep(useconds_t(seconds * 1e6))
    let used = processes.reduce(0) { $0 + time(of: $1) } - before
    let memory = processes.reduce(0.0) {
      $0 + Double((try? Footprint.proportionalBytes(of: $1)) ?? 0) / 1e6
    }
    return Usage(share: used / (Clock.now - start), megabytes: memory)
  }

  /// Seconds of all threads.
  private static func time(of process: pid_t) -> Double {
    guard let directory = opendir("/proc/\(process)/task") else { return 0 }
    defer { closedir(directory) }
    var total = 0.0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let file = fopen("/proc/\(process)/task/\(name)/schedstat", "r") else { continue }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 128)
      guard fgets(&line, CInt(line.count), file) != nil else { continue }
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      total += (Double(text.split(separator: " ").first ?? "") ?? 0) / 1e9
    }
    return total
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Double {
  var tenths: String { fixed(10, 1) }
  var hundredths: String { fixed(100, 2) }

  private func fixed(_ factor: Double, _ places: Int) -> String {
    guard isFinite else { return "?" }
    let scaled = Int((self * factor).rounded())
    let rest = String(scaled % Int(factor))
    return "\(scaled / Int(factor))." + String(repeating: "0", count: places - rest.count) + rest
  }
}
