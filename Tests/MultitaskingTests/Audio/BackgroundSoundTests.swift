import Testing

@testable import Multitasking

/// Sound and the life cycle (A1-A7, T20).
struct BackgroundSoundTests {
  static let music = AppManifest(id: "music", backgroundModes: [.audio])
  static let silent = AppManifest(id: "game")

  /// An app that plays in front.
  private static func playing(
    _ profile: Profile = .modern, _ category: AudioConfiguration.Category = .playback
  ) -> Scenario {
    var device = Scenario(profile, music, silent)
    device.open("music")
    device.configure("music", category)
    device.play("music")
    return device
  }

  @Test(
    "A1: sound that runs holds an app with the mode in the background",
    arguments: [
      Profile.classic, .modern,
    ])
  func soundHolds(profile: Profile) {
    var device = Self.playing(profile)
    device.home()
    device.advance(by: .seconds(3_600))
    #expect(device.state("music") == .background)
    #expect(device.explain("music").contains("it plays sound (playback)"))
  }

  @Test("A3: when it pauses, it is suspended after the grace, and that is the reason")
  func pauseEndsIt() {
    var device = Self.playing()
    device.home()
    device.advance(by: .seconds(60))
    device.pause("music")
    #expect(device.advance(by: .seconds(2)).contains { $0.hasSuffix("music suspend") })
    #expect(device.explain("music").contains("it paused its sound"))
  }

  @Test("A4: at the end of a sound the app may start the next one, and goes on")
  func nextTrack() {
    var device = Self.playing()
    device.home()
    device.advance(by: .seconds(200))
    #expect(device.finish("music").contains("music audioPlayerDidFinishPlaying"))
    device.play("music", player: 2)
    device.advance(by: .seconds(200))
    #expect(device.state("music") == .background)
    device.finish("music", player: 2)
    device.advance(by: .seconds(2))
    #expect(device.state("music") == .suspended)
    #expect(device.explain("music").contains("its sound came to the end"))
  }

  @Test("T20, A6: while it sounds nothing counts down, and the allowance is untouched afterwards")
  func allowanceIsUntouched() {
    var device = Self.playing()
    device.home()
    let grant = device.messages(to: "music").compactMap { message -> BackgroundGrant? in
      guard case .didEnterBackground(_, let grant) = message else { return nil }
      return grant
    }
    #expect(grant == [BackgroundGrant(endsAt: nil)])
    device.beginTask("music", "sync")
    device.advance(by: .seconds(600))
    #expect(device.state("music") == .background)
    device.pause("music")
    #expect(
      device.messages(to: "music") == [
        .runInBackground(BackgroundGrant(endsAt: device.now + .seconds(30)))
      ])
    let lines = device.advance(by: .seconds(26))
    #expect(lines.contains("25 s: music expirationHandler"), "\(lines)")
  }

  @Test("A2: without the mode sound ends in the background, and goes on in front")
  func withoutMode() {
    var device = Scenario(.modern, Self.silent)
    device.open("game")
    device.configure("game", .playback, .mixWithOthers)
    device.play("game")
    #expect(device.home().contains("game silence player 1"))
    device.advance(by: .seconds(10))
    #expect(device.state("game") == .suspended)
    #expect(device.open("game").contains("game let player 1 go on"))
  }

  @Test(
    "A2: ambient and soloAmbient end in the background, with the mode too",
    arguments: [
      AudioConfiguration.Category.ambient, .soloAmbient,
    ])
  func ambientEnds(category: AudioConfiguration.Category) {
    var device = Self.playing(.classic, category)
    #expect(device.home().contains("music silence player 1"))
    device.advance(by: .seconds(10))
    #expect(device.state("music") == .suspended)
  }

  @Test("A2: the Ring/Silent switch mutes ambient sound, and no playback")
  func silentSwitch() {
    var device = Self.playing(.modern, .ambient)
    #expect(device.send(.sound(.silentSwitch(true))) == ["music volume at 0 %"])
    #expect(device.send(.sound(.silentSwitch(false))) == ["music volume at 100 %"])
    device.configure("music", .playback)
    #expect(device.send(.sound(.silentSwitch(true))).isEmpty)
  }

  @Test(
    "A14: a session left active is deactivated at suspension; the next run begins with the word")
  func suspensionDeactivates() {
    var device = Self.playing()
    device.pause("music")
    device.home()
    device.advance(by: .seconds(6))
    #expect(device.state("music") == .suspended)
    #expect(device.policy.soundStatus(of: "music")?.isActive == false)
    let lines = device.open("music")
    #expect(lines.contains("music interruption began (app was suspended)"))
    let order = lines.filter { $0.contains("interruption") || $0.contains("BecomeActive") }
    #expect(order.first?.contains("interruption") == true)
  }

  @Test("A14: before iOS 10 a suspended app keeps its session, and its sound goes on at the thaw")
  func classicKeepsSession() {
    var device = Self.playing(.classic)
    device.home()
    device.advance(by: .seconds(60))
    #expect(device.send(.suspended("music")) == ["music silence player 1", "music suspend"])
    #expect(device.open("music").contains("music let player 1 go on"))
    #expect(device.policy.soundStatus(of: "music")?.isActive == true)
  }

  @Test("A20: sound that others would have to stop for does not begin in the background")
  func refusedInBackground() {
    var device = Scenario(.modern, Self.music, Self.silent)
    device.open("music")
    device.configure("music", .playback, isActive: false)
    device.beginTask("music", "load")
    device.home()
    let lines = device.play("music")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("sound refused") == true)
    #expect(lines.first?.contains("A20") == true)
  }

  @Test("A20: sound that mixes may begin in the background")
  func mixingMayBegin() {
    var device = Scenario(.modern, Self.music, Self.silent)
    device.open("music")
    device.configure("music", .playback, .mixWithOthers, isActive: false)
    device.beginTask("music", "load")
    device.home()
    #expect(device.play("music").contains("music play player 1"))
    device.endTask("music", "load")
    device.advance(by: .seconds(60))
    #expect(device.state("music") == .background)
  }

  @Test("an app that is ended while it plays leaves nothing behind")
  func endWhilePlaying() {
    var device = Self.playing()
    device.home()
    device.send(.terminated("music"))
    #expect(device.state("music") == .notRunning)
    #expect(device.policy.soundStatuses.isEmpty)
  }

  @Test("a sound that ends right before the freeze is told at the next run")
  func endBeforeFreeze() {
    var device = Self.playing(.classic)
    device.home()
    device.send(.suspended("music"))
    #expect(device.finish("music") == ["music halt player 1"])
    #expect(device.open("music").contains("music audioPlayerDidFinishPlaying"))
  }
}
