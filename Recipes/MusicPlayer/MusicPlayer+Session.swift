import AVFAudio
import UIKit

// What the session tells.
extension MusicPlayer {
  func observeSession() -> [any NSObjectProtocol] {
    [
      observe(AVAudioSession.interruptionNotification) { $0.hear(interruption: $1) },
      observe(AVAudioSession.silenceSecondaryAudioHintNotification) { player, info in
        let type = info[AVAudioSessionSilenceSecondaryAudioHintTypeKey]
        print("others play: \(type == AVAudioSession.SilenceSecondaryAudioHintType.begin.rawValue)")
      },
      observe(AVAudioSession.mediaServicesWereResetNotification) { player, _ in
        print("media services were reset")
        player.mediaServicesWereReset()
      },
      observe(AVAudioSession.routeChangeNotification) { $0.hear(routeChange: $1) },
    ]
  }

  private func hear(interruption info: [String: UInt]) {
    guard let value = info[AVAudioSessionInterruptionTypeKey],
      let type = AVAudioSession.InterruptionType(rawValue: value)
    else { return }
    switch type {
    case .began:
      let wasSuspended =
        info[AVAudioSessionInterruptionReasonKey]
        == AVAudioSession.InterruptionReason.appWasSuspended.rawValue
      print("an interruption began\(wasSuspended ? " while suspended" : "")")
      interruptionBegan()
    case .ended:
      let options = AVAudioSession.InterruptionOptions(
        rawValue: info[AVAudioSessionInterruptionOptionKey] ?? 0)
      let shouldResume = options.contains(.shouldResume)
      print("the interruption ended, \(shouldResume ? "resume" : "do not resume")")
      interruptionEnded(shouldResume: shouldResume)
    }
  }

  /// Who has pulled the headphones out does not want to be heard by all (A18).
  private func hear(routeChange info: [String: UInt]) {
    guard let value = info[AVAudioSessionRouteChangeReasonKey],
      let reason = AVAudioSession.RouteChangeReason(rawValue: value)
    else { return }
    let outputs = AVAudioSession.sharedInstance().currentRoute.outputs.map(\.portName)
    print("the route changed: \(reason), \(outputs.joined(separator: ", "))")
    if reason == .oldDeviceUnavailable { pause() }
  }

  /// Hears a notification on the main thread, wherever it is posted.
  private func observe(
    _ name: NSNotification.Name,
    _ hear: @escaping @MainActor @Sendable (MusicPlayer, [String: UInt]) -> Void
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      [weak self] notification in
      var info: [String: UInt] = [:]
      for (key, value) in notification.userInfo ?? [:] {
        if let key = key as? String, let value = value as? UInt { info[key] = value }
      }
      let numbers = info
      let call: @MainActor @Sendable () -> Void = { if let self { hear(self, numbers) } }
      if Thread.isMainThread {
        MainActor.assumeIsolated(call)
      } else {
        DispatchQueue.main.async { MainActor.assumeIsolated(call) }
      }
    }
  }
}
