import ControlAPI
import Foundation
import Glibc
import Multitasking
import Testing

/// What is really heard: the device's sound server is recorded, and tones are looked for in it.
///
/// The device starts the sound server, with a sink that nobody hears.
@Suite(
  "Real sound",
  .enabled(if: access("/usr/bin/parec", X_OK) == 0, "parec is missing: Scripts/setup.sh"))
struct RealSoundTests {
  private static let (music, radio, game) = (SoundApps.music, SoundApps.radio, SoundApps.game)
  private static let low = 440.0
  private static let high = 1_000.0

  private static func onDevice(
    _ profile: Profile.Name = .classic,
    _ body: @Sendable @escaping (TestDevice, _ low: String, _ high: String) throws -> Void
  ) async throws {
    try await scenario(realOnly: "sound", profile) { device in
      try device.installSoundApps()
      let low = try Tones(Self.low, seconds: 120).write("low.wav")
      let high = try Tones(Self.high, seconds: 120).write("high.wav")
      try body(device, low, high)
    }
  }

  @Test("A1, A3: it sounds in the background, and is silent when it was paused from a headset")
  func background() async throws {
    try await Self.onDevice { device, low, _ in
      try device.start(Self.music, low)
      let recording = try device.record()
      try recording.wait(untilHeard: Self.low)
      try device.home()
      try device.advance(.seconds(1))
      #expect(try device.state(Self.music) == .background)
      try recording.wait(untilHeard: Self.low)
      try device.call(.sound(.remote(.pause)))
      try recording.waitForSilence()
      try device.wait(until: Self.music, is: .suspended)
    }
  }

  @Test("A2: a frozen app makes no sound and loses no position")
  func frozen() async throws {
    try await scenario(realOnly: "sound", .classic) { device in
      try device.installSoundApps()
      // The position can be heard: 4 s low, then high.
      let file = try Tones([(Self.low, 4), (Self.high, 60)]).write("both.wav")
      try device.start(Self.music, file)
      let recording = try device.record()
      try recording.wait(untilHeard: Self.low)
      try device.home()
      try device.call(.suspend(app: Self.music))
      try recording.waitForSilence()
      let before = try #require(try device.sound().apps.first?.players.first?.position)
      #expect(try recording.isSilent(for: 5))
      let after = try #require(try device.sound().apps.first?.players.first?.position)
      #expect(before == after)
      try device.open(Self.music)
      // Were the time of the freeze lost, this would be the high tone.
      try recording.wait(untilHeard: Self.low, without: [Self.high])
      try recording.wait(untilHeard: Self.high, without: [Self.low])
    }
  }

  @Test("A8: another app's sound silences, mixes or ducks, as its session says")
  func arbitration() async throws {
    try await Self.onDevice { device, low, high in
      try device.start(Self.music, low, "--resume")
      let recording = try device.record()
      try recording.wait(untilHeard: Self.low)
      let alone = recording.amplitude(of: Self.low)
      // Mixes.
      try device.start(Self.radio, high, options: 1)
      try recording.wait(untilHeard: Self.low, Self.high)
      // Ducks.
      try device.tell(Self.radio, "category?is=Playback&options=2")
      try DeviceTests.wait(for: "the low tone to be ducked") {
        let ratio = recording.amplitude(of: Self.low) / alone
        return ratio > 0.1 && ratio < 0.35
      }
      // Interrupts.
      try device.tell(Self.radio, "category?is=Playback&options=0")
      try recording.wait(untilHeard: Self.high, without: [Self.low])
      try device.wait(untilPrinted: "interruption began", by: Self.music)
      // Gives it back.
      try device.tell(Self.radio, "pause")
      try device.tell(Self.radio, "deactivate")
      try recording.wait(untilHeard: Self.low, without: [Self.high])
    }
  }

  @Test("L54, A15: a call silences, and what it silenced goes on from where it was")
  func call() async throws {
    try await Self.onDevice { device, low, _ in
      try device.start(Self.music, low, "--resume")
      let recording = try device.record()
      try recording.wait(untilHeard: Self.low)
      try device.call(.call(.incoming))
      try recording.waitForSilence()
      try device.call(.call(.decline))
      try recording.wait(untilHeard: Self.low)
    }
  }

  @Test("A19: the media service is killed while it plays: apps are told, and play again")
  func serviceKilled() async throws {
    try await Self.onDevice { device, low, _ in
      try device.start(Self.music, low)
      try device.wait(for: "the media service") { _ in try device.sound().server != nil }
      let pid = try #require(try device.sound().servicePID)
      #expect(kill(pid, SIGKILL) == 0)
      try device.wait(untilPrinted: "services lost", by: Self.music)
      try device.wait(untilPrinted: "services reset", by: Self.music)
      try device.tell(Self.music, "load?file=\(low)")
      try device.tell(Self.music, "play")
      let recording = try device.record()
      try recording.wait(untilHeard: Self.low)
    }
  }

  @Test("An app that dies while it plays leaves no sound and no stream")
  func appDies() async throws {
    try await Self.onDevice { device, low, _ in
      try device.start(Self.music, low)
      let recording = try device.record()
      try recording.wait(untilHeard: Self.low)
      try device.call(.kill(app: Self.music))
      try recording.waitForSilence()
      #expect(try device.sound().apps.isEmpty)
      try device.start(Self.radio, low)
      try recording.wait(untilHeard: Self.low)
    }
  }

  @Test("A hundred players in one app: as many play as there is room for, and all of them go")
  func manyPlayers() async throws {
    try await Self.onDevice { device, low, high in
      try device.start(Self.music, low)
      let recording = try device.record()
      try device.tell(Self.music, "many?to=100&file=\(high)")
      let line = device.printed(by: Self.music).last { $0.hasPrefix("many:") } ?? ""
      let playing = line.split(separator: " ").compactMap { Int($0) }.first ?? 0
      #expect(playing >= 16, "\(line)")
      try recording.wait(untilHeard: Self.low, without: [Self.high])
      #expect(try device.sound().apps.first?.players.count == 1)
    }
  }

  @Test(
    "playerctl sees who plays, pauses it and lets it go on (MPRIS)",
    .enabled(
      if: access("/usr/bin/playerctl", X_OK) == 0 && access("/usr/bin/dbus-daemon", X_OK) == 0,
      "playerctl or dbus-daemon is missing: Scripts/setup.sh"))
  func playerctl() async throws {
    let bus = try SessionBus()
    defer { bus.stop() }
    var options = DeviceOptions(.classic)
    options.environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
    try await TestDevice.run(options) { device in
      try device.installSoundApps()
      let low = try Tones(Self.low, seconds: 120).write("low.wav")
      try device.start(Self.music, low)
      try DeviceTests.wait(for: "playerctl to see it") {
        try bus.playerctl("status") == "Playing"
      }
      #expect(try bus.playerctl("metadata", "--format", "{{artist}}: {{title}}") == "Probe: Tone")
      _ = try bus.playerctl("pause")
      try device.wait(untilPrinted: "paused", by: Self.music)
      try DeviceTests.wait(for: "playerctl to see the pause") {
        try bus.playerctl("status") == "Paused"
      }
      _ = try bus.playerctl("play-pause")
      try device.wait(untilPrinted: "play 1 true", by: Self.music, times: 2)
    }
  }

  @Test("The volume of the device and the Ring/Silent switch are heard")
  func volume() async throws {
    try await Self.onDevice { device, low, _ in
      try device.call(.launch(ControlCommand.Launch(app: Self.game)))
      try device.tell(Self.game, "category?is=Ambient")
      try device.tell(Self.game, "load?file=\(low)")
      try device.tell(Self.game, "play")
      let recording = try device.record()
      try recording.wait(untilHeard: Self.low)
      try device.call(.sound(.silentSwitch(isSilent: true)))
      try recording.waitForSilence()
      try device.call(.sound(.silentSwitch(isSilent: false)))
      try recording.wait(untilHeard: Self.low)
    }
  }
}
