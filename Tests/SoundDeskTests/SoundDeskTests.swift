import AppLink
import MediaLink
import Multitasking
import Testing

@testable import SoundDesk

/// The desk between two apps, a policy and a media service without sound.
struct SoundDeskTests {
  /// Two apps in a policy; the desk's steps are carried out at once.
  private struct Bench {
    var desk = SoundDesk()
    var media = VirtualMedia()
    var policy: Policy
    var now = Instant(nanoseconds: 1_000_000_000)
    var answers: [AudioAnswer] = []
    var notices: [AudioNotice] = []
    var demands: [MediaDemand] = []

    init(mode: [BackgroundMode] = [.audio]) {
      policy = Policy(profile: .classic, at: now)
      for id in ["music", "radio"] as [AppID] {
        let manifest = AppManifest(id: id, backgroundModes: mode)
        handle(.installed(manifest, lastExit: nil, isForceQuit: false))
      }
    }

    mutating func open(_ app: AppID) {
      handle(.opened(app))
      handle(.connected(app))
    }

    mutating func handle(_ event: Event) {
      for effect in policy.handle(event, at: now) {
        guard let app = effect.app else { continue }
        switch effect.action {
        case .audio(let command):
          take(desk.perform(command, of: app, at: now.nanoseconds, now))
        case .deliver(let delivery):
          handle(.started(app, delivery: delivery.id))
          handle(.handled(app, delivery: delivery.id, tasks: OpenTasks.none))
        default: break
        }
      }
    }

    mutating func ask(_ request: AudioRequest, _ app: AppID = "music") -> AudioAnswer? {
      answers = []
      take(desk.take(request, 7, from: app, at: now.nanoseconds, now))
      return answers.last
    }

    mutating func take(_ steps: [SoundDesk.Step]) {
      for step in steps {
        switch step {
        case .event(let event): handle(event)
        case .answer(_, _, let answer): answers.append(answer)
        case .notice(_, let notice): notices.append(notice)
        case .answerState: Issue.record("nobody asked")
        case .demand(let demand, let ticket):
          demands.append(demand)
          var reply = media.perform(demand, at: now.nanoseconds)
          if case .load(let stream, _, _) = demand {
            media.add(stream, SoundDeskTests.sound)
            reply = .loaded(SoundDeskTests.sound)
          }
          take(desk.take(reply, for: ticket, at: now.nanoseconds))
        }
      }
    }

    mutating func pass(_ duration: Duration) {
      now = now + duration
      for stream in media.takeEnded(at: now.nanoseconds) { take(desk.finished(stream)) }
    }
  }

  private static let sound = SoundDescription(
    duration: 10, channels: 1, sampleRate: 22_050, format: "WAV")

  private static func playing() -> Bench {
    var bench = Bench()
    bench.open("music")
    _ = bench.ask(.load(player: 1, type: nil))
    _ = bench.ask(.play(player: 1, at: nil))
    return bench
  }

  @Test("A player is loaded, plays, tells where it is, and comes to its end")
  func plays() {
    var bench = Bench()
    bench.open("music")
    #expect(bench.ask(.load(player: 1, type: "wav")) == .loaded(Self.sound))
    let start = bench.now.nanoseconds
    #expect(
      bench.ask(.play(player: 1, at: nil))
        == .playback(Playback(isPlaying: true, position: 0, at: start, speed: 1)))
    bench.pass(.seconds(4))
    #expect(
      bench.ask(.pause(player: 1))
        == .playback(
          Playback(isPlaying: false, position: 4, at: bench.now.nanoseconds, speed: 0)))
    _ = bench.ask(.play(player: 1, at: nil))
    bench.pass(.seconds(6))
    #expect(bench.policy.soundStatus(of: "music")?.playing == [])
  }

  @Test("A13: an interruption stops the player, and the app knows where it is before it hears why")
  func interruption() {
    var bench = Self.playing()
    bench.pass(.seconds(3))
    bench.handle(.callIncoming)
    #expect(
      bench.notices == [
        .playback(
          player: 1,
          Playback(isPlaying: false, position: 3, at: bench.now.nanoseconds, speed: 0))
      ])
    bench.pass(.seconds(60))
    #expect(bench.media.nextEnd == nil)
  }

  @Test("A2: what the system keeps silent stays where it is, and goes on at the thaw")
  func corked() {
    var bench = Bench()
    bench.open("music")
    let playback = AudioConfiguration(
      category: "AVAudioSessionCategoryPlayback", mode: "AVAudioSessionModeDefault", options: 0)
    _ = bench.ask(.configure(playback))
    _ = bench.ask(.load(player: 1, type: nil))
    _ = bench.ask(.play(player: 1, at: nil))
    bench.handle(.homePressed)
    bench.pass(.seconds(2))
    bench.handle(.suspended("music"))
    #expect(bench.demands.last == .cork([1]))
    bench.pass(.seconds(60))
    bench.notices = []
    bench.handle(.opened("music"))
    #expect(
      bench.notices == [
        .playback(
          player: 1,
          Playback(isPlaying: true, position: 2, at: bench.now.nanoseconds, speed: 1))
      ])
  }

  @Test("A player that begins later says so, and ends as much later")
  func later() {
    var bench = Bench()
    bench.open("music")
    _ = bench.ask(.load(player: 1, type: nil))
    let start = bench.now.nanoseconds + 5_000_000_000
    #expect(
      bench.ask(.play(player: 1, at: start))
        == .playback(Playback(isPlaying: true, position: 0, at: start, speed: 1)))
    #expect(bench.media.nextEnd == start + 10_000_000_000)
  }

  @Test("The player beyond the limit is refused, and one that is let go of makes room")
  func manyPlayers() {
    var bench = Bench()
    bench.open("music")
    for player in 1...LinkLimits.playersMax {
      #expect(bench.ask(.load(player: UInt64(player), type: nil)) == .loaded(Self.sound))
    }
    let extra = bench.ask(.load(player: 9_999, type: nil))
    guard case .refused(let refusal) = extra else {
      Issue.record("\(String(describing: extra))")
      return
    }
    #expect(refusal.message.contains("256 players"))
    _ = bench.ask(.unload(player: 1))
    #expect(bench.ask(.load(player: 9_999, type: nil)) == .loaded(Self.sound))
  }

  @Test("An app that ends while it plays leaves no stream")
  func endOfApp() {
    var bench = Self.playing()
    bench.take(bench.desk.forget("music"))
    #expect(bench.demands.last == .unload([1]))
    #expect(bench.desk.isEmpty)
    #expect(bench.media.nextEnd == nil)
  }

  @Test("A19: when the media service is gone, players are not known any more")
  func servicesLost() {
    var bench = Self.playing()
    bench.take(bench.desk.servicesLost(because: "it crashed"))
    #expect(bench.policy.soundStatus(of: "music")?.isActive == false)
    guard case .refused(let refusal) = bench.ask(.play(player: 1, at: nil)) else {
      Issue.record("a player of a service that is gone plays")
      return
    }
    #expect(refusal.code == 1_836_282_486)
  }

  @Test("A8: a ducked app's later sounds are ducked, too")
  func gain() {
    var bench = Self.playing()
    let ducking = AudioConfiguration(
      category: "AVAudioSessionCategoryPlayback", mode: "AVAudioSessionModeDefault", options: 2)
    bench.open("radio")
    _ = bench.ask(.configure(ducking), "radio")
    _ = bench.ask(.setActive(true, notifiesOthers: false), "radio")
    #expect(bench.demands.last == .gain([1], 0.2))
    _ = bench.ask(.load(player: 2, type: nil))
    #expect(bench.demands.last == .gain([2], 0.2))
  }

  @Test("Settings are kept within what Apple allows")
  func settings() {
    let wild = PlayerSettings(volume: 7, pan: .nan, rate: 100, loops: 3)
    #expect(wild.bounded == PlayerSettings(volume: 1, pan: 0, rate: 2, loops: 3))
  }
}
