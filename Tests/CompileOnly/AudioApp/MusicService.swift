import AVFoundation.AVAudioSession
import MediaPlayer

// Interruptions and routes, as most apps handle them.
class MusicService: NSObject {
  private var player: AVAudioPlayer?
  private var tokens: [NSObjectProtocol] = []
  weak var delegate: AVAudioPlayerDelegate?

  var isHeadphonesConnected: Bool {
    let outputs = AVAudioSession.sharedInstance().currentRoute.outputs
    return outputs.contains { $0.portType == .headphones || $0.portType == .bluetoothA2DP }
  }

  func observe() {
    let center = NotificationCenter.default
    tokens = [
      center.addObserver(
        forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(),
        queue: .main
      ) { [weak self] in self?.handleInterruption($0) },
      center.addObserver(
        forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
      ) { [weak self] in self?.handleRouteChange($0) },
      center.addObserver(
        forName: AVAudioSession.silenceSecondaryAudioHintNotification, object: nil, queue: .main
      ) { [weak self] in self?.handleSecondaryAudio($0) },
      center.addObserver(
        forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: .main
      ) { [weak self] _ in self?.player = nil },
    ]
    setUpRemoteCommands()
  }

  private func handleInterruption(_ notification: Notification) {
    guard let userInfo = notification.userInfo,
      let typeValue = userInfo[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else { return }
    switch type {
    case .began:
      let reason = userInfo[AVAudioSessionInterruptionReasonKey] as? UInt
      if reason == AVAudioSession.InterruptionReason.appWasSuspended.rawValue { return }
      player?.pause()
    case .ended:
      guard let optionsValue = userInfo[AVAudioSessionInterruptionOptionKey] as? UInt else {
        return
      }
      let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
      if options.contains(.shouldResume) { player?.play() }
    @unknown default: break
    }
  }

  private func handleRouteChange(_ notification: Notification) {
    guard let userInfo = notification.userInfo,
      let reasonValue = userInfo[AVAudioSessionRouteChangeReasonKey] as? UInt,
      let reason = AVAudioSession.RouteChangeReason(rawValue: reasonValue)
    else { return }
    switch reason {
    case .newDeviceAvailable: print(isHeadphonesConnected)
    case .oldDeviceUnavailable:
      let key = AVAudioSessionRouteChangePreviousRouteKey
      if let previousRoute = userInfo[key] as? AVAudioSessionRouteDescription {
        for output in previousRoute.outputs where output.portType == AVAudioSession.Port.headphones
        {
          DispatchQueue.main.async { self.player?.pause() }
        }
      }
    default: break
    }
  }

  private func handleSecondaryAudio(_ notification: Notification) {
    guard
      let value = notification.userInfo?[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt,
      let type = AVAudioSession.SilenceSecondaryAudioHintType(rawValue: value)
    else { return }
    player?.volume = type == .begin ? 0 : 1
  }

  func play(_ url: URL) throws {
    let player = try AVAudioPlayer(contentsOf: url, fileTypeHint: AVFileType.mp3.rawValue)
    player.numberOfLoops = -1
    player.enableRate = true
    player.rate = 1.5
    player.isMeteringEnabled = true
    player.delegate = self
    guard player.prepareToPlay() else { return }
    player.play()
    self.player = player
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: url.lastPathComponent,
      MPMediaItemPropertyPlaybackDuration: player.duration,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: player.currentTime,
      MPNowPlayingInfoPropertyPlaybackRate: player.isPlaying ? 1.0 : 0.0,
    ]
  }

  func record() {
    switch AVAudioSession.sharedInstance().recordPermission {
    case .granted: print("granted")
    case .denied: print("denied")
    case .undetermined:
      AVAudioSession.sharedInstance().requestRecordPermission { granted in
        DispatchQueue.main.async { print(granted) }
      }
    @unknown default: break
    }
  }

  private func setUpRemoteCommands() {
    let commandCenter = MPRemoteCommandCenter.shared()
    commandCenter.playCommand.isEnabled = true
    commandCenter.playCommand.addTarget { [unowned self] event in
      guard let player = self.player, !player.isPlaying else { return .commandFailed }
      player.play()
      return .success
    }
    commandCenter.pauseCommand.addTarget { [weak self] _ -> MPRemoteCommandHandlerStatus in
      self?.player?.pause()
      return .success
    }
    commandCenter.skipForwardCommand.preferredIntervals = [15]
    commandCenter.changePlaybackPositionCommand.addTarget { [weak self] event in
      guard let event = event as? MPChangePlaybackPositionCommandEvent else {
        return .commandFailed
      }
      self?.player?.currentTime = event.positionTime
      return .success
    }
  }
}

extension MusicService: AVAudioPlayerDelegate {
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    do {
      try AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
    } catch let error as NSError {
      print(error.localizedDescription, error.code, error.domain == NSOSStatusErrorDomain)
    }
  }

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: Error?) {
    print(error?.localizedDescription ?? "")
  }
}

// Protocols over Apple's classes, so that tests can stand in.
protocol AudioSessionProtocol {
  func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions) throws
  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
  var outputVolume: Float { get }
}

extension AVAudioSession: AudioSessionProtocol {}

protocol Playing: AnyObject {
  @discardableResult func play() -> Bool
  var isPlaying: Bool { get }
  var currentTime: TimeInterval { get set }
}

extension AVAudioPlayer: Playing {}
