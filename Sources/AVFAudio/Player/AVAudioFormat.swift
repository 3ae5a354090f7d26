import AppLink

/// What a sound is. Apple's page: `AVAudioFormat`.
open class AVAudioFormat: NSObject, @unchecked Sendable {
  // Unchecked: it never changes.

  private let sound: SoundDescription

  init(_ sound: SoundDescription) { self.sound = sound }

  /// Samples a second.
  open var sampleRate: Double { sound.sampleRate }
  /// How many channels.
  open var channelCount: UInt32 { UInt32(clamping: sound.channels) }

  /// ``AVFormatIDKey``, ``AVSampleRateKey`` and ``AVNumberOfChannelsKey``, as `NSNumber`.
  open var settings: [String: Any] {
    [
      AVFormatIDKey: NSNumber(value: formatID), AVSampleRateKey: NSNumber(value: sampleRate),
      AVNumberOfChannelsKey: NSNumber(value: sound.channels),
    ]
  }

  /// By the name that the decoder gives the format; samples without compression where it is none of
  /// those that have a number.
  private var formatID: AudioFormatID {
    let name = sound.format.lowercased()
    let formats: [(String, AudioFormatID)] = [
      ("mp3", kAudioFormatMPEGLayer3), ("layer 3", kAudioFormatMPEGLayer3),
      ("alac", kAudioFormatAppleLossless), ("aac", kAudioFormatMPEG4AAC),
      ("flac", kAudioFormatFLAC), ("opus", kAudioFormatOpus),
    ]
    return formats.first { name.contains($0.0) }?.1 ?? kAudioFormatLinearPCM
  }

  open override var description: String {
    "\(sound.channels) ch, \(Int(sampleRate)) Hz, \(sound.format)"
  }
}

/// Four characters that name a format.
public typealias AudioFormatID = UInt32

/// 'lpcm'
public let kAudioFormatLinearPCM: AudioFormatID = 1_819_304_813
/// '.mp3'
public let kAudioFormatMPEGLayer3: AudioFormatID = 778_924_083
/// 'aac '
public let kAudioFormatMPEG4AAC: AudioFormatID = 1_633_772_320
/// 'alac'
public let kAudioFormatAppleLossless: AudioFormatID = 1_634_492_771
/// 'flac'
public let kAudioFormatFLAC: AudioFormatID = 1_718_378_851
/// 'opus'
public let kAudioFormatOpus: AudioFormatID = 1_869_641_075

/// The format of a sound, an ``AudioFormatID``.
public let AVFormatIDKey = "AVFormatIDKey"
/// Samples a second.
public let AVSampleRateKey = "AVSampleRateKey"
/// How many channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
