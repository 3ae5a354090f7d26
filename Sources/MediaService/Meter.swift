import AppLink
import Glibc

/// Measures how loud samples are, piece by piece.
struct Meter {
  private let channels: Int
  private let framesPerPiece: Int
  private var sums: [Double]
  private var peaks: [Double]
  private var frames = 0
  private var channel = 0
  private var average: [[Int8]]
  private var peak: [[Int8]]

  init(channels: Int, framesPerPiece: Int) {
    self.channels = max(1, channels)
    self.framesPerPiece = framesPerPiece
    sums = Array(repeating: 0, count: self.channels)
    peaks = sums
    average = Array(repeating: [], count: self.channels)
    peak = average
  }

  /// Interleaved samples; a frame may be cut anywhere.
  mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
    for sample in samples {
      let value = Double(sample) / 32_768
      sums[channel] += value * value
      peaks[channel] = max(peaks[channel], abs(value))
      channel += 1
      guard channel == channels else { continue }
      channel = 0
      frames += 1
      if frames == framesPerPiece { endPiece() }
    }
  }

  private mutating func endPiece() {
    guard frames > 0 else { return }
    for channel in 0..<channels {
      average[channel].append(Self.decibels(power: sums[channel] / Double(frames)))
      peak[channel].append(Self.decibels(power: peaks[channel] * peaks[channel]))
      sums[channel] = 0
      peaks[channel] = 0
    }
    frames = 0
  }

  mutating func levels(interval: Double) -> SoundLevels {
    endPiece()
    return SoundLevels(interval: interval, average: average, peak: peak)
  }

  /// From -128, the least that fits, to 0.
  private static func decibels(power: Double) -> Int8 {
    guard power > 0 else { return Int8.min }
    return Int8(max(-128, min(0, (10 * log10(power)).rounded())))
  }
}
