/// A request to be launched later, as `BGTaskScheduler` submits it.
public struct TaskRequest: Hashable, Sendable, Codable {
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Short, to have news before the person looks.
    case refresh
    /// Minutes, while nobody uses the device (F25).
    case processing
    /// Begun by the person, goes on in the background (F40).
    case continued
  }

  /// What becomes of a continued task that can't run at once (F41).
  public enum Strategy: String, Hashable, Sendable, Codable { case queue, fail }

  public var identifier: String
  public var kind: Kind
  /// Not before this time of the wall clock; nil: no delay (F24).
  public var earliestBegin: Instant?
  public var requiresNetwork: Bool
  public var requiresExternalPower: Bool
  public var title: String?
  public var subtitle: String?
  public var strategy: Strategy
  public var requiresGPU: Bool
  /// When the device took it. Set by the policy.
  public internal(set) var submittedAt: Instant?

  public init(
    identifier: String, kind: Kind, earliestBegin: Instant? = nil, requiresNetwork: Bool = false,
    requiresExternalPower: Bool = false, title: String? = nil, subtitle: String? = nil,
    strategy: Strategy = .queue, requiresGPU: Bool = false
  ) {
    self.identifier = identifier
    self.kind = kind
    self.earliestBegin = earliestBegin
    self.requiresNetwork = requiresNetwork
    self.requiresExternalPower = requiresExternalPower
    self.title = title
    self.subtitle = subtitle
    self.strategy = strategy
    self.requiresGPU = requiresGPU
  }

  /// The background mode without which it can't be submitted (F22).
  var mode: BackgroundMode? {
    switch kind {
    case .refresh: .fetch
    case .processing: .processing
    case .continued: nil
    }
  }

  /// The reason of the wake that it brings.
  var cause: WakeCause {
    switch kind {
    case .refresh: .refreshTask
    case .processing: .processingTask
    case .continued: .continuedTask
    }
  }
}

/// Why a request was not taken: a code of `BGTaskScheduler.Error`, and a sentence (F22).
public struct TaskRefusal: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  public enum Code: Int, Hashable, Sendable, Codable {
    case unavailable = 1
    case tooManyPendingTaskRequests = 2
    case notPermitted = 3
    case immediateRunIneligible = 4
  }

  public var code: Code
  public var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
