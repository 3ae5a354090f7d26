import AVFAudio
import UIKit

/// Plays the tracks of the app one after the other, and prints what it hears.
@MainActor
final class MusicPlayer: NSObject {
  /// Called with what the screen is to show.
  var observer: (String) -> Void = { _ in }

  private let tracks: [URL]
  private let loops: Int
  private var current = 0
  private var player: AVAudioPlayer?
  /// An interruption has stopped it: it goes on only if the system says that it may.
  private var isInterrupted = false
  private var observations: [any NSObjectProtocol] = []
  private let remoteControl = RemoteControl()

  init(tracks: [URL], loops: Int) {
    self.tracks = tracks
    self.loops = loops
    super.init()
    observations = observeSession()
    remoteControl.start(self)
  }

  /// In words, for whoever reads along.
  var state: String {
    guard let player else { return "nothing plays" }
    let name = tracks[current].lastPathComponent
    let seconds = String(format: "%.1f s", player.currentTime)
    return player.isPlaying ? "\(name) plays" : "\(name) stands at \(seconds)"
  }

  private func say(_ text: String) {
    print(text)
    observer(text)
  }

  func setCategory(
    _ category: AVAudioSession.Category, _ options: AVAudioSession.CategoryOptions
  ) {
    do {
      try AVAudioSession.sharedInstance().setCategory(category, options: options)
      print("category: \(category.rawValue)")
    } catch {
      print("no category: \(error.localizedDescription)")
    }
  }

  // MARK: Tracks

  func playFirst() { play(0) }

  func playNext() { play(current + 1) }

  /// Loads a track off the main thread, and plays it.
  private func play(_ index: Int) {
    guard tracks.indices.contains(index) else { return finish() }
    current = index
    let url = tracks[index]
    let loops = loops
    DispatchQueue.global().async {
      let loaded = Result {
        let player = try AVAudioPlayer(data: try Data(contentsOf: url))
        player.numberOfLoops = loops
        return player
      }
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.start(loaded, url.lastPathComponent) }
      }
    }
  }

  private func start(_ loaded: Result<AVAudioPlayer, any Error>, _ name: String) {
    do {
      let player = try loaded.get()
      player.delegate = self
      self.player = player
      let length = String(format: "%.1f s", player.duration)
      if player.prepareToPlay() && player.play() {
        say("playing \(name), \(length)")
        tellRemoteControl()
      } else {
        say("\(name) may not play")
      }
    } catch {
      say("\(name) can't be played: \(error.localizedDescription)")
    }
  }

  private func finish() {
    player = nil
    say("no track is left")
    remoteControl.tellNothing()
    do {
      try AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
    } catch {
      print("the session stays active: \(error.localizedDescription)")
    }
  }

  // MARK: Pause

  func pause() {
    guard let player, player.isPlaying else { return }
    player.pause()
    say("paused: \(state)")
    tellRemoteControl()
  }

  func resume() {
    guard let player, !player.isPlaying else { return }
    let position = String(format: "%.1f s", player.currentTime)
    if player.play() {
      say("resumed \(tracks[current].lastPathComponent) at \(position)")
      tellRemoteControl()
    } else {
      say("\(tracks[current].lastPathComponent) may not go on")
    }
  }

  func toggle() {
    if player?.isPlaying == true { pause() } else { resume() }
  }

  private func tellRemoteControl() {
    guard let player else { return }
    remoteControl.tell(player, title: tracks[current].deletingPathExtension().lastPathComponent)
  }

  // MARK: Interruptions

  /// The system has paused it already; what is left to do is to remember that (A13).
  func interruptionBegan() {
    guard let player, !isInterrupted else { return }
    isInterrupted = true
    player.pause()
    say("interrupted: \(state)")
  }

  func interruptionEnded(shouldResume: Bool) {
    guard isInterrupted else { return }
    isInterrupted = false
    if shouldResume { resume() } else { say("not to go on: \(state)") }
  }

  /// What was made before is void (A19).
  func mediaServicesWereReset() {
    guard player != nil else { return }
    play(current)
  }
}

// The classic delegate hears interruptions as well (C18): whoever comes second finds all done.
extension MusicPlayer: @MainActor AVAudioPlayerDelegate {
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    print("finished \(tracks[current].lastPathComponent)\(flag ? "" : ", not successfully")")
    self.player = nil
    playNext()
  }

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    print("\(tracks[current].lastPathComponent) is broken: \(error?.localizedDescription ?? "")")
  }

  func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {
    print("delegate: an interruption began")
    interruptionBegan()
  }

  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
    let shouldResume = flags == Int(AVAudioSession.InterruptionOptions.shouldResume.rawValue)
    print("delegate: the interruption ended, \(shouldResume ? "resume" : "do not resume")")
    interruptionEnded(shouldResume: shouldResume)
  }
}
