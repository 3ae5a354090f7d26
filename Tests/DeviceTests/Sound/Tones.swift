import Foundation

/// Sounds made of tones, as WAV files.
struct Tones {
  static let sampleRate = 22_050

  /// Frequency in Hz and seconds of each piece; 0 Hz is silence.
  var pieces: [(frequency: Double, seconds: Double)]
  /// 0...1.
  var amplitude = 0.5

  init(_ frequency: Double, seconds: Double, amplitude: Double = 0.5) {
    pieces = [(frequency, seconds)]
    self.amplitude = amplitude
  }

  init(_ pieces: [(frequency: Double, seconds: Double)]) { self.pieces = pieces }

  /// Where sounds lie: their paths are told to apps, and are to be the same in every run of a scenario.
  static let folder = "/tmp/greenroom-tones"

  /// Writes the file, if nobody has yet, and returns its path.
  func write(_ name: String) throws -> String {
    let description = pieces.map { "\($0.frequency)-\($0.seconds)" }.joined(separator: "-")
    let path = "\(Self.folder)/\(amplitude)-\(description)-\(name)"
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    try FileManager.default.createDirectory(
      atPath: Self.folder, withIntermediateDirectories: true)
    // Whole or not at all: others may want the same.
    try wav.write(to: URL(fileURLWithPath: path), options: .atomic)
    return path
  }

  var wav: Data {
    var samples: [Int16] = []
    for (frequency, seconds) in pieces {
      let count = Int(seconds * Double(Self.sampleRate))
      samples += (0..<count).map { index in
        let phase = 2 * Double.pi * frequency * Double(index) / Double(Self.sampleRate)
        return Int16(amplitude * 32_000 * sin(phase))
      }
    }
    let bytes = samples.count * 2
    var data = Data("RIFF".utf8)
    data.append(little: UInt32(36 + bytes))
    data.append(Data("WAVEfmt ".utf8))
    data.append(little: UInt32(16))
    data.append(little: UInt16(1))
    data.append(little: UInt16(1))
    data.append(little: UInt32(Self.sampleRate))
    data.append(little: UInt32(Self.sampleRate * 2))
    data.append(little: UInt16(2))
    data.append(little: UInt16(16))
    data.append(Data("data".utf8))
    data.append(little: UInt32(bytes))
    samples.withUnsafeBytes { data.append(contentsOf: $0) }
    return data
  }
}

extension Data {
  fileprivate mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
