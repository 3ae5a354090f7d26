/// The class of the time since the last unlock at the beginning of each tick, for as far back as
/// apps may lag behind with their learning.
struct UnlockHistory: Sendable {
  /// A day of ticks. No app lags behind by more, so there is no more to remember.
  static let length = 288

  private var classes = Array(repeating: UInt8(0), count: length)

  subscript(tick: Int) -> Int {
    get { Int(classes[Self.place(tick)]) }
    set { classes[Self.place(tick)] = UInt8(clamping: newValue) }
  }

  /// The place of a tick in the circle.
  static func place(_ tick: Int) -> Int {
    let place = tick % length
    return place < 0 ? place + length : place
  }
}
