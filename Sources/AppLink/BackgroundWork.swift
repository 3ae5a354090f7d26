// What an app and its device say about background fetches, scheduled tasks and silent pushes.
//
// A piece of work has a number, chosen by the device. The app answers it once: a fetch or a push
// with a result, a task with its success. `Delivery.unawaited` carries the answers to requests.

/// What came of a fetch or of a silent push (F8).
public enum FetchResult: String, Hashable, Sendable, Codable, CaseIterable {
  case newData, noData, failed
}

/// A request to be launched later, as an app submits it.
public struct TaskRequest: Hashable, Sendable, Codable {
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// `BGAppRefreshTaskRequest`: short, to have news before the person looks.
    case refresh
    /// `BGProcessingTaskRequest`: minutes, while nobody uses the device.
    case processing
    /// `BGContinuedProcessingTaskRequest`: begun by the person, goes on in the background.
    case continued
  }

  /// What becomes of a continued task that can't run at once (F41).
  public enum Strategy: String, Hashable, Sendable, Codable { case queue, fail }

  public var identifier: String
  public var kind: Kind
  /// Seconds since 1970 by the wall clock; nil: no delay (F24).
  public var earliestBegin: Double?
  /// F25.
  public var requiresNetwork: Bool
  public var requiresExternalPower: Bool
  /// Of a continued task: what the person reads (F40).
  public var title: String?
  public var subtitle: String?
  public var strategy: Strategy?
  /// Whether it asks for the GPU (F43).
  public var requiresGPU: Bool

  public init(
    identifier: String, kind: Kind, earliestBegin: Double? = nil, requiresNetwork: Bool = false,
    requiresExternalPower: Bool = false, title: String? = nil, subtitle: String? = nil,
    strategy: Strategy? = nil, requiresGPU: Bool = false
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
}

/// Why a request was not taken: the code of `BGTaskScheduler.Error`, and a sentence (F22).
public struct TaskRefusal: Error, Hashable, Sendable, Codable {
  public enum Code: Int, Hashable, Sendable, Codable {
    case unavailable = 1
    case tooManyPendingTaskRequests = 2
    case notPermitted = 3
    case immediateRunIneligible = 4
  }

  public var code: Code
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension DeviceMessage {
  /// A task that begins.
  public struct TaskLaunch: Hashable, Sendable, Codable {
    public var work: UInt64
    /// The identifier of the request.
    public var identifier: String
    public var kind: TaskRequest.Kind
    public var title: String?
    public var subtitle: String?

    public init(
      work: UInt64, identifier: String, kind: TaskRequest.Kind, title: String? = nil,
      subtitle: String? = nil
    ) {
      self.work = work
      self.identifier = identifier
      self.kind = kind
      self.title = title
      self.subtitle = subtitle
    }
  }
}
