/// What an app tells its device.
public enum AppMessage: Hashable, Sendable, Codable {
  /// The first message: the app has reached `UIApplicationMain`.
  case hello(protocolVersion: Int)
  /// The main thread has begun to handle a delivery.
  case started(id: UInt64)
  /// The delegate's methods for a delivery have returned.
  case handled(Answer)
  /// Background tasks changed while the app runs in the background.
  case backgroundTasks(OpenTasks)
  /// `UIApplication.open(_:options:completionHandler:)`.
  case openURL(request: UInt64, url: String)
  /// The answer to ``DeviceMessage/describeViews(request:)``.
  case viewTree(request: UInt64, tree: ViewDescription)

  // MARK: Background fetch, scheduled tasks, silent pushes

  /// `setMinimumBackgroundFetchInterval(_:)`, in seconds; nil: never (F2, F3).
  case fetchInterval(seconds: Double?)
  /// Identifiers of launch handlers; sent before the launch is answered, and when one comes later.
  case taskHandlers([String])
  /// Answered by ``DeviceMessage/taskSubmitted(request:refusal:)``.
  case submitTask(request: UInt64, TaskRequest)
  /// Withdraws the request of this identifier; nil: all.
  case cancelTasks(identifier: String?)
  /// Answered by ``DeviceMessage/pendingTasks(request:requests:)``.
  case pendingTasks(request: UInt64)
  /// The completion handler of a fetch or a push was called.
  case workAnswered(work: UInt64, FetchResult)
  /// `setTaskCompleted(success:)` (F28).
  case taskCompleted(work: UInt64, success: Bool)
  /// How far a continued task is: units done and in all (F42).
  case taskProgress(work: UInt64, completed: Int64, total: Int64)
  /// The answer to ``DeviceMessage/describeScreen(request:scene:)``.
  case screen(request: UInt64, content: DisplayList)
  /// The app's picture for the app switcher (L43, L44). Nobody asks for it: it comes right before
  /// the answer to `didEnterBackground`, and before the answer to a wake.
  case snapshot(content: DisplayList)

  // MARK: Services

  /// Answered by ``DeviceMessage/audioAnswer(request:_:)``, unless the number is ``unasked``.
  case audio(request: UInt64, AudioRequest)
  case location(LocationRequest)
  case transfer(TransferRequest)
}

extension AppMessage {
  /// The number of a request whose answer nobody waits for.
  public static let unasked: UInt64 = 0

  /// Whether a descriptor has to come with the message.
  public var carriesDescriptor: Bool {
    if case .audio(_, .load) = self { true } else { false }
  }
}

extension AppMessage {
  /// The end of a delivery.
  public struct Answer: Hashable, Sendable, Codable {
    public var id: UInt64
    /// The tasks that are open now; sent with the answers to `didEnterBackground`,
    /// `runInBackground` and `expireBackgroundTasks`.
    public var tasks: OpenTasks?

    public init(id: UInt64, tasks: OpenTasks? = nil) {
      self.id = id
      self.tasks = tasks
    }
  }

  /// The background tasks of an app that have begun and not ended.
  public struct OpenTasks: Hashable, Sendable, Codable {
    public var count: Int
    /// Oldest first, at most ``LinkLimits/taskNamesMax``.
    public var names: [String]
    /// The task whose end brought about this report.
    public var lastEnded: String?

    public init(count: Int, names: [String], lastEnded: String? = nil) {
      self.count = count
      self.names = names
      self.lastEnded = lastEnded
    }
  }

  /// One view, for people and tests that ask what is on screen.
  public struct ViewDescription: Hashable, Sendable, Codable {
    /// The class, such as `UILabel`.
    public var type: String
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
    public var isHidden: Bool
    /// `#rrggbbaa`, or nil.
    public var backgroundColor: String?
    public var accessibilityIdentifier: String?
    /// What a label says, at most ``LinkLimits/viewTextLengthMax`` characters of it.
    public var text: String?
    /// The class of the view controller whose root this view is.
    public var viewController: String?
    public var subviews: [ViewDescription]
    /// Set where ``LinkLimits/viewsMax`` cut the tree.
    public var isTruncated: Bool?

    public init(
      type: String, x: Double, y: Double, width: Double, height: Double, isHidden: Bool,
      backgroundColor: String?, accessibilityIdentifier: String?, text: String? = nil,
      viewController: String?, subviews: [ViewDescription], isTruncated: Bool? = nil
    ) {
      self.type = type
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.isHidden = isHidden
      self.backgroundColor = backgroundColor
      self.accessibilityIdentifier = accessibilityIdentifier
      self.text = text
      self.viewController = viewController
      self.subviews = subviews
      self.isTruncated = isTruncated
    }
  }
}
