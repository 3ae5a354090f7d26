import Multitasking

/// What time it is on a device, and who keeps it.
public struct TimeInfo: Hashable, Sendable, Codable {
  /// Whether time passes only while somebody waits for it.
  public var isVirtual: Bool
  public var now: Instant
  public var bootedAt: Instant
  /// When the device's policy has something to do next, unless something happens.
  public var nextDecision: Instant?

  // Of a virtual device only:

  /// What chooses among threads that could run at one instant.
  public var seed: UInt64?
  /// Where the clock stops; nil: it goes on as long as somebody waits.
  public var limit: Instant?
  /// When something of the device, its apps included, wants to run next.
  public var nextDeadline: Instant?
  /// How often a thread was chosen to run.
  public var switches: UInt64?
  /// A hash over all of these choices: the same for two runs that did the same, in hexadecimal.
  public var trace: String?

  public init(
    isVirtual: Bool, now: Instant, bootedAt: Instant, nextDecision: Instant?, seed: UInt64? = nil,
    limit: Instant? = nil, nextDeadline: Instant? = nil, switches: UInt64? = nil,
    trace: String? = nil
  ) {
    self.isVirtual = isVirtual
    self.now = now
    self.bootedAt = bootedAt
    self.nextDecision = nextDecision
    self.seed = seed
    self.limit = limit
    self.nextDeadline = nextDeadline
    self.switches = switches
    self.trace = trace
  }
}
