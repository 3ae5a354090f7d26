import AppLink
import Foundation

/// A request to be launched in the background. Apple's page: `BGTaskRequest`.
///
/// Submit one of its subclasses.
open class BGTaskRequest: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked: as on iOS, whoever changes a request does not share it with other threads meanwhile.

  /// Which launch handler gets the task.
  public let identifier: String
  /// Not before this; nil: no delay. A date more than a week ahead may never come (F24).
  open var earliestBeginDate: Date?

  init(identifier: String) { self.identifier = identifier }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = BGTaskRequest.make(wireUnchecked)
    // On the wire it is counted from another year, which costs its last digits.
    copy.earliestBeginDate = earliestBeginDate
    return copy
  }

  var kind: TaskRequest.Kind { .refresh }

  fileprivate var wireUnchecked: TaskRequest {
    TaskRequest(
      identifier: identifier, kind: kind, earliestBegin: earliestBeginDate?.timeIntervalSince1970)
  }

  /// - Throws: ``BGTaskScheduler/Error`` for what no device can be told.
  var wire: TaskRequest {
    get throws {
      let limit = LinkLimits.taskIdentifierLengthMax
      let texts = [wireUnchecked.identifier, wireUnchecked.title, wireUnchecked.subtitle]
      guard texts.allSatisfy({ ($0 ?? "").count <= limit }) else {
        throw BGTaskScheduler.Error(
          .notPermitted, "an identifier or a title is longer than \(limit) characters")
      }
      return wireUnchecked
    }
  }

  static func make(_ request: TaskRequest) -> BGTaskRequest {
    let made: BGTaskRequest
    switch request.kind {
    case .refresh: made = BGAppRefreshTaskRequest(identifier: request.identifier)
    case .processing:
      let processing = BGProcessingTaskRequest(identifier: request.identifier)
      processing.requiresNetworkConnectivity = request.requiresNetwork
      processing.requiresExternalPower = request.requiresExternalPower
      made = processing
    case .continued:
      let continued = BGContinuedProcessingTaskRequest(
        identifier: request.identifier, title: request.title ?? "",
        subtitle: request.subtitle ?? "")
      continued.strategy = request.strategy == .fail ? .fail : .queue
      continued.requiredResources = request.requiresGPU ? .gpu : []
      made = continued
    }
    made.earliestBeginDate = request.earliestBegin.map(Date.init(timeIntervalSince1970:))
    return made
  }
}

/// A request for a short refresh of the app's content (F26).
///
/// Needs `fetch` among the `UIBackgroundModes`.
open class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {
  // Unchecked: see BGTaskRequest.
  /// A request without a delay.
  public override init(identifier: String) { super.init(identifier: identifier) }
}

/// A request for minutes of work while nobody uses the device (F25).
///
/// Needs `processing` among the `UIBackgroundModes`.
open class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
  // Unchecked: see BGTaskRequest.
  /// Whether it waits for a network.
  open var requiresNetworkConnectivity = false
  /// Whether it waits until the device is charged.
  open var requiresExternalPower = false

  /// A request without a delay.
  public override init(identifier: String) { super.init(identifier: identifier) }

  override var kind: TaskRequest.Kind { .processing }

  fileprivate override var wireUnchecked: TaskRequest {
    var request = super.wireUnchecked
    request.requiresNetwork = requiresNetworkConnectivity
    request.requiresExternalPower = requiresExternalPower
    return request
  }
}

/// A request for work that the person has begun, and that goes on in the background (F40-F43).
open class BGContinuedProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
  // Unchecked: see BGTaskRequest.

  /// What becomes of a request that can't run at once.
  public enum SubmissionStrategy: Int, Sendable {
    /// `submit` throws.
    case fail = 0
    /// It waits at the end of the queue.
    case queue = 1
  }

  /// What the work needs beside processor and memory (F43).
  public struct Resources: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Not on this device: `submit` throws.
    public static let gpu = Resources(rawValue: 1)
  }

  /// What the person reads.
  open var title: String
  /// What the person reads below.
  open var subtitle: String
  /// What becomes of it if it can't run at once (F41).
  open var strategy = SubmissionStrategy.queue
  /// See ``BGTaskScheduler/supportedResources``.
  open var requiredResources: Resources = []

  /// A request that begins at once, or as soon as there is room.
  ///
  /// - Parameters:
  ///   - identifier: Begins with the app's bundle identifier.
  ///   - title: What the person reads.
  ///   - subtitle: What the person reads below.
  public init(identifier: String, title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
    super.init(identifier: identifier)
  }

  override var kind: TaskRequest.Kind { .continued }

  fileprivate override var wireUnchecked: TaskRequest {
    var request = super.wireUnchecked
    request.title = title
    request.subtitle = subtitle
    request.strategy = strategy == .fail ? .fail : .queue
    request.requiresGPU = requiredResources.contains(.gpu)
    return request
  }
}
