/// The location of the device, beside what single apps do with it.
public struct LocationConditions: Hashable, Sendable, Codable {
  /// The switch Location Services.
  public internal(set) var isServiceEnabled = true
  /// Where the device was last.
  public internal(set) var last: Fix?
  /// Since when nobody knows where it is.
  public internal(set) var lostAt: Instant?
  public internal(set) var duty = ReceiverDuty.off
  /// The first is shown if ``isPromptShown``.
  public internal(set) var prompts: [LocationPrompt] = []
  public internal(set) var isPromptShown = false

  /// The place from which movement is measured (G9), and since when the device is about there.
  var anchor: Fix?
  var movedAt: Instant?
  /// The same for visits (G13).
  var stay: Fix?
  /// Who causes the receiver's duty, ascending.
  var causers: [AppID] = []
  /// Until when it has been charged.
  var chargedUntil: Instant

  init(at now: Instant) {
    lostAt = now
    chargedUntil = now
  }

  /// The question that the person sees.
  public var shownPrompt: LocationPrompt? { isPromptShown ? prompts.first : nil }
}
