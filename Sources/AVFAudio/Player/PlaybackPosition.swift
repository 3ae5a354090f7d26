import AppLink

/// Where a sound is, from what the device has said of it last and the clock that both share.
struct PlaybackPosition {
  /// Seconds of the sound.
  var duration: Double
  /// How often it is repeated; negative: for ever.
  var loops: Int

  /// - Parameter now: nanoseconds of `CLOCK_MONOTONIC`.
  /// - Returns: seconds, from 0 to the duration.
  func position(of playback: Playback, at now: Int64) -> Double {
    let start = min(max(playback.position, 0), duration)
    // One that begins later has not moved; one that stands (corked, paused) does not.
    let elapsed = Double(max(0, now - playback.at)) / 1e9 * playback.speed
    guard playback.isPlaying, elapsed > 0, duration > 0 else { return start }
    let position = start + elapsed
    if position < duration { return position }
    // The end has come, and the device's word of it has not yet.
    if loops == 0 || (loops > 0 && position >= duration * (Double(loops) + 1)) { return duration }
    return position.truncatingRemainder(dividingBy: duration)
  }
}
