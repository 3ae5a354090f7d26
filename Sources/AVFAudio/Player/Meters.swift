import AppLink
import Synchronization

/// How loud a sound is where it plays now.
final class Meters: Sendable {
  /// Decibels of silence.
  static let silence: Float = -160

  private struct State {
    var isEnabled = false
    var levels: SoundLevels?
    var average: [Float] = []
    var peak: [Float] = []
  }

  private let state = Mutex(State())
  private let core: PlayerCore

  init(_ core: PlayerCore) { self.core = core }

  var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  func update() {
    guard isEnabled else { return }
    if state.withLock({ $0.levels == nil }) {
      let levels = core.fetchLevels()
      state.withLock { $0.levels = levels }
    }
    let position = core.isPlaying ? core.position : nil
    state.withLock { state in
      guard let levels = state.levels else { return }
      state.average = Meters.values(levels.average, levels.interval, position)
      state.peak = Meters.values(levels.peak, levels.interval, position)
    }
  }

  private static func values(
    _ pieces: [[Int8]], _ interval: Double, _ position: Double?
  ) -> [Float] {
    guard let position, interval > 0 else { return pieces.map { _ in silence } }
    return pieces.map { channel in
      guard !channel.isEmpty else { return silence }
      let index = min(Int(min(position / interval, 1e9)), channel.count - 1)
      // Eight bits do not reach further down than this.
      return channel[index] == .min ? silence : Float(channel[index])
    }
  }

  func average(_ channel: Int) -> Float { state.withLock { value(in: $0.average, channel) } }
  func peak(_ channel: Int) -> Float { state.withLock { value(in: $0.peak, channel) } }

  private func value(in values: [Float], _ channel: Int) -> Float {
    values.indices.contains(channel) ? values[channel] : Meters.silence
  }
}
