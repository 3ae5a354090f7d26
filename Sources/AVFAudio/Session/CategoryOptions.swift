extension AVAudioSession {
  /// What an app changes of the behaviour of its category (A8).
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Others play on.
    public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
    /// Others play on, quieter; implies ``mixWithOthers``.
    public static let duckOthers = CategoryOptions(rawValue: 0x2)
    /// The older spelling of ``allowBluetoothHFP``.
    public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
    public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
    /// To the speaker, where play and record would choose the receiver.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
    /// Only spoken audio is interrupted; contains ``mixWithOthers``.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
    public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 1 << 19)
  }
}

extension AVAudioSession.CategoryOptions {
  /// The categories in which an option may be set, option by option.
  ///
  /// Sound of categories without input goes to A2DP and AirPlay anyhow: saying so is no error.
  private static let rules: [(option: Self, name: String, categories: [AVAudioSession.Category])] =
    [
      (Self(rawValue: 0x1), "mixWithOthers", [.playback, .playAndRecord, .multiRoute]),
      (duckOthers, "duckOthers", [.ambient, .playback, .playAndRecord, .multiRoute]),
      (allowBluetoothHFP, "allowBluetoothHFP", [.record, .playAndRecord]),
      (defaultToSpeaker, "defaultToSpeaker", [.playAndRecord]),
      (
        Self(rawValue: 0x10), "interruptSpokenAudioAndMixWithOthers",
        [.playback, .playAndRecord, .multiRoute]
      ),
      (
        allowBluetoothA2DP, "allowBluetoothA2DP",
        [.ambient, .soloAmbient, .playback, .playAndRecord]
      ),
      (allowAirPlay, "allowAirPlay", [.ambient, .soloAmbient, .playback, .playAndRecord]),
      (
        overrideMutedMicrophoneInterruption, "overrideMutedMicrophoneInterruption",
        [.record, .playAndRecord, .multiRoute]
      ),
      (bluetoothHighQualityRecording, "bluetoothHighQualityRecording", [.playAndRecord]),
    ]

  /// The name of an option that `category` does not allow; nil: it allows all of them.
  func firstNotAllowed(by category: AVAudioSession.Category) -> String? {
    // What a category does by itself may be said.
    let implied: Self = category == .ambient ? .mixWithOthers : []
    return Self.rules.first { rule in
      !subtracting(implied).isDisjoint(with: rule.option) && !rule.categories.contains(category)
    }?.name
  }

  /// With what they imply (A8).
  func completed(for category: AVAudioSession.Category) -> Self {
    let mixes =
      category == .ambient || contains(.duckOthers)
      || contains(.interruptSpokenAudioAndMixWithOthers)
    return mixes ? union(.mixWithOthers) : self
  }
}
