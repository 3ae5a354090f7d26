import AppLink

extension AVAudioSession {
  /// Kinds of devices that sound goes to or comes from.
  public struct Port: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// What one holds to the ear.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    public static let headphones = Port(rawValue: "Headphones")
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    public static let lineIn = Port(rawValue: "LineIn")
    public static let lineOut = Port(rawValue: "LineOut")
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    public static let HDMI = Port(rawValue: "HDMIOutput")
    public static let airPlay = Port(rawValue: "AirPlay")
    public static let usbAudio = Port(rawValue: "USBAudio")
    public static let carAudio = Port(rawValue: "CarAudio")
  }

  /// For ``AVAudioSession/overrideOutputAudioPort(_:)``.
  public enum PortOverride: UInt, Sendable {
    /// As the category has it.
    case none = 0
    /// To the speaker; 'spkr'.
    case speaker = 1_936_747_378
  }
}

/// A device that sound goes to or comes from. Two are equal if they are the same device.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  // Unchecked: it never changes.

  /// What kind of device it is.
  open var portType: AVAudioSession.Port { AVAudioSession.Port(rawValue: port.type) }
  /// What people call it.
  open var portName: String { port.name }
  /// What the system calls it.
  open var uid: String { port.uid }

  private let port: AudioRoute.Port

  init(_ port: AudioRoute.Port) { self.port = port }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioSessionPortDescription)?.port == port
  }

  open override var hash: Int { port.hashValue }

  open override var description: String { "\(port.name) (\(port.type))" }
}

/// The devices that are in use. Two are equal if their devices are.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  // Unchecked: it never changes.

  /// Where sound comes from; empty unless the category records.
  open var inputs: [AVAudioSessionPortDescription] {
    route.inputs.map(AVAudioSessionPortDescription.init)
  }
  /// Where sound goes to.
  open var outputs: [AVAudioSessionPortDescription] {
    route.outputs.map(AVAudioSessionPortDescription.init)
  }

  private let route: AudioRoute

  init(_ route: AudioRoute) { self.route = route }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioSessionRouteDescription)?.route == route
  }

  open override var hash: Int { route.hashValue }

  open override var description: String { "inputs: \(inputs), outputs: \(outputs)" }
}
