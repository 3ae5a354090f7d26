import AppLink
import Foundation
import Glibc
import MediaLink
import ProcessControl
import Testing

/// What the media service makes of files: `greenroom-media --describe`, as virtual devices run it.
@Suite("Sounds and what they are")
struct DecoderTests {
  private static let folder = Tones.folder + "/Decoder-\(getpid())"

  /// Runs it on a file.
  private static func describe(_ path: String) throws -> MediaReply {
    let file = OwnedDescriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
    let output = Pipe()
    let process = try spawnDetached(
      SpawnRequest(
        executable: BuiltPrograms.media, arguments: ["--describe"],
        environment: ["PATH": "/usr/bin:/bin"], standardInput: file.rawValue,
        standardOutput: output.fileHandleForWriting.fileDescriptor))
    try output.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    _ = try TestDevice.collect(process)
    return try JSONDecoder().decode(MediaReply.self, from: data)
  }

  private static func make(_ name: String, _ bytes: Data) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(name)"
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The tone in another form, encoded by GStreamer.
  private static func encode(_ name: String, _ encoder: String) throws -> String {
    let wav = try make("\(name).wav", Tones(440, seconds: 2).wav)
    let path = "\(folder)/\(name)"
    let process = try spawnDetached(
      SpawnRequest(
        executable: "/usr/bin/gst-launch-1.0",
        arguments: ["-q", "filesrc", "location=\(wav)", "!", "wavparse", "!", "audioconvert", "!"]
          + encoder.split(separator: " ").map(String.init)
          + ["!", "filesink", "location=\(path)"],
        environment: ["PATH": "/usr/bin:/bin", "HOME": "/tmp"]))
    let exit = try TestDevice.collect(process)
    try #require(exit == .exited(code: 0), "gst-launch-1.0 does not make \(name)")
    return path
  }

  @Test(
    "wav, flac, ogg, mp3 and m4a are described, and as long as they are",
    arguments: [
      ("tone.flac", "flacenc", "FLAC"), ("tone.ogg", "vorbisenc ! oggmux", "Vorbis"),
      ("tone.mp3", "lamemp3enc", "MP3"),
      ("tone.m4a", "audioresample ! avenc_aac ! mp4mux", "AAC"),
    ])
  func formats(name: String, encoder: String, format: String) throws {
    let reply = try Self.describe(try Self.encode(name, encoder))
    guard case .loaded(let sound) = reply else {
      Issue.record("\(name): \(reply)")
      return
    }
    // Encoders of mp3 and AAC fill up their frames.
    #expect(abs(sound.duration - 2) < 0.1)
    #expect(sound.channels == 1)
    #expect(sound.sampleRate == Double(Tones.sampleRate))
    #expect(sound.format.contains(format), "\(sound.format)")
  }

  @Test("Whatever is no sound is told as what it is")
  func noSounds() throws {
    let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) + Data(count: 2_000)
    let cases: [(String, Data, MediaFailure.Cause)] = [
      ("empty.wav", Data(), .empty), ("text.mp3", Data("no sound at all\n".utf8), .notASound),
      ("header.wav", Tones(440, seconds: 1).wav.prefix(30), .notASound),
    ]
    for (name, bytes, cause) in cases {
      let reply = try Self.describe(try Self.make(name, bytes))
      guard case .failed(let failure) = reply else {
        Issue.record("\(name): \(reply)")
        continue
      }
      #expect(failure.cause == cause, "\(name): \(failure)")
    }
    guard case .failed = try Self.describe(try Self.make("picture.wav", png)) else {
      Issue.record("a picture is a sound")
      return
    }
  }

  @Test("A file of five gigabytes is too large, and nobody reads it")
  func enormous() throws {
    let path = try Self.make("enormous.wav", Data())
    #expect(truncate(path, 5 << 30) == 0)
    defer { unlink(path) }
    guard case .failed(let failure) = try Self.describe(path) else {
      Issue.record("five gigabytes are a sound")
      return
    }
    #expect(failure.cause == .tooLarge)
  }

  @Test("A cut sound is as long as what is there")
  func truncated() throws {
    let wav = Tones(440, seconds: 4).wav
    let reply = try Self.describe(try Self.make("cut.wav", wav.prefix(wav.count / 2)))
    guard case .loaded(let sound) = reply else {
      Issue.record("\(reply)")
      return
    }
    #expect(abs(sound.duration - 2) < 0.1, "\(sound.duration) s")
  }
}
