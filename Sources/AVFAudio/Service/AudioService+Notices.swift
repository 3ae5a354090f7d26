import AppLink
import UIKit

// What the device tells without being asked.
extension AudioService {
  /// On the thread that reads the link: nothing of the app is called here.
  func arrive(_ notice: AudioNotice) {
    switch notice {
    case .playback(let player, let playback): self.player(player)?.move(to: playback)
    case .finished(let player, _): self.player(player)?.rewind()
    case .decodeError(let player, _): self.player(player)?.rewind()
    case .interruptionBegan:
      // A13: when the app hears of it, they have stopped.
      let players = players.filter { $0.interrupt() }.map(\.number)
      state.withLock { $0.arrivedInterruptions.append(players) }
    case .interruptionEnded: for player in players { player.forgetStop() }
    case .routeChanged(_, _, let new):
      state.withLock { $0.known = new }
      for player in players { player.forgetStop() }
    case .stateChanged(let new): state.withLock { $0.known = new }
    case .silenceSecondaryAudio(let isBeginning):
      state.withLock { $0.known?.shouldSilenceSecondaryAudio = isBeginning }
    case .mediaServicesLost: for player in players { player.invalidate() }
    case .mediaServicesReset, .remoteCommand: break
    }
  }

  /// On the main thread, in the order of the life cycle.
  @MainActor
  func hear(_ notice: AudioNotice) {
    switch notice {
    case .playback, .stateChanged: break
    case .finished(let player, let successfully): self.player(player)?.tellEnd(successfully)
    case .decodeError(let player, let refusal):
      self.player(player)?.tellDecodeError(NSError(refusal))
    case .interruptionBegan(let reason): beginInterruption(reason)
    case .interruptionEnded(let shouldResume): endInterruption(shouldResume)
    case .routeChanged(let reason, let previous, _):
      AudioService.secondaryQueue.async { AudioService.postRouteChange(reason, previous) }
    case .silenceSecondaryAudio(let isBeginning):
      let type: AVAudioSession.SilenceSecondaryAudioHintType = isBeginning ? .begin : .end
      AudioService.post(
        AVAudioSession.silenceSecondaryAudioHintNotification,
        [AVAudioSessionSilenceSecondaryAudioHintTypeKey: NSNumber(value: type.rawValue)])
    case .mediaServicesLost: AudioService.post(AVAudioSession.mediaServicesWereLostNotification)
    case .mediaServicesReset: AudioService.post(AVAudioSession.mediaServicesWereResetNotification)
    case .remoteCommand(let command): state.withLock { $0.remoteCommandHandler }?(command)
    }
  }

  // MARK: Interruptions

  // Numbers travel as NSNumber, as on iOS: `as? UInt`, `as? Int` and `as? NSNumber` all find them.

  @MainActor
  private func beginInterruption(_ reason: AppLink.InterruptionReason) {
    let players = state.withLock { state -> [UInt64] in
      guard !state.arrivedInterruptions.isEmpty else { return [] }
      let players = state.arrivedInterruptions.removeFirst()
      state.interrupted += players
      return players
    }
    if callsDelegatesOfPlayers {
      for player in players { self.player(player)?.tellInterruptionBegan() }
    }
    var info: [String: Any] = [
      AVAudioSessionInterruptionTypeKey: NSNumber(
        value: AVAudioSession.InterruptionType.began.rawValue),
      AVAudioSessionInterruptionReasonKey: NSNumber(value: reason.rawValue),
    ]
    if reason == .appWasSuspended {
      info[AVAudioSessionInterruptionWasSuspendedKey] = NSNumber(value: true)
    }
    AudioService.post(AVAudioSession.interruptionNotification, info)
  }

  @MainActor
  private func endInterruption(_ shouldResume: Bool) {
    let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
    let players = state.withLock { state in
      defer { state.interrupted = [] }
      return state.interrupted
    }
    if callsDelegatesOfPlayers {
      for player in players { self.player(player)?.tellInterruptionEnded(options) }
    }
    AudioService.post(
      AVAudioSession.interruptionNotification,
      [
        AVAudioSessionInterruptionTypeKey: NSNumber(
          value: AVAudioSession.InterruptionType.ended.rawValue),
        AVAudioSessionInterruptionOptionKey: NSNumber(value: options.rawValue),
      ])
  }

  /// C18: the delegates of players hear of interruptions too, before the notification (a choice),
  /// until iOS 8.
  @MainActor
  private var callsDelegatesOfPlayers: Bool {
    let version = UIDevice.current.systemVersion
    return Int(version.prefix { $0 != "." }).map { $0 < 8 } ?? false
  }

  // MARK: Posting

  private static func post(_ name: NSNotification.Name, _ info: [String: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: AVAudioSession.shared, userInfo: info)
  }

  private static func postRouteChange(
    _ reason: AppLink.RouteChangeReason, _ previous: AudioRoute
  ) {
    post(
      AVAudioSession.routeChangeNotification,
      [
        AVAudioSessionRouteChangeReasonKey: NSNumber(value: reason.rawValue),
        AVAudioSessionRouteChangePreviousRouteKey: AVAudioSessionRouteDescription(previous),
      ])
  }
}
