import Foundation

/// A tone of one pitch: a track that is nobody's property, and that can be told from others by ear and by
/// counting.
public struct Tone: Hashable, Sendable {
  /// The name of the file, without its ending.
  public var name: String
  /// Oscillations a second.
  public var pitch: Double
  /// Seconds.
  public var duration: Double

  public init(name: String, pitch: Double, duration: Double) {
    self.name = name
    self.pitch = pitch
    self.duration = duration
  }

  /// The tracks of the recipe: a fifth and an octave apart.
  public static let tracks = [
    Tone(name: "1-low", pitch: 220, duration: 6), Tone(name: "2-middle", pitch: 330, duration: 5),
    Tone(name: "3-high", pitch: 440, duration: 4),
  ]

  /// Samples a second.
  static let sampleRate = 22_050
  /// A quarter of what is possible: nobody is to be startled.
  static let loudness = 0.25
  /// Seconds in which it swells and fades, so that it does not crack.
  static let edge = 0.02

  /// A WAV file: one channel of 16 bits.
  public var wav: Data {
    let count = Int(duration * Double(Tone.sampleRate))
    var samples = Data(capacity: 2 * count)
    for index in 0..<count {
      let time = Double(index) / Double(Tone.sampleRate)
      let edges = min(1, min(time, duration - time) / Tone.edge)
      let value = sin(2 * .pi * pitch * time) * edges * Tone.loudness
      samples.append(littleEndian: Int16(value * Double(Int16.max)))
    }
    var file = Data("RIFF".utf8)
    file.append(littleEndian: UInt32(36 + samples.count))
    file += Data("WAVEfmt ".utf8)
    file.append(littleEndian: UInt32(16))
    // Samples without compression, in one channel.
    file.append(littleEndian: UInt16(1))
    file.append(littleEndian: UInt16(1))
    file.append(littleEndian: UInt32(Tone.sampleRate))
    file.append(littleEndian: UInt32(2 * Tone.sampleRate))
    file.append(littleEndian: UInt16(2))
    file.append(littleEndian: UInt16(16))
    file += Data("data".utf8)
    file.append(littleEndian: UInt32(samples.count))
    return file + samples
  }

  /// Writes the file into a folder.
  ///
  /// - Returns: its path.
  @discardableResult
  public func write(into folder: URL) throws -> String {
    let file = folder.appending(path: "\(name).wav")
    try wav.write(to: file)
    return file.path
  }
}

extension Data {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
