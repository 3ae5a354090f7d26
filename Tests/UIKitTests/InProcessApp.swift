import AppLink
import Foundation
import Synchronization

@testable import UIKit

/// An application object inside the test process, launched and in the foreground.
///
/// There can be only one per process; tests that use it belong to one serialized suite.
@MainActor
enum InProcessApp {
  static let application: UIApplication = {
    UIApplication.startingSend = { message, _ in sent.withLock { $0.append(message) } }
    let application = UIApplication()
    let lifeCycle = LifeCycle(application: application, delegateClass: nil)
    application.lifeCycle = lifeCycle
    lifeCycle.handle(Delivery(id: 1, message: .launch()))
    lifeCycle.handle(Delivery(id: 2, message: .didBecomeActive(scene: "")))
    return application
  }()

  /// What the app has said to its device.
  nonisolated static let sent = Mutex<[AppMessage]>([])

  static func handle(_ message: DeviceMessage) {
    application.lifeCycle?.handle(Delivery(id: 0, message: message))
  }

  /// What the run loop does at the end of a turn.
  static func commit() { application.windowRegistry.commit() }
}
