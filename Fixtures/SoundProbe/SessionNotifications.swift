import AVFoundation

/// Prints what the audio session tells.
@MainActor
final class SessionNotifications {
  func observe(_ players: Players) {
    let center = NotificationCenter.default
    let session = AVAudioSession.sharedInstance()
    _ = center.addObserver(
      forName: AVAudioSession.interruptionNotification, object: session, queue: nil
    ) { note in
      let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
      let reason = note.userInfo?[AVAudioSessionInterruptionReasonKey] as? UInt
      let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
      let thread = Thread.isMainThread ? "main" : "other"
      Transcript.line(
        type == 1
          ? "interruption began reason \(reason.map(String.init) ?? "none") \(thread)"
          : "interruption ended options \(options.map(String.init) ?? "none") \(thread)")
      // `--resume`: as apps do that follow Apple's advice.
      guard options == 1, CommandLine.arguments.contains("--resume") else { return }
      MainActor.assumeIsolated { players.resume() }
    }
    _ = center.addObserver(
      forName: AVAudioSession.routeChangeNotification, object: session, queue: nil
    ) { note in
      let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
      let previous =
        note.userInfo?[AVAudioSessionRouteChangePreviousRouteKey]
        as? AVAudioSessionRouteDescription
      let from = previous?.outputs.first?.portType.rawValue ?? "none"
      let to = AVAudioSession.sharedInstance().currentRoute.outputs.first?.portType.rawValue
      Transcript.line("route reason \(reason ?? 99) \(from) to \(to ?? "none")")
    }
    _ = center.addObserver(
      forName: AVAudioSession.silenceSecondaryAudioHintNotification, object: session, queue: nil
    ) { note in
      let type = note.userInfo?[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt
      Transcript.line("hint \(type ?? 99)")
    }
    for (name, word) in [
      (AVAudioSession.mediaServicesWereLostNotification, "lost"),
      (AVAudioSession.mediaServicesWereResetNotification, "reset"),
    ] {
      _ = center.addObserver(forName: name, object: session, queue: nil) { _ in
        Transcript.line("services \(word)")
      }
    }
  }
}
