import Foundation
import Glibc
import Multitasking
@_spi(InProcessDevice) import UIKit

/// What takes the place of an app's process: an application object that comes and goes.
struct AppProcess {
  enum Phase {
    case notRunning, running, frozen
    /// It is to be given up as soon as its main thread is free.
    case ending
  }

  let id: AppID
  let classes: Classes
  let bundlePath: String
  /// Where the main thread keeps the application object.
  let stage: Stage
  /// Counts launches.
  var life = 0
  var phase = Phase.notRunning
  /// Nil until the main thread has made it.
  var application: InProcessApplication?

  @MainActor
  final class Stage {
    var application: InProcessApplication?

    nonisolated init() {}
  }

  init(id: AppID, classes: Classes, bundlePath: String, stage: Stage) {
    self.id = id
    self.classes = classes
    self.bundlePath = bundlePath
    self.stage = stage
  }

  /// Has the main thread make the application object.
  mutating func spawn(_ inbox: Inbox) {
    life += 1
    phase = .running
    application = nil
    let (life, stage, bundlePath, classes) = (life, stage, bundlePath, classes)
    MainRunLoop.perform {
      let application = InProcessApplication(
        delegateClass: classes.delegate, principalClass: classes.principal,
        bundlePath: bundlePath,
        send: { message, descriptor in
          let passed = descriptor.flatMap(PassedDescriptor.init(copying:))
          inbox.put(.said(life: life, message, passed))
        },
        onExit: { Self.giveUp(stage, inbox, life, .exited(code: 0)) })
      stage.application = application
      inbox.put(.made(life: life, application))
      application.start()
    }
  }

  /// Has the main thread give up the application object, as soon as it is free.
  mutating func end(_ inbox: Inbox) {
    guard phase != .ending, phase != .notRunning else { return }
    phase = .ending
    let (life, stage) = (life, stage)
    MainRunLoop.perform { Self.giveUp(stage, inbox, life, .signaled(SIGKILL)) }
  }

  @MainActor
  private static func giveUp(
    _ stage: Stage, _ inbox: Inbox, _ life: Int, _ exit: Multitasking.ProcessExit
  ) {
    guard let application = stage.application else { return }
    stage.application = nil
    application.giveUp()
    inbox.put(.exited(life: life, exit))
  }

  struct Classes: @unchecked Sendable {
    // Metatypes of classes: immutable.
    let delegate: AnyClass
    let principal: UIApplication.Type
  }
}
