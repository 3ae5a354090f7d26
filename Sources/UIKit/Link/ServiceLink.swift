import AppLink
import Dispatch
import Synchronization

/// The app's end of the device's services, for the modules that give them Apple's shape: sound,
/// location, transfers.
///
/// Usable from any thread. Answers are taken on the thread that reads the link, so that the main thread
/// may wait for one. Notices pass there first (``Receiver/onArrival``), so that what an object says of
/// itself is never older than what the device has said, and then come to the main thread in the order of
/// the life cycle (``Receiver/onMain``).
package final class ServiceLink: Sendable {
  /// What a module does with the notices of its service.
  package struct Receiver<Notice>: Sendable {
    package var onArrival: @Sendable (Notice) -> Void
    package var onMain: @MainActor @Sendable (Notice) -> Void
    /// The app has ended, and its process has not (tests): what the module remembers is void.
    package var onEnd: @Sendable () -> Void

    package init(
      onArrival: @escaping @Sendable (Notice) -> Void = { _ in },
      onMain: @escaping @MainActor @Sendable (Notice) -> Void,
      onEnd: @escaping @Sendable () -> Void = {}
    ) {
      self.onArrival = onArrival
      self.onMain = onMain
      self.onEnd = onEnd
    }
  }

  private struct Receivers {
    var audio: Receiver<AudioNotice>?
    var location: Receiver<LocationNotice>?
    var transfers: Receiver<TransferNotice>?
  }

  private final class Question: Sendable {
    let isAnswered = DispatchSemaphore(value: 0)
    let answer = Mutex<AudioAnswer?>(nil)
    let onArrival: @Sendable (AudioAnswer) -> Void

    init(_ onArrival: @escaping @Sendable (AudioAnswer) -> Void) { self.onArrival = onArrival }

    func settle(_ answer: AudioAnswer?) {
      if let answer { onArrival(answer) }
      self.answer.withLock { $0 = answer }
      isAnswered.signal()
    }
  }

  private struct State {
    var lastRequest = AppMessage.unasked
    var questions: [UInt64: Question] = [:]
    var isOver = false
  }

  private static let instance = Mutex<ServiceLink?>(nil)
  private static let receivers = Mutex(Receivers())
  private static let location = Mutex<LocationAtLaunch?>(nil)
  private let state = Mutex(State())
  private let sendMessage: @Sendable (AppMessage, CInt?) -> Void

  init(send: @escaping @Sendable (AppMessage, CInt?) -> Void) { sendMessage = send }

  /// That of the app of this process; nil before ``UIApplicationMain(_:_:_:_:)``.
  package static var current: ServiceLink? { instance.withLock { $0 } }

  func becomeCurrent() { ServiceLink.setCurrent(self) }

  static func setCurrent(_ link: ServiceLink?) { instance.withLock { $0 = link } }

  func giveUp() {
    ServiceLink.instance.withLock { if $0 === self { $0 = nil } }
    let waiting = state.withLock { state in
      defer { state.questions = [:] }
      state.isOver = true
      return state.questions
    }
    for question in waiting.values { question.settle(nil) }
    let receivers = ServiceLink.receivers.withLock { $0 }
    receivers.audio?.onEnd()
    receivers.location?.onEnd()
    receivers.transfers?.onEnd()
  }

  /// What the app found of its location when it was launched; nil: nothing but what is at first.
  package static var locationAtLaunch: LocationAtLaunch? { location.withLock { $0 } }

  // MARK: Towards the device

  /// Sends what nobody waits for.
  package func tell(_ request: AudioRequest) {
    sendMessage(.audio(request: AppMessage.unasked, request), nil)
  }

  package func tell(_ request: LocationRequest) { sendMessage(.location(request), nil) }

  package func tell(_ request: TransferRequest) { sendMessage(.transfer(request), nil) }

  /// Sends a request and waits for the device's word; nil: the app has ended.
  ///
  /// - Parameters:
  ///   - descriptor: Goes along, and stays the caller's.
  ///   - onArrival: Called with the answer on the thread that reads the link, in its order with notices.
  package func ask(
    _ request: AudioRequest, descriptor: CInt? = nil,
    onArrival: @escaping @Sendable (AudioAnswer) -> Void = { _ in }
  ) -> AudioAnswer? {
    let question = Question(onArrival)
    let number = state.withLock { state -> UInt64? in
      guard !state.isOver else { return nil }
      state.lastRequest += 1
      state.questions[state.lastRequest] = question
      return state.lastRequest
    }
    guard let number else { return nil }
    sendMessage(.audio(request: number, request), descriptor)
    question.isAnswered.wait()
    return question.answer.withLock { $0 }
  }

  // MARK: From the device

  /// Says where the notices of a service go, from now on.
  package static func receive(audio receiver: Receiver<AudioNotice>) {
    receivers.withLock { $0.audio = receiver }
  }

  package static func receive(location receiver: Receiver<LocationNotice>) {
    receivers.withLock { $0.location = receiver }
  }

  package static func receive(transfers receiver: Receiver<TransferNotice>) {
    receivers.withLock { $0.transfers = receiver }
  }

  /// Takes an answer of the device, and lets notices pass; false for what is left to be delivered.
  func take(_ message: DeviceMessage) -> Bool {
    switch message {
    case .launch(let launch):
      ServiceLink.location.withLock { $0 = launch.location }
      return false
    case .audioAnswer(let request, let answer):
      state.withLock { $0.questions.removeValue(forKey: request) }?.settle(answer)
      return true
    case .audio(let notice):
      ServiceLink.receivers.withLock { $0.audio }?.onArrival(notice)
      return false
    case .location(let notice):
      ServiceLink.receivers.withLock { $0.location }?.onArrival(notice)
      return false
    case .transfer(let notice):
      ServiceLink.receivers.withLock { $0.transfers }?.onArrival(notice)
      return false
    default: return false
    }
  }

  @MainActor
  static func deliver(_ notice: AudioNotice) { receivers.withLock { $0.audio }?.onMain(notice) }

  @MainActor
  static func deliver(_ notice: LocationNotice) {
    receivers.withLock { $0.location }?.onMain(notice)
  }

  @MainActor
  static func deliver(_ notice: TransferNotice) {
    receivers.withLock { $0.transfers }?.onMain(notice)
  }
}
