import AppLink
import Foundation
import Testing
import Tones

@testable import AVFAudio

/// `Recipes/MusicPlayer` as a process, on a device of a few lines.
@Suite(.serialized)
struct RecipeTests {
  private func onDevice(
    _ arguments: [String] = [], tones: [Tone] = Tone.tracks,
    answer: @escaping @Sendable (AudioRequest) -> AudioAnswer,
    _ body: (RecipeDevice) throws -> Void
  ) throws {
    let device = try RecipeDevice(
      arguments: arguments, tracks: tones.map { ("\($0.name).wav", $0.wav) }, answer: answer)
    defer { device.end() }
    try body(device)
  }

  /// Players come in the order of the tracks.
  private let willing: @Sendable (AudioRequest) -> AudioAnswer = { request in
    guard case .load(let player, _) = request else { return FakeDevice.willing(request) }
    return .loaded(
      SoundDescription(
        duration: Tone.tracks[Int(player - 1)].duration, channels: 1, sampleRate: 22_050,
        format: "WAV (Microsoft)"))
  }

  @Test("A4, T20: track follows track in the background, and no time counts down")
  func tracks() throws {
    try onDevice(answer: willing) { device in
      device.launch(systemVersion: "26.1")
      try device.wait(for: "category: AVAudioSessionCategoryPlayback")
      try device.wait(for: "playing 1-low.wav, 6.0 s")
      device.send(.willResignActive(scene: ""))
      device.send(.didEnterBackground(scene: "", grant: nil))
      try device.wait(for: "in the background: 1-low.wav plays, time remaining: undetermined")
      device.send(.audio(.finished(player: 1, successfully: true)))
      try device.wait(for: "finished 1-low.wav")
      try device.wait(for: "playing 2-middle.wav, 5.0 s")
      device.send(.audio(.finished(player: 2, successfully: true)))
      try device.wait(for: "playing 3-high.wav, 4.0 s")
      device.send(.audio(.remoteCommand(.nextTrack)))
      try device.wait(for: "no track is left")
      // Nobody holds them any more.
      #expect(device.requests.contains(.unload(player: 1)))
      #expect(device.requests.contains(.unload(player: 2)))
    }
  }

  @Test("A12, L54: it stops for a call, and goes on only if it may", arguments: [true, false])
  func call(_ shouldResume: Bool) throws {
    try onDevice(answer: willing) { device in
      device.launch(systemVersion: "26.1")
      try device.wait(for: "playing 1-low.wav, 6.0 s")
      device.send(.willResignActive(scene: ""))
      device.send(
        .audio(
          .playback(player: 1, Playback(isPlaying: false, position: 2.5, at: 0, speed: 0))))
      device.send(.audio(.interruptionBegan(.default)))
      try device.wait(for: "an interruption began")
      try device.wait(for: "interrupted: 1-low.wav stands at 2.5 s")
      device.send(.audio(.interruptionEnded(shouldResume: shouldResume)))
      try device.wait(
        for: "the interruption ended, \(shouldResume ? "resume" : "do not resume")")
      try device.wait(
        for: shouldResume
          ? "resumed 1-low.wav at 2.5 s" : "not to go on: 1-low.wav stands at 2.5 s")
    }
  }

  @Test("A16, C18: on iOS 7 the delegate hears of a call first")
  func classicCall() throws {
    try onDevice(answer: willing) { device in
      device.launch(systemVersion: "7.1.2")
      try device.wait(for: "playing 1-low.wav, 6.0 s")
      device.send(.audio(.interruptionBegan(.default)))
      try device.wait(for: "delegate: an interruption began")
      try device.wait(for: "an interruption began")
      device.send(.audio(.interruptionEnded(shouldResume: true)))
      try device.wait(for: "delegate: the interruption ended, resume")
      try device.wait(for: "the interruption ended, resume")
      #expect(device.requests.count { $0 == .play(player: 1, at: nil) } == 2)
    }
  }

  @Test("A18: it stops when headphones are pulled out")
  func headphones() throws {
    try onDevice(answer: willing) { device in
      device.launch(systemVersion: "26.1")
      try device.wait(for: "playing 1-low.wav, 6.0 s")
      device.send(
        .audio(
          .routeChanged(
            .oldDeviceUnavailable, previous: FakeDevice.headset, FakeDevice.state())))
      try device.wait(for: "the route changed: oldDeviceUnavailable, Speaker")
      // Where it stands is the clock's.
      try device.wait(until: "paused: 1-low.wav stands at")
      #expect(device.requests.contains(.pause(player: 1)))
    }
  }

  @Test("A8: what its arguments say is what the device hears")
  func options() throws {
    let arguments = [
      "--category", "ambient", "--options", "duckOthers", "--tracks", "2-middle.wav,missing.wav",
      "--loops", "-1", "--loud",
    ]
    try onDevice(arguments, answer: willing) { device in
      device.launch(systemVersion: "26.1")
      try device.wait(
        for: "\"--loud\" is not an option; --category, --options, --tracks and --loops are")
      try device.wait(for: "playing 2-middle.wav, 6.0 s")
      let ambient = AudioConfiguration(
        category: "AVAudioSessionCategoryAmbient", mode: "AVAudioSessionModeDefault", options: 3)
      #expect(device.requests.contains(.configure(ambient)))
      #expect(device.requests.contains(.set(player: 1, PlayerSettings(loops: -1))))
    }
  }

  @Test("Its tracks are the tones that they say they are")
  func tones() {
    for tone in Tone.tracks {
      let wav = tone.wav
      #expect(wav.count == 44 + 2 * Int(tone.duration * 22_050))
      let samples = wav.dropFirst(44).withUnsafeBytes { bytes in
        (0..<bytes.count / 2).map {
          Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
        }
      }
      let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
      #expect(abs(Double(crossings) - tone.pitch * tone.duration) <= 1)
      #expect(samples.max()! < 9_000)
    }
  }
}
