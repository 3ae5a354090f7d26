import Testing

@testable import Multitasking

/// Who may have the sound (A8-A19, C18, L54).
struct ArbitrationTests {
  private static func device(_ profile: Profile = .modern) -> Scenario {
    Scenario(
      profile, AppManifest(id: "music", backgroundModes: [.audio]),
      AppManifest(id: "radio", backgroundModes: [.audio]), AppManifest(id: "game"))
  }

  /// Music in the background, something else in front.
  private static func musicBehind(_ front: AppID, _ profile: Profile = .modern) -> Scenario {
    var device = device(profile)
    device.open("music")
    device.configure("music", .playback)
    device.play("music")
    device.open(front)
    return device
  }

  @Test(
    "A8: a session that does not mix interrupts the others, and A13: their sound is stopped first")
  func interrupts() {
    var device = Self.musicBehind("radio")
    let lines = device.configure("radio", .playback)
    #expect(lines.contains("music interruption began"))
    let halt = lines.firstIndex(of: "music halt player 1")
    let word = lines.firstIndex(of: "music interruption began")
    #expect(halt != nil && word != nil && halt! < word!)
    #expect(device.explain("music").contains("radio interrupted its sound"))
    device.advance(by: .seconds(2))
    #expect(device.state("music") == .suspended)
  }

  @Test("A8: soloAmbient, what every app has at first, interrupts too")
  func soloAmbientInterrupts() {
    var device = Self.musicBehind("game")
    #expect(device.play("game").contains("music interruption began"))
  }

  @Test(
    "A8: ambient sound and .mixWithOthers leave others alone",
    arguments: [
      AudioConfiguration(.ambient), AudioConfiguration(.playback, options: .mixWithOthers),
    ])
  func mixes(configuration: AudioConfiguration) {
    var device = Self.musicBehind("game")
    device.send(.audio("game", .configured(configuration, request: 1)))
    device.send(.audio("game", .activated(request: 2)))
    device.play("game")
    #expect(device.policy.soundStatus(of: "music")?.playing == [1])
    device.advance(by: .seconds(60))
    #expect(device.state("music") == .background)
  }

  @Test("A8: options mean nothing for soloAmbient")
  func optionsOfSoloAmbient() {
    var device = Self.musicBehind("game")
    #expect(
      device.configure("game", .soloAmbient, .mixWithOthers).contains("music interruption began"))
  }

  @Test("A8: .duckOthers lowers others while its session is active")
  func ducks() {
    var device = Self.musicBehind("game")
    #expect(device.configure("game", .playback, .duckOthers).contains("music volume at 20 %"))
    #expect(device.policy.soundStatus(of: "music")?.why == "game ducks it")
    let lines = device.send(.audio("game", .deactivated(notifiesOthers: true, request: 3)))
    #expect(lines.contains("music volume at 100 %"))
  }

  @Test("A8: .interruptSpokenAudioAndMixWithOthers interrupts speech and mixes with music")
  func interruptsSpeech() {
    var device = Self.device()
    device.open("music")
    device.configure("music", .playback, .mixWithOthers)
    device.play("music")
    device.open("radio")
    let speech = AudioConfiguration(.playback, options: .mixWithOthers, isSpoken: true)
    device.send(.audio("radio", .configured(speech, request: 1)))
    device.play("radio")
    device.open("game")
    device.configure("game", .playback, .interruptSpokenAudio)
    #expect(device.policy.soundStatus(of: "music")?.playing == [1])
    #expect(device.policy.soundStatus(of: "radio")?.interruptedBy == .app("game"))
  }

  @Test("A11: .notifyOthersOnDeactivation gives the sound back, with shouldResume for who played")
  func givesBack() {
    var device = Self.musicBehind("radio", .classic)
    device.configure("radio", .playback)
    let lines = device.send(.audio("radio", .deactivated(notifiesOthers: true, request: 3)))
    #expect(lines.contains("music interruption ended (should resume)"))
    // A20: who had the sound may take it up again from the background.
    #expect(device.play("music").contains("music play player 1"))
  }

  @Test("A11, A12: without it no end follows")
  func noEnd() {
    var device = Self.musicBehind("radio")
    device.configure("radio", .playback)
    let lines = device.send(.audio("radio", .deactivated(notifiesOthers: false, request: 3)))
    #expect(!lines.contains { $0.contains("interruption") })
  }

  @Test("A11: deactivation while sound runs stops it, fails, and the session is inactive")
  func busy() {
    var device = Self.device()
    device.open("music")
    device.configure("music", .playback)
    device.play("music")
    let lines = device.send(.audio("music", .deactivated(notifiesOthers: true, request: 3)))
    #expect(lines.first == "music halt player 1")
    #expect(lines.last?.contains("A11") == true)
    #expect(device.policy.soundStatus(of: "music")?.isActive == false)
  }

  @Test("an interrupter that dies gives the sound back without shouldResume")
  func interrupterDies() {
    var device = Self.musicBehind("radio", .classic)
    device.configure("radio", .playback)
    #expect(device.exit("radio", .signaled(9)).contains("music interruption ended"))
  }

  @Test(
    "L54, A15: a call interrupts; when it is over the app is told to resume",
    arguments: [
      Profile.classic, .modern,
    ])
  func call(profile: Profile) {
    var device = Self.device(profile)
    device.open("music")
    device.configure("music", .playback)
    device.play("music")
    #expect(device.send(.callIncoming).contains("music interruption began"))
    #expect(device.send(.callDeclined).contains("music interruption ended (should resume)"))
    #expect(device.play("music").contains("music play player 1"))
  }

  @Test("A15: a call suspends music in the background; classic wakes it when the call is over")
  func callInBackground() {
    var device = Self.musicBehind("game", .classic)
    device.home()
    device.send(.callIncoming)
    device.send(.callAnswered(covering: .phone))
    device.advance(by: .seconds(30))
    #expect(device.state("music") == .suspended)
    let lines = device.send(.callEnded)
    #expect(lines.first == "music resume")
    #expect(lines.contains("music interruption ended (should resume)"))
    device.play("music")
    device.advance(by: .seconds(60))
    #expect(device.state("music") == .background)
  }

  @Test("A15: modern tells a suspended app when it runs again")
  func modernTellsLater() {
    var device = Self.musicBehind("game")
    device.home()
    device.send(.callIncoming)
    device.advance(by: .seconds(30))
    #expect(device.send(.callDeclined).isEmpty)
    #expect(device.state("music") == .suspended)
    #expect(device.open("music").contains("music interruption ended (should resume)"))
  }

  @Test("A10: who records can't begin during a call")
  func recordingDuringCall() {
    var device = Self.device()
    device.open("radio")
    device.send(.callIncoming)
    let lines = device.configure("radio", .playAndRecord)
    #expect(lines.last?.contains("A10") == true)
    #expect(device.configure("radio", .playback).last == "radio sound: granted")
  }

  @Test("A17: an app in front with an active session is told of other sound, once each way")
  func hint() {
    var device = Self.musicBehind("game")
    let lines = device.configure("game", .ambient)
    #expect(lines.contains("game silence secondary audio: begin"))
    #expect(device.policy.soundStatus(of: "game")?.isOtherSoundPlaying == true)
    #expect(device.pause("music").contains("game silence secondary audio: end"))
  }

  @Test("A18: unplugged headphones are a route change with its reason; the sound goes on")
  func routes() {
    var device = Self.device()
    device.send(.sound(.headphones(isPlugged: true)))
    device.open("music")
    device.configure("music", .playback)
    device.play("music")
    #expect(device.policy.soundStatus(of: "music")?.route.output == .headphones)
    #expect(
      device.send(.sound(.headphones(isPlugged: false))) == [
        "music route change (headphones were unplugged)"
      ])
    #expect(device.policy.soundStatus(of: "music")?.route.output == .speaker)
    let again = device.send(.sound(.headphones(isPlugged: false)))
    #expect(again == ["refused: no headphones are plugged in"])
  }

  @Test("A18: recording goes to the receiver, unless the app overrides it")
  func receiver() {
    var device = Self.device()
    device.open("radio")
    device.configure("radio", .playAndRecord)
    #expect(
      device.policy.soundStatus(of: "radio")?.route == SoundRoute(output: .receiver, hasInput: true)
    )
    let lines = device.send(.audio("radio", .overridden(toSpeaker: true, request: 5)))
    #expect(lines.first == "radio route change (the app overrode the route)")
    #expect(device.policy.soundStatus(of: "radio")?.route.output == .speaker)
  }

  @Test("A19: when media services are lost all players are gone; afterwards everybody is told")
  func services() {
    var device = Self.musicBehind("game")
    let lost = device.send(.sound(.servicesLost))
    #expect(
      lost == ["music halt player 1", "music mediaServicesWereLost", "music runInBackground"])
    #expect(device.play("music").last?.contains("A19") == true)
    #expect(device.send(.sound(.servicesRestored)) == ["music mediaServicesWereReset"])
    device.advance(by: .seconds(2))
    #expect(device.explain("music").contains("the media service is gone, and its sound with it"))
  }

  @Test("a remote command goes to whoever had the sound last, and wakes it")
  func remoteCommands() {
    var device = Self.musicBehind("game")
    device.send(.audio("music", .remoteCommands([.play, .pause])))
    device.pause("music")
    device.advance(by: .seconds(2))
    #expect(device.state("music") == .suspended)
    #expect(device.send(.sound(.remoteCommand(.play))).contains("music remote command play"))
    // A key for both serves an app that answers to each.
    #expect(
      device.send(.sound(.remoteCommand(.togglePlayPause))).contains("music remote command play"))
    #expect(
      device.send(.sound(.remoteCommand(.nextTrack))) == ["refused: no app answers to nextTrack"])
  }

  @Test("A9: playing activates the session, and preparing does")
  func implicitActivation() {
    var device = Self.musicBehind("game")
    #expect(
      device.send(.audio("game", .prepared(player: 7, request: 1))).contains(
        "music interruption began"))
    #expect(device.policy.soundStatus(of: "game")?.isActive == true)
  }
}
