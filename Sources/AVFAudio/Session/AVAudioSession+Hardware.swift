import AppLink

extension AVAudioSession {
  // MARK: The route

  /// The devices that are in use.
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(AudioService.shared.deviceState.route)
  }

  /// The devices that sound can come from in this category.
  public var availableInputs: [AVAudioSessionPortDescription]? { currentRoute.inputs }

  /// Whether there is any.
  public var isInputAvailable: Bool { !currentRoute.inputs.isEmpty }

  /// What ``setPreferredInput(_:)`` has set.
  public var preferredInput: AVAudioSessionPortDescription? {
    state.withLock { $0.preferredInput }.map(AVAudioSessionPortDescription.init)
  }

  /// Chooses one of ``availableInputs``; nil: the system chooses.
  ///
  /// - Throws: ``ErrorCode/resourceNotAvailable`` for any other.
  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    let inputs = AudioService.shared.deviceState.route.inputs
    let port = inputs.first { AVAudioSessionPortDescription($0) == inPort }
    guard inPort == nil || port != nil else {
      throw NSError(.resourceNotAvailable, "\(inPort!) is not among the inputs of the session")
    }
    state.withLock { $0.preferredInput = port }
  }

  /// Sends the sound of ``Category/playAndRecord`` to the speaker, until the route or the category
  /// changes.
  ///
  /// - Throws: ``ErrorCode/incompatibleCategory`` in other categories.
  public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
    guard portOverride == .none || category == .playAndRecord else {
      throw NSError(
        .incompatibleCategory,
        "only playAndRecord can be sent to the speaker, not \(category.rawValue)"
      )
    }
    try AudioService.shared.demand(.overrideOutput(toSpeaker: portOverride == .speaker))
  }

  /// Sound is mixed for two channels, wherever it goes.
  public var outputNumberOfChannels: Int { currentRoute.outputs.isEmpty ? 0 : 2 }

  /// A microphone has one channel.
  public var inputNumberOfChannels: Int { currentRoute.inputs.isEmpty ? 0 : 1 }

  // MARK: Preferences

  /// Samples a second, as the device plays.
  public var sampleRate: Double { AudioService.shared.deviceState.sampleRate }

  /// What ``setPreferredSampleRate(_:)`` has set; 0: nothing.
  public var preferredSampleRate: Double { state.withLock { $0.preferredSampleRate } }

  /// Says what would suit the app. The device plays all apps at one rate and keeps it: see
  /// ``sampleRate``.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what can't be a rate.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    guard sampleRate.isFinite, sampleRate >= 0 else {
      throw NSError(.badParam, "\(sampleRate) is no number of samples a second")
    }
    state.withLock { $0.preferredSampleRate = sampleRate }
  }

  /// Seconds of one buffer: what the app prefers, else 1,024 samples at 44,100 a second.
  public var ioBufferDuration: TimeInterval {
    let preferred = preferredIOBufferDuration
    return preferred > 0 ? preferred : 1_024 / 44_100
  }

  /// What ``setPreferredIOBufferDuration(_:)`` has set; 0: nothing.
  public var preferredIOBufferDuration: TimeInterval {
    state.withLock { $0.preferredIOBufferDuration }
  }

  /// Says how long buffers should be. Players have none that an app could see.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what can't be a duration.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    guard duration.isFinite, duration >= 0 else {
      throw NSError(.badParam, "\(duration) is no number of seconds")
    }
    state.withLock { $0.preferredIOBufferDuration = duration }
  }

  // MARK: Recording

  /// Whether the app may record.
  public enum RecordPermission: UInt, Sendable {
    /// 'undt'
    case undetermined = 1_970_168_948
    /// 'deny'
    case denied = 1_684_369_017
    /// 'grnt'
    case granted = 1_735_552_628
  }

  /// Denied: this device has no microphone.
  public var recordPermission: RecordPermission { .denied }

  /// Calls back with false, on a thread that is not the main thread: this device has no microphone.
  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    AudioService.secondaryQueue.async { response(false) }
  }
}
