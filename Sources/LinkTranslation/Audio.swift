import AppLink
import Multitasking

// Sound: between the policy's words and those on the wire.

extension Multitasking.AudioConfiguration {
  /// A category that is not known counts as the one that every app has at first.
  package init(_ configuration: AppLink.AudioConfiguration) {
    let prefix = "AVAudioSessionCategory"
    let category = Category.allCases.first { category in
      configuration.category.lowercased() == (prefix + category.rawValue).lowercased()
    }
    self.init(
      category ?? .soloAmbient, options: Options(rawValue: configuration.options),
      isSpoken: configuration.mode == "AVAudioSessionModeSpokenAudio")
  }
}

extension Multitasking.RemoteCommand {
  package init(_ command: AppLink.RemoteCommand) {
    self =
      switch command {
      case .play: .play
      case .pause: .pause
      case .togglePlayPause: .togglePlayPause
      case .stop: .stop
      case .nextTrack: .nextTrack
      case .previousTrack: .previousTrack
      }
  }
}

extension AppLink.RemoteCommand {
  package init(_ command: Multitasking.RemoteCommand) {
    self =
      switch command {
      case .play: .play
      case .pause: .pause
      case .togglePlayPause: .togglePlayPause
      case .stop: .stop
      case .nextTrack: .nextTrack
      case .previousTrack: .previousTrack
      }
  }
}

extension AppLink.AudioRefusal {
  package init(_ refusal: Multitasking.AudioRefusal) {
    self.init(code: refusal.code.rawValue, refusal.message)
  }
}

extension AudioState {
  /// What an app may know of the sound of the device; nil: the app does not run.
  package init(_ status: SoundStatus?, _ conditions: SoundConditions) {
    self.init(
      isActive: status?.isActive ?? false,
      isOtherAudioPlaying: status?.isOtherSoundPlaying ?? false,
      shouldSilenceSecondaryAudio: status?.shouldSilenceSecondarySound ?? false,
      outputVolume: Double(conditions.volume) / 100,
      route: AudioRoute(status?.route ?? SoundRoute(output: .speaker, hasInput: false)),
      sampleRate: 44_100)
  }
}

extension AudioRoute {
  package init(_ route: SoundRoute) {
    let output =
      switch route.output {
      case .speaker: Port(type: "Speaker", name: "Speaker", uid: "Speaker")
      case .receiver: Port(type: "Receiver", name: "Receiver", uid: "Built-In Receiver")
      case .headphones: Port(type: "Headphones", name: "Headphones", uid: "Wired Headphones")
      }
    let microphone = Port(
      type: "MicrophoneBuiltIn", name: "iPhone Microphone", uid: "Built-In Microphone")
    self.init(outputs: [output], inputs: route.hasInput ? [microphone] : [])
  }
}

extension AudioNotice {
  init(_ message: AudioMessage, state: AudioState) {
    switch message {
    case .interruptionBegan(let wasSuspended):
      self = .interruptionBegan(wasSuspended ? .appWasSuspended : .default)
    case .interruptionEnded(let shouldResume):
      self = .interruptionEnded(shouldResume: shouldResume)
    case .routeChanged(let change, let previous):
      let reason: RouteChangeReason =
        switch change {
        case .newDevice: .newDeviceAvailable
        case .oldDeviceUnavailable: .oldDeviceUnavailable
        case .categoryChange: .categoryChange
        case .override: .override
        }
      self = .routeChanged(reason, previous: AudioRoute(previous), state)
    case .silenceSecondaryAudio(let begins): self = .silenceSecondaryAudio(begins)
    case .finished(let player): self = .finished(player: player, successfully: true)
    case .decodeFailed(let player, let why):
      self = .decodeError(
        player: player,
        AppLink.AudioRefusal(code: AppLink.AudioRefusal.unspecified, why))
    case .servicesLost: self = .mediaServicesLost
    case .servicesReset: self = .mediaServicesReset
    case .remoteCommand(let command): self = .remoteCommand(AppLink.RemoteCommand(command))
    }
  }
}

extension AppLink.AudioRefusal {
  /// `what`: nothing more is known.
  package static let unspecified = 2_003_329_396
}
