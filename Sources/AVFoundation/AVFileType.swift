import Foundation

/// Types of files, as ``AVFAudio/AVAudioPlayer/init(data:fileTypeHint:)`` takes their raw values.
/// Apple's page: `AVFileType`.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let mp3 = AVFileType("public.mp3")
  public static let wav = AVFileType("com.microsoft.waveform-audio")
  public static let aiff = AVFileType("public.aiff-audio")
  public static let aifc = AVFileType("public.aifc-audio")
  public static let au = AVFileType("public.au-audio")
  public static let caf = AVFileType("com.apple.coreaudio-format")
  public static let m4a = AVFileType("com.apple.m4a-audio")
  public static let mp4 = AVFileType("public.mpeg-4")
}
