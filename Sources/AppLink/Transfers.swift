// What an app and its device say about transfers that outlive the app (N6-N14).
//
// A background session has an identifier, chosen by the app and the same over all of its launches; a task
// has a number in its session, chosen by the app and never used twice. Both outlive the process.

/// What an app asks of its device about transfers.
public enum TransferRequest: Hashable, Sendable, Codable {
  /// A session of this identifier is made (again): what happens to its tasks is told from now on.
  /// Answered by ``TransferNotice/tasks(session:_:)``.
  case open(session: String, TransferSession)
  /// The first `resume()` of a task.
  case start(session: String, task: UInt64, TransferTask)
  case suspend(session: String, task: UInt64)
  case resume(session: String, task: UInt64)
  /// Answered by ``TransferNotice/failed(session:task:_:)`` with what the transfer can go on with, if
  /// that is wanted and can be had (N13).
  case cancel(session: String, task: UInt64, wantsResumeData: Bool)
  /// Answered by ``TransferNotice/tasks(session:_:)``.
  case list(session: String)
  /// `finishTasksAndInvalidate()`, or with `cancelsTasks` `invalidateAndCancel()`.
  case invalidate(session: String, cancelsTasks: Bool)
  /// The delegate has returned from `didFinishDownloadingTo`: what is left of the file may go (N14).
  case fileTaken(session: String, task: UInt64)
  /// The delegate has been told that a task is complete: it may be forgotten.
  case completionTold(session: String, task: UInt64)
  /// The handler of `handleEventsForBackgroundURLSession` was called (N7, N18).
  case eventsHandled(session: String)
}

/// What a session demands of all of its tasks.
public struct TransferSession: Hashable, Sendable, Codable {
  /// N9.
  public var isDiscretionary: Bool
  /// N7.
  public var sendsLaunchEvents: Bool
  public var allowsCellular: Bool
  /// Seconds without a byte, after which a request is tried again.
  public var requestTimeout: Double
  /// Seconds for the whole of a task (N6).
  public var resourceTimeout: Double
  public var connectionsPerHostMax: Int
  public var headers: [String: String]

  public init(
    isDiscretionary: Bool = false, sendsLaunchEvents: Bool = true, allowsCellular: Bool = true,
    requestTimeout: Double = 60, resourceTimeout: Double = 7 * 24 * 3600,
    connectionsPerHostMax: Int = 4, headers: [String: String] = [:]
  ) {
    self.isDiscretionary = isDiscretionary
    self.sendsLaunchEvents = sendsLaunchEvents
    self.allowsCellular = allowsCellular
    self.requestTimeout = requestTimeout
    self.resourceTimeout = resourceTimeout
    self.connectionsPerHostMax = connectionsPerHostMax
    self.headers = headers
  }
}

/// A task of a background session.
public struct TransferTask: Hashable, Sendable, Codable {
  public enum Kind: Hashable, Sendable, Codable {
    /// Into a file of the device, told with ``TransferNotice/downloaded(session:task:file:)``.
    case download
    /// From this file of the app.
    case upload(file: String)
  }

  public var kind: Kind
  public var url: String
  public var method: String
  public var headers: [String: String]
  /// Of a download whose request has one.
  public var body: [UInt8]?
  /// Seconds since 1970 (N12).
  public var earliestBegin: Double?
  /// `taskDescription`: kept for the app.
  public var description: String?
  /// What an earlier task left (N13), as ``TransferFailure/resumeData`` gave it.
  public var resumeData: [UInt8]?
  /// 0...1.
  public var priority: Double

  public init(
    kind: Kind, url: String, method: String = "GET", headers: [String: String] = [:],
    body: [UInt8]? = nil, earliestBegin: Double? = nil, description: String? = nil,
    resumeData: [UInt8]? = nil, priority: Double = 0.5
  ) {
    self.kind = kind
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.earliestBegin = earliestBegin
    self.description = description
    self.resumeData = resumeData
    self.priority = priority
  }
}

/// What a device tells an app about its transfers. All of it is told on the link's thread, in order;
/// delegates hear of it on the queue of their session.
public enum TransferNotice: Hashable, Sendable, Codable {
  /// The tasks of a session that are not complete, by number.
  case tasks(session: String, [TransferStatus])
  case responded(session: String, task: UInt64, TransferResponse)
  case received(session: String, task: UInt64, bytes: Int64, total: Int64, expected: Int64)
  case sent(session: String, task: UInt64, bytes: Int64, total: Int64, expected: Int64)
  /// A download that went on from `offset` (N13).
  case resumed(session: String, task: UInt64, offset: Int64, expected: Int64)
  case waitsForConnectivity(session: String, task: UInt64)
  /// The whole file lies there until ``TransferRequest/fileTaken(session:task:)``.
  case downloaded(session: String, task: UInt64, file: String)
  /// Complete without an error; the body of the answer to an upload.
  case completed(session: String, task: UInt64, body: [UInt8])
  case failed(session: String, task: UInt64, TransferFailure)
  /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`, on the main thread in the
  /// order of the life cycle (N7).
  case handleEvents(session: String)
  /// Everything that had happened to a session has been told (N7).
  case eventsDelivered(session: String)
  /// N16: the session can't be used: another process has it.
  case sessionRefused(session: String, TransferFailure)
}

public struct TransferResponse: Hashable, Sendable, Codable {
  public var url: String
  public var status: Int
  public var headers: [String: String]

  public init(url: String, status: Int, headers: [String: String]) {
    self.url = url
    self.status = status
    self.headers = headers
  }
}

/// A task, as the device knows it.
public struct TransferStatus: Hashable, Sendable, Codable {
  public enum State: String, Hashable, Sendable, Codable { case running, suspended, completed }

  public var task: UInt64
  public var request: TransferTask
  public var state: State
  public var response: TransferResponse?
  public var received: Int64
  public var sent: Int64
  /// -1: not known.
  public var expected: Int64

  public init(
    task: UInt64, request: TransferTask, state: State, response: TransferResponse? = nil,
    received: Int64 = 0, sent: Int64 = 0, expected: Int64 = -1
  ) {
    self.task = task
    self.request = request
    self.state = state
    self.response = response
    self.received = received
    self.sent = sent
    self.expected = expected
  }
}

/// Why a task failed: an error of `NSURLErrorDomain`.
public struct TransferFailure: Error, Hashable, Sendable, Codable {
  public var code: Int
  public var message: String
  /// `NSURLErrorBackgroundTaskCancelledReasonKey` (N10).
  public var cancelledReason: Int?
  /// What a later task can go on with (N13). Opaque to apps.
  public var resumeData: [UInt8]?

  public init(
    code: Int, _ message: String, cancelledReason: Int? = nil, resumeData: [UInt8]? = nil
  ) {
    self.code = code
    self.message = message
    self.cancelledReason = cancelledReason
    self.resumeData = resumeData
  }
}
