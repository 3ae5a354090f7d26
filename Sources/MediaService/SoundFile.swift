import AppLink
import CGStreamer
import CLinux
import Glibc
import MediaLink
import ProcessControl

/// A sound behind a descriptor, looked at without being played.
struct SoundFile {
  private let descriptor: CInt
  private let size: Int64

  /// How long a decoder may say nothing.
  private static let patience = 20.0

  /// - Throws: ``MediaFailure`` for what is empty, too large or no file.
  init(_ descriptor: CInt) throws(MediaFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw MediaFailure(.system, "the sound can't be read: \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw MediaFailure(.notASound, "the sound is no file")
    }
    guard status.st_size > 0 else { throw MediaFailure(.empty, "the sound is empty") }
    guard status.st_size <= MediaLimits.soundBytesMax else {
      throw MediaFailure(
        .tooLarge,
        "the sound has \(status.st_size) bytes; at most \(MediaLimits.soundBytesMax) are read")
    }
    self.descriptor = descriptor
    size = Int64(status.st_size)
  }

  /// A path that opens the file anew, with a place of its own in it.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// What it is.
  func describe() throws(MediaFailure) -> SoundDescription {
    let pipeline = try Pipeline(
      "filesrc location=\(path) ! decodebin ! audioconvert ! audio/x-raw,format=S16LE "
        + "! fakesink name=end sync=false")
    defer { pipeline.go(GREENROOM_PIPELINE_NULL) }
    guard pipeline.go(GREENROOM_PIPELINE_PAUSED, within: Self.patience) else {
      throw Self.failure(pipeline.nextMessage() ?? pipeline.wait(atMost: 0.1))
    }
    let (channels, rate) = pipeline.format(of: "end")
    guard channels > 0, rate > 0 else {
      throw MediaFailure(.notASound, "there is no sound in it")
    }
    while pipeline.nextMessage() != nil {}
    let format = pipeline.tag("audio-codec") ?? pipeline.tag("container-format") ?? "PCM"
    var duration = pipeline.duration
    // What a header does not tell, or only estimates, the decoder knows at the end.
    if duration == nil || Self.estimates(format) {
      duration = try exactDuration(channels, rate)
    }
    return SoundDescription(
      duration: duration ?? 0, channels: channels, sampleRate: Double(rate), format: format,
      title: pipeline.tag("title"), artist: pipeline.tag("artist"))
  }

  /// Formats without a count of their samples.
  private static func estimates(_ format: String) -> Bool {
    format.contains("Layer") || format.contains("ADTS") || format.contains("MPEG-4 AAC")
  }

  private func exactDuration(_ channels: Int, _ rate: Int) throws(MediaFailure) -> Double {
    var frames = 0
    try decode { samples, _ in frames += samples.count / max(1, channels) }
    return Double(frames) / Double(rate)
  }

  /// How loud it is, piece by piece.
  func levels() throws(MediaFailure) -> SoundLevels {
    let sound = try describe()
    let interval = max(0.05, sound.duration / Double(Self.piecesMax))
    var meter = Meter(
      channels: sound.channels, framesPerPiece: max(1, Int(interval * sound.sampleRate)))
    try decode { samples, _ in meter.add(samples) }
    return meter.levels(interval: interval)
  }

  private static let piecesMax = 20_000

  /// Decodes the whole, as fast as it goes.
  private func decode(_ take: (UnsafeBufferPointer<Int16>, Int) -> Void) throws(MediaFailure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw MediaFailure(.system, "no pipe: \(String(cString: strerror(errno)))")
    }
    let reading = OwnedDescriptor(owning: ends[0])
    var writing: OwnedDescriptor? = OwnedDescriptor(owning: ends[1])
    let pipeline = try Pipeline(
      "filesrc location=\(path) ! decodebin ! audioconvert "
        + "! audio/x-raw,format=S16LE,layout=interleaved ! fdsink sync=false fd=\(ends[1])")
    defer { pipeline.go(GREENROOM_PIPELINE_NULL) }
    pipeline.go(GREENROOM_PIPELINE_PLAYING, within: 0)
    var buffer = [Int16](repeating: 0, count: 64 * 1_024)
    var waited = pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0)
    var quiet = 0.0
    while true {
      if poll(&waited, 1, 20) > 0, waited.revents & Int16(POLLIN) != 0 {
        quiet = 0
        let count = buffer.withUnsafeMutableBytes {
          Glibc.read(reading.rawValue, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return }
        buffer.withUnsafeBufferPointer {
          take(UnsafeBufferPointer(rebasing: $0[..<(count / 2)]), count)
        }
        continue
      }
      switch pipeline.nextMessage() {
      case .end?:
        // What is still in the pipe comes before its end.
        pipeline.go(GREENROOM_PIPELINE_NULL)
        writing = nil
      case .error(let why)?: throw Self.failure(.error(why))
      case .segmentDone?, nil:
        quiet += 0.02
        if quiet > Self.patience { throw MediaFailure(.notASound, "it decodes to nothing") }
      }
      if writing == nil, poll(&waited, 1, 0) <= 0 || waited.revents & Int16(POLLIN) == 0 { return }
    }
  }

  private static func failure(_ message: Pipeline.Message?) -> MediaFailure {
    guard case .error(let why)? = message else {
      return MediaFailure(.notASound, "it can't be decoded")
    }
    let isUnknown = why.contains("missing") || why.contains("plug-in") || why.contains("plugin")
    return MediaFailure(isUnknown ? .unknownFormat : .notASound, why)
  }
}
