import Multitasking

/// The location of a device, between the policy and whoever knows it, for both drivers.
///
/// A person gives it a place or a track, the policy a duty. It says which fix is next, and when: a
/// driver waits for that instant, and hands the fix on. Decides nothing: a receiver that sleeps for ten
/// seconds gives the first fix of the track after them.
public struct LocationDesk: Sendable {
  public enum Source: Sendable {
    /// Nobody knows where the device is.
    case nowhere
    case place(Fix)
    case track(any Track, name: String, since: Instant)
    /// A receiver of its own, which says when it has a fix.
    case receiver(name: String)
  }

  public private(set) var source = Source.nowhere
  public private(set) var duty = ReceiverDuty.off
  /// When the last fix was given out.
  private var givenAt: Instant?

  public init() {}

  /// Another source; what it says at once, if somebody wants to know.
  public mutating func use(_ source: Source, at now: Instant) -> PositionEvent? {
    self.source = source
    givenAt = nil
    if case .receiver = source { return nil }
    if case .nowhere = source { return .lost }
    return duty == .off ? nil : give(at: now)
  }

  /// Another duty; the fix that it begins with, where there is more to do than before.
  public mutating func setDuty(_ duty: ReceiverDuty, at now: Instant) -> PositionEvent? {
    let isMore = duty > self.duty
    self.duty = duty
    return isMore ? give(at: now) : nil
  }

  /// When the next fix is due; nil: none comes by itself.
  public var nextFix: Instant? {
    guard case .track(let track, _, let since) = source, let earliest else { return nil }
    // The first one that is not before the receiver is awake again.
    let after = since.duration(to: earliest) - .nanoseconds(1)
    return track.next(after: after).map { since + $0.at }
  }

  /// The fix that is due; nil: none is.
  public mutating func takeFix(at now: Instant) -> PositionEvent? {
    guard let nextFix, nextFix <= now else { return nil }
    // A driver that comes late gives the latest.
    return give(at: now)
  }

  /// Whether a fix of the receiver is to be handed on now: not while it is to sleep.
  public mutating func accepts(at now: Instant) -> Bool {
    guard case .receiver = source, let earliest, earliest <= now else { return false }
    givenAt = now
    return true
  }

  /// From when on a fix is wanted; nil: never.
  private var earliest: Instant? {
    switch duty {
    case .off: nil
    case .on: givenAt.map { $0 + .nanoseconds(1) } ?? Instant(nanoseconds: .min / 2)
    case .sleeping(let interval): givenAt.map { $0 + interval } ?? Instant(nanoseconds: .min / 2)
    }
  }

  private mutating func give(at now: Instant) -> PositionEvent? {
    var fix: Fix
    switch source {
    case .nowhere, .receiver: return nil
    case .place(let place): fix = place
    case .track(let track, _, let since):
      guard let last = track.last(at: since.duration(to: now)) else { return nil }
      fix = last
    }
    fix.at = now
    givenAt = now
    return .fix(fix)
  }
}
