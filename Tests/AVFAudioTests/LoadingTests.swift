import AppLink
import Foundation
import Testing

@testable import AVFAudio
@testable import UIKit

extension Sound {
  @Suite @MainActor
  struct LoadingTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder)
    }

    @Test("A file goes to the device as its descriptor, with the extension of its name")
    func file() throws {
      try withFolder { folder in
        let url = folder.appending(path: "a song.wav")
        try Data("RIFF".utf8).write(to: url)
        try onDevice { device in
          let player = try AVAudioPlayer(contentsOf: url)
          #expect(device.loaded[player.core.number] == Data("RIFF".utf8))
          #expect(device.requests == [.load(player: player.core.number, type: "wav")])
          #expect(player.url == url)
          #expect(player.data == nil)
          let hinted = try AVAudioPlayer(contentsOf: url, fileTypeHint: "public.mp3")
          #expect(
            device.requests.last == .load(player: hinted.core.number, type: "public.mp3"))
        }
      }
    }

    @Test("Bytes go to the device in a file without a name that nobody can change")
    func memory() throws {
      try onDevice { device in
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let player = try AVAudioPlayer(data: bytes)
        #expect(device.loaded[player.core.number] == bytes)
        // F_SEAL_SEAL, SHRINK, GROW, WRITE.
        #expect(device.seals[player.core.number] == 0xF)
        #expect(player.data == bytes)
        #expect(player.url == nil)
        #expect(device.requests == [.load(player: player.core.number, type: nil)])
        let empty = try AVAudioPlayer(data: Data(), fileTypeHint: "com.microsoft.waveform-audio")
        #expect(device.loaded[empty.core.number] == Data())
      }
    }

    @Test("Whoever makes players leaves no descriptor behind")
    func descriptors() throws {
      func count() throws -> Int {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return descriptors.count { descriptor in
          let file = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(descriptor)")
          return file?.contains("AVAudioPlayer") == true
        }
      }
      try onDevice { device in
        for _ in 0..<50 { _ = try AVAudioPlayer(data: Data([1])) }
        device.answer { _ in .refused(AudioRefusal(code: 1_954_115_647, "no sound")) }
        for _ in 0..<50 { _ = try? AVAudioPlayer(data: Data([1])) }
        #expect(try count() == 0)
      }
    }

    @Test("A file that can't be opened is 'wht?', and says which and why")
    func missing() throws {
      try withFolder { folder in
        mkfifo(folder.appending(path: "pipe").path, 0o600)
        try onDevice { device in
          for name in ["missing.mp3", "", "pipe"] {
            let url = folder.appending(path: name)
            let error = try #require(error { _ = try AVAudioPlayer(contentsOf: url) })
            #expect(error.domain == NSOSStatusErrorDomain)
            #expect(error.code == 2_003_334_207)
            #expect(error.localizedDescription.contains(folder.lastPathComponent))
          }
          let web = URL(string: "https://example.com/a.mp3")!
          #expect(error { _ = try AVAudioPlayer(contentsOf: web) }?.code == 2_003_334_207)
          #expect(device.requests.isEmpty)
        }
      }
    }

    @Test("What the device can't play is its error")
    func unplayable() throws {
      try onDevice({ _ in .refused(AudioRefusal(code: 1_954_115_647, "it is a poem")) }) {
        _ in
        let error = try #require(error { _ = try AVAudioPlayer(data: Data("roses".utf8)) })
        #expect(error.domain == NSOSStatusErrorDomain)
        #expect(error.code == 1_954_115_647)
        #expect(error.localizedDescription == "it is a poem")
      }
    }

    @Test("A player says what the sound is")
    func description() throws {
      try onDevice { _ in
        let player = try AVAudioPlayer(data: Data([1]))
        #expect(player.duration == 10)
        #expect(player.numberOfChannels == 2)
        #expect(player.settings[AVSampleRateKey] as? Double == 44_100)
        #expect(player.settings[AVNumberOfChannelsKey] as? Int == 2)
        #expect(player.settings[AVFormatIDKey] as? AudioFormatID == kAudioFormatMPEGLayer3)
        #expect(player.format.sampleRate == 44_100)
        #expect(player.format.channelCount == 2)
      }
    }

    @Test("Without a device there is no player")
    func noDevice() {
      let current = ServiceLink.current
      ServiceLink.setCurrent(nil)
      defer { ServiceLink.setCurrent(current) }
      #expect(error { _ = try AVAudioPlayer(data: Data([1])) }?.domain == NSOSStatusErrorDomain)
    }
  }
}
