import ControlAPI
import Foundation
import Multitasking
import Testing

/// Sessions, interruptions and players of real apps, in real and in virtual time.
@Suite("Sound: sessions and players")
struct SessionTests {
  private static let (music, radio, game) = (SoundApps.music, SoundApps.radio, SoundApps.game)

  @Test(
    "A1, A3, T20: music goes on after Home without spending time; at its end it is suspended",
    arguments: Profile.Name.allCases)
  func background(profile: Profile.Name) async throws {
    try await scenario(profile) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 6).write("six.wav")
      try device.start(Self.music, file)
      try device.home()
      try device.wait(untilPrinted: "background, time unlimited", by: Self.music)
      try device.advance(.seconds(2))
      #expect(try device.state(Self.music) == .background)
      #expect(try device.info(Self.music).why.contains("it plays sound (playback)"))
      try device.wait(untilPrinted: "finished 1 true", by: Self.music)
      try device.wait(until: Self.music, is: .suspended)
      #expect(try device.info(Self.music).why.contains("its sound came to the end"))
    }
  }

  @Test("A4: the next track begins in the background, and the app goes on")
  func nextTrack() async throws {
    try await scenario(.modern) { device in
      try device.installSoundApps()
      let first = try Tones(440, seconds: 3).write("first.wav")
      let second = try Tones(660, seconds: 30).write("second.wav")
      try device.start(Self.music, first, "--next")
      try device.tell(Self.music, "load?player=2&file=\(second)")
      try device.home()
      try device.wait(untilPrinted: "play 2 true", by: Self.music)
      try device.advance(.seconds(3))
      #expect(try device.state(Self.music) == .background)
      #expect(try device.sound().apps.first?.status.playing.count == 1)
    }
  }

  @Test("A2: without the mode sound ends in the background, and goes on where it was in front")
  func withoutMode() async throws {
    try await scenario(.classic) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 60).write("minute.wav")
      try device.start(Self.game, file, options: 1)
      try device.sendAwaySound(Self.game)
      let before = try #require(try device.sound().apps.first?.players.first)
      #expect(before.isPlaying)
      #expect(!before.isRunning)
      try device.advance(.seconds(3))
      let after = try #require(try device.sound().apps.first?.players.first)
      #expect(after.position == before.position)
      try device.open(Self.game)
      try device.wait(for: "the sound to go on") { _ in
        try device.sound().apps.first?.players.first?.isRunning == true
      }
    }
  }

  @Test(
    "A8, A11, A12, A16, C18: another app interrupts, gives the sound back, and the first one resumes"
  )
  func twoApps() async throws {
    try await scenario(.classic) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 60).write("minute.wav")
      try device.start(Self.music, file, "--resume")
      try device.start(Self.radio, file)
      try device.wait(untilPrinted: "interruption began reason 0 main", by: Self.music)
      try device.wait(untilPrinted: "delegate begin 1", by: Self.music)
      try device.wait(until: Self.music, is: .suspended)
      #expect(try device.info(Self.music).why.contains("com.example.radio interrupted its sound"))
      try device.tell(Self.radio, "pause")
      try device.tell(Self.radio, "deactivate")
      try device.wait(untilPrinted: "interruption ended options 1 main", by: Self.music)
      try device.wait(untilPrinted: "delegate end 1 1", by: Self.music)
      try device.wait(untilPrinted: "play 1 true", by: Self.music, times: 2)
      try device.advance(.seconds(1))
      #expect(try device.state(Self.music) == .background)
    }
  }

  @Test("A15, L54: a call interrupts music in the background, and classic wakes it afterwards")
  func call() async throws {
    try await scenario(.classic) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 60).write("minute.wav")
      try device.start(Self.music, file, "--resume")
      try device.home()
      try device.wait(untilPrinted: "background", by: Self.music)
      try device.call(.call(.incoming))
      try device.wait(untilPrinted: "interruption began reason 0 main", by: Self.music)
      try device.call(.call(.answer(covering: .phone)))
      try device.wait(until: Self.music, is: .suspended)
      try device.call(.call(.end))
      try device.wait(untilPrinted: "play 1 true", by: Self.music, times: 2)
      #expect(try device.state(Self.music) == .background)
    }
  }

  @Test("A14: a session left active is taken away at suspension, and the app hears of it later")
  func suspended() async throws {
    try await scenario(.modern) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 60).write("minute.wav")
      try device.start(Self.music, file)
      try device.tell(Self.music, "pause")
      try device.sendAwaySound(Self.music)
      try device.open(Self.music)
      try device.wait(untilPrinted: "interruption began reason 1 main", by: Self.music)
    }
  }

  @Test(
    "A20: sound that does not mix is refused in the background; a headset wakes who had it last")
  func refusedInBackground() async throws {
    try await scenario(.modern) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 60).write("minute.wav")
      try device.start(Self.music, file)
      try device.tell(Self.music, "pause")
      try device.sendAwaySound(Self.music)
      try device.call(.sound(.remote(.play)))
      try device.wait(untilPrinted: "play 1 false", by: Self.music)
      try device.wait(for: "the reason") { entries in
        JournalFollower.describe(entries).contains("A20")
      }
    }
  }

  @Test("A18: headphones come and go; the reasons and routes are Apple's")
  func routes() async throws {
    try await scenario(.modern) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 60).write("minute.wav")
      try device.start(Self.music, file)
      try device.call(.sound(.headphones(isPlugged: true)))
      try device.wait(untilPrinted: "route reason 1 Speaker to Headphones", by: Self.music)
      try device.call(.sound(.headphones(isPlugged: false)))
      try device.wait(untilPrinted: "route reason 2 Headphones to Speaker", by: Self.music)
    }
  }

  @Test("A17: an app in front that mixes is told of other sound")
  func hint() async throws {
    try await scenario(.modern) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 60).write("minute.wav")
      try device.start(Self.music, file)
      try device.start(Self.game, file, options: 1)
      try device.wait(untilPrinted: "hint 1", by: Self.game)
    }
  }

  @Test("Files that are no sounds are errors of AVAudioPlayer, and the service goes on")
  func badFiles() async throws {
    try await scenario(.modern) { device in
      try device.installSoundApps()
      let good = try Tones(440, seconds: 2).write("good.wav")
      let bad: [(name: String, bytes: Data)] = [
        ("empty.wav", Data()), ("text.mp3", Data("this is no sound".utf8)),
        ("header.wav", Tones(440, seconds: 1).wav.prefix(20)),
        ("noise.m4a", Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) })),
      ]
      try device.call(.launch(ControlCommand.Launch(app: Self.music)))
      try device.wait(untilPrinted: "active", by: Self.music)
      for (name, bytes) in bad {
        let path = "\(Tones.folder)/\(name)"
        try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
        try device.tell(Self.music, "load?file=\(path)")
        #expect(
          device.printed(by: Self.music).last?.hasPrefix("error NSOSStatusErrorDomain") == true,
          "\(name): \(device.printed(by: Self.music).last ?? "")")
      }
      try device.tell(Self.music, "load?file=/nonexistent.wav")
      #expect(device.printed(by: Self.music).last?.hasPrefix("error") == true)
      try device.tell(Self.music, "load?file=\(good)")
      try device.wait(untilPrinted: "loaded 1 2000 ms, 1 channels", by: Self.music)
      // A9: beyond the end is the beginning.
      try device.tell(Self.music, "seek?to=1000")
      try device.tell(Self.music, "tell")
      try device.wait(untilPrinted: "player 1 is still 0", by: Self.music)
    }
  }

  @Test("Meters tell how loud a sound is, without anything being played for it")
  func levels() async throws {
    try await scenario(.modern) { device in
      try device.installSoundApps()
      let file = try Tones(440, seconds: 60, amplitude: 0.5).write("half.wav")
      try device.start(Self.music, file)
      try device.advance(.seconds(1))
      try device.tell(Self.music, "levels")
      let line = device.printed(by: Self.music).last { $0.hasPrefix("levels ") } ?? ""
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      // A sine of half the scale: its peak at -6 dB, its power at -9 dB.
      #expect(numbers.count == 2 && abs(numbers[0] + 9) <= 1 && abs(numbers[1] + 6) <= 1, "\(line)")
    }
  }
}

extension DeviceDriver {
  /// Presses Home and waits until an app is suspended.
  func sendAwaySound(_ app: AppID) throws {
    try home()
    try wait(until: app, is: .suspended)
  }
}
