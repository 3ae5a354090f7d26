import ControlAPI
import Foundation
import Glibc
import MediaLink
import ProcessControl
import Testing

/// What a sound server's sink gives out, as `parec` records it from the sink's monitor.
final class Recording {
  private static let rate = 8_000
  /// Seconds that are listened to at once.
  private static let window = 0.2

  private let process: SpawnedProcess
  private let file: OwnedDescriptor
  private let path: String

  init(_ server: SoundServer, in folder: String) throws {
    path = folder + "/recording.raw"
    file = OwnedDescriptor(
      owning: Glibc.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
    process = try spawnDetached(
      SpawnRequest(
        executable: "/usr/bin/parec",
        arguments: [
          "--server=\(server.address)", "--device=\(server.sink).monitor", "--format=s16le",
          "--rate=\(Self.rate)", "--channels=1", "--latency-msec=20", "--raw",
        ], environment: ProcessInfo.processInfo.environment, standardOutput: file.rawValue,
        standardError: 2))
    // A monitor gives out silence, too: the first bytes say that it runs.
    try DeviceTests.wait(for: "the recording to begin") { self.count > 0 }
  }

  deinit { stop() }

  func stop() {
    try? process.send(signal: SIGKILL)
    _ = try? TestDevice.collect(process)
    unlink(path)
  }

  /// Samples so far.
  private var count: Int { Int(lseek(file.rawValue, 0, SEEK_END)) / 2 }

  /// Waits until a tone is heard and the others are not.
  func wait(
    untilHeard frequencies: Double..., without silent: [Double] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let what = "\(frequencies.map { "\(Int($0)) Hz" }) without \(silent.map { "\(Int($0)) Hz" })"
    try DeviceTests.wait(for: "\(what) to be heard") {
      let window = self.latest()
      return frequencies.allSatisfy { Self.amplitude(of: $0, in: window) > 0.02 }
        && silent.allSatisfy { Self.amplitude(of: $0, in: window) < 0.005 }
    }
  }

  /// Waits until nothing is heard.
  func waitForSilence() throws {
    try DeviceTests.wait(for: "silence") { self.latest().allSatisfy { abs($0) < 0.003 } }
  }

  /// How loud a tone is now, as part of full scale.
  func amplitude(of frequency: Double) -> Double {
    Self.amplitude(of: frequency, in: latest())
  }

  /// Whether nothing at all is heard for a while from now on.
  func isSilent(for seconds: Double) throws -> Bool {
    let start = count
    let needed = start + Int(seconds * Double(Self.rate))
    try DeviceTests.wait(for: "\(seconds) s of the recording") { self.count >= needed }
    return samples(from: start, to: needed).allSatisfy { abs($0) < 0.003 }
  }

  private func latest() -> [Double] {
    let end = count
    return samples(from: max(0, end - Int(Self.window * Double(Self.rate))), to: end)
  }

  private func samples(from start: Int, to end: Int) -> [Double] {
    var samples = [Int16](repeating: 0, count: max(0, end - start))
    let bytes = pread(file.rawValue, &samples, samples.count * 2, off_t(start * 2))
    return samples.prefix(max(0, bytes) / 2).map { Double($0) / 32_768 }
  }

  /// The amplitude of one frequency (Goertzel).
  private static func amplitude(of frequency: Double, in samples: [Double]) -> Double {
    guard samples.count > 100 else { return 0 }
    let coefficient = 2 * cos(2 * Double.pi * frequency / Double(rate))
    var (last, before) = (0.0, 0.0)
    for sample in samples { (last, before) = (sample + coefficient * last - before, last) }
    let power = last * last + before * before - coefficient * last * before
    return 2 * power.squareRoot() / Double(samples.count)
  }
}

extension DeviceDriver {
  /// The sound of the device.
  func sound() throws -> SoundInfo {
    guard case .sound(let info) = try call(.sound(.list)) else {
      throw TimedOut(what: "the sound of the device")
    }
    return info
  }

  /// Records what the device gives out; its media service runs.
  func record() throws -> Recording {
    try wait(for: "a sound server") { _ in try sound().server != nil }
    return try Recording(try #require(try sound().server), in: home)
  }
}
