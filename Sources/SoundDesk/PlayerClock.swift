/// Where a sound is as time passes, without anybody who plays it.
///
/// Times are nanoseconds of the driver's clock, positions are seconds of the sound.
package struct PlayerClock: Hashable, Sendable {
  package let duration: Double
  /// How often the sound is repeated after the first time; negative: for ever.
  package private(set) var loops = 0
  package private(set) var rate = 1.0
  /// Seconds played since the last seek, repetitions included, at ``since``.
  private var progress = 0.0
  private var since: Int64?

  package init(duration: Double) { self.duration = duration }

  package var isRunning: Bool { since != nil }

  /// When it was started last, or is to be.
  package var start: Int64? { since }

  package func position(at now: Int64) -> Double {
    guard duration > 0 else { return 0 }
    let progress = progress(at: now)
    if loops >= 0, progress >= total { return 0 }
    return progress.truncatingRemainder(dividingBy: duration)
  }

  /// When the sound comes to its end; nil: it does not by itself.
  package var endsAt: Int64? {
    guard let since, loops >= 0 else { return nil }
    return since + Int64((max(0, total - progress) / rate * 1e9).rounded())
  }

  private var total: Double { duration * Double(loops + 1) }

  private func progress(at now: Int64) -> Double {
    guard let since, now > since else { return progress }
    return progress + Double(now - since) / 1e9 * rate
  }

  /// A time to come is when it begins.
  package mutating func start(at instant: Int64) {
    guard since == nil else { return }
    since = instant
  }

  package mutating func stop(at now: Int64) {
    progress = min(progress(at: now), loops >= 0 ? total : .infinity)
    since = nil
  }

  /// The sound is over: the next start is at the beginning.
  package mutating func rewind() {
    progress = 0
    since = nil
  }

  /// Beyond the end is the beginning.
  package mutating func seek(to position: Double, at now: Int64) {
    progress = position.isFinite && position > 0 && position < duration ? position : 0
    since = since.map { max(now, $0) }
  }

  package mutating func set(rate: Double, loops: Int, at now: Int64) {
    if let since, since <= now {
      stop(at: now)
      self.since = now
    }
    self.rate = rate
    self.loops = loops
  }

  /// What whoever plays it says.
  package mutating func correct(position: Double, at instant: Int64, isRunning: Bool) {
    let repetitions = duration > 0 ? (progress(at: instant) / duration).rounded(.down) : 0
    progress = repetitions * duration + position
    since = isRunning ? instant : nil
  }
}
