import ControlAPI
import Multitasking

/// 14.4: sound holds an app in the background, and a call takes it away.
struct MusicChapter: Chapter {
  let phone: Phone

  let section = "14.4"
  let title = "Audio in the background"
  let lead =
    "Music goes on after Home and spends no time; a call interrupts it; it ends with the last track."

  private let app = Recipe.musicPlayer
  /// Nothing counts down while sound runs (T20), and it does when it does not.
  private let held = Deed.tell("runInBackground", .heldWithoutLimit)
  private let limited = Deed.tell("runInBackground", .limitIsBack)

  func play() throws {
    try phone.launch(app)
    try phone.expect(
      app, Deed.coldLaunch,
      says: ["category: AVAudioSessionCategoryPlayback", "playing 1-low.wav, 6.0 s"])
    try phone.act("Home is pressed", .home)
    try phone.expect(
      app, Deed.home,
      says: ["in the background: 1-low.wav plays, time remaining: undetermined"])
    try sounds("1-low.wav")
    try phone.explain(app, .background, "it plays sound (playback)")
    phone.film.scene()
    try callInterrupts()
    phone.film.scene()
    try tracksEnd()
  }

  private func callInterrupts() throws {
    try phone.pass(.seconds(2), with: app)
    try phone.act("a call comes in", .call(.incoming))
    try phone.expect(
      app,
      [
        .tell("interruption began", .audio(.interrupted(by: .call))), limited,
        .suspend(.audio(.stopped(.interrupted(.call)))),
      ],
      says: [
        "delegate: an interruption began", "interrupted: 1-low.wav stands at ",
        "an interruption began",
      ])
    try phone.explain(app, .suspended, "a call interrupted its sound")
    try phone.act("it is declined", .call(.decline))
    try phone.expect(
      app,
      [
        .resume(.woken(.audio)), .tell("runInBackground", .woken(.audio)),
        .tell("interruption ended (should resume)", .audio(.interruptionOver(.call))), held,
      ],
      says: [
        "delegate: the interruption ended, resume", "resumed 1-low.wav at ",
        "the interruption ended, resume",
      ])
    try sounds("1-low.wav")
  }

  /// A4: each end begins the next track, and the last one leaves nothing to run for.
  private func tracksEnd() throws {
    let end = Deed.tell("audioPlayerDidFinishPlaying", .audio(.stopped(.finished)))
    try phone.expect(
      app,
      [
        end, limited, held, end, limited, held, end, limited, .suspend(.audio(.stopped(.finished))),
      ],
      says: [
        "finished 1-low.wav", "playing 2-middle.wav, 5.0 s", "finished 2-middle.wav",
        "playing 3-high.wav, 4.0 s", "finished 3-high.wav", "no track is left",
      ], inDetail: true)
    try phone.explain(app, .suspended, "its sound came to the end")
    try phone.call(.terminate(app: app.id))
    try phone.expect(app, [.kill(nil, .terminatedByCommand)])
    try phone.waitUntilGone(app)
  }

  /// What `greenroom audio` shows.
  private func sounds(_ track: String) throws {
    phone.film.action("greenroom audio")
    guard case .sound(let info) = try phone.call(.sound(.list)),
      let sound = info.apps.first(where: { $0.status.app == app.id }), let server = info.server
    else { throw Difference("no app has used sound") }
    try phone.check(
      sound.players.contains(where: \.isRunning),
      "\(track) runs through \(server.isPrivate ? "a sound server that nobody hears" : "the user's sound server")",
      else: "\(track) does not run: \(sound.status.why)")
  }
}
