import AVFAudio
import MediaPlayer
import UIKit

// Swift 6 mode: delegates on the main actor, in each of the ways in which Swift allows them.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private let podcasts = PodcastPlayer()
  private var isolated: IsolatedPlayer?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    podcasts.start()
    isolated = try? IsolatedPlayer(Data())
    return true
  }
}

@MainActor
final class PodcastPlayer: NSObject {
  private var player: AVAudioPlayer?
  private var interruptions: (any NSObjectProtocol)?

  func start() {
    interruptions = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
    ) { [weak self] notification in
      let interruption = Interruption(notification)
      MainActor.assumeIsolated { self?.hear(interruption) }
    }
    MPRemoteCommandCenter.shared().togglePlayPauseCommand.addTarget { [weak self] _ in
      self?.toggle() == true ? .success : .noActionableNowPlayingItem
    }
    Task.detached { [weak self] in
      guard let url = Bundle.main.url(forResource: "episode", withExtension: "mp3"),
        let data = try? Data(contentsOf: url), let player = try? AVAudioPlayer(data: data)
      else { return }
      await self?.play(player)
    }
  }

  private func play(_ player: AVAudioPlayer) {
    do {
      let session = AVAudioSession.sharedInstance()
      try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio, options: [])
      try session.setActive(true)
    } catch {
      print((error as NSError).code == AVAudioSession.ErrorCode.cannotInterruptOthers.rawValue)
    }
    player.delegate = self
    player.prepareToPlay()
    player.play()
    self.player = player
  }

  private func toggle() -> Bool {
    guard let player else { return false }
    if player.isPlaying { player.pause() } else { player.play() }
    return true
  }

  private func hear(_ interruption: Interruption) {
    switch interruption {
    case .began: player?.pause()
    case .ended(let shouldResume): if shouldResume { player?.play() }
    case .unknown: break
    }
  }
}

enum Interruption: Sendable {
  case began
  case ended(shouldResume: Bool)
  case unknown

  init(_ notification: Notification) {
    guard let info = notification.userInfo,
      let typeValue = info[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else {
      self = .unknown
      return
    }
    switch type {
    case .began: self = .began
    case .ended:
      let value = info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
      self = .ended(
        shouldResume: AVAudioSession.InterruptionOptions(rawValue: value).contains(.shouldResume))
    @unknown default: self = .unknown
    }
  }
}

extension PodcastPlayer: AVAudioPlayerDelegate {
  nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    Task { @MainActor in
      if self.player === player { self.player = nil }
    }
  }
}

// The other two ways, and a class that is on no actor.
@MainActor
final class IsolatedPlayer: NSObject, @MainActor AVAudioPlayerDelegate {
  private let player: AVAudioPlayer
  private var hasFinished = false

  init(_ data: Data) throws {
    player = try AVAudioPlayer(data: data)
    super.init()
    player.delegate = self
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    hasFinished = flag
  }
}

@MainActor
final class OlderPlayer: NSObject, @preconcurrency AVAudioPlayerDelegate {
  private var failures = 0

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    failures += 1
  }
}

final class PlainPlayer: NSObject, AVAudioPlayerDelegate {
  private let player: AVAudioPlayer

  init(_ url: URL) throws {
    player = try AVAudioPlayer(contentsOf: url)
    super.init()
    player.delegate = self
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    player.currentTime = 0
    player.play()
  }
}
