import AppLink
import Foundation

/// An app in the process of its test, which plays the device.
///
/// What ``UIApplicationMain(_:_:_:_:)`` sets up, without a socket and without an end of the process:
/// messages go to a closure, deliveries come from ``deliver(_:)``, and the main run loop is somebody
/// else's. There can be one at a time, and after ``giveUp()`` another one.
@_spi(InProcessDevice)
@MainActor
public final class InProcessApplication {
  private let application: UIApplication
  private let lifetime: Lifetime
  private nonisolated let queue: DeliveryQueue
  private nonisolated let scheduling: TaskScheduling
  private nonisolated let services: ServiceLink

  @MainActor
  private final class Lifetime {
    var isOver = false
  }

  /// Makes the application object. The delegate is made when the launch is delivered.
  ///
  /// - Parameters:
  ///   - delegateClass: the class of the app's delegate.
  ///   - principalClass: ``UIApplication`` or a subclass.
  ///   - bundlePath: the directory with the app's Info.plist.
  ///   - send: takes what the app tells its device, on any thread; a descriptor that comes along is
  ///     the app's, and open only during the call.
  ///   - onExit: called when the app has been told to terminate and has answered.
  public init(
    delegateClass: AnyClass, principalClass: UIApplication.Type, bundlePath: String,
    send: @escaping @Sendable (AppMessage, CInt?) -> Void,
    onExit: @escaping @MainActor () -> Void
  ) {
    InfoPlist.main = InfoPlist(bundlePath: bundlePath)
    UIApplication.startingSend = send
    application = Instantiation.make(principalClass)
    let lifetime = Lifetime()
    self.lifetime = lifetime
    let lifeCycle = LifeCycle(
      application: application, delegateClass: delegateClass,
      end: LifeCycle.End(begin: {}, finish: onExit))
    application.lifeCycle = lifeCycle
    scheduling = application.taskScheduling
    services = application.services
    queue = DeliveryQueue { if !lifetime.isOver { lifeCycle.handle($0) } }
  }

  /// Tells the device that the app has reached `UIApplicationMain`.
  public func start() { application.send(.hello(protocolVersion: LinkLimits.protocolVersion)) }

  /// Nil before the launch.
  public var delegate: (any UIApplicationDelegate)? { application.delegate }

  /// Has the app hear a message in a later turn of the main run loop. Callable from any thread.
  public nonisolated func deliver(_ delivery: Delivery) {
    if !scheduling.take(delivery.message), !services.take(delivery.message) {
      queue.append(delivery)
    }
  }

  /// Ends the app without a word to it: deliveries that wait are not heard any more, and
  /// ``UIApplication/shared`` is free for the next one.
  ///
  /// What the app's code has set going in this process (timers, tasks, threads) is not ended.
  public func giveUp() {
    lifetime.isOver = true
    application.giveUp()
    application.delegate = nil
  }
}
