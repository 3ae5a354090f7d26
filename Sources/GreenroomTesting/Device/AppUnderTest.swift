import ControlAPI
import Multitasking
@_spi(InProcessDevice) import UIKit

/// The app that a test has launched on its device.
///
/// It stays the same through ends and launches of the app; ``delegate`` is that of the present
/// process.
public final class AppUnderTest<Delegate: UIApplicationDelegate>: Sendable {
  /// Its bundle identifier.
  public let id: AppID
  private let board: Board
  private let stage: AppProcess.Stage

  init(id: AppID, board: Board, stage: AppProcess.Stage) {
    self.id = id
    self.board = board
    self.stage = stage
  }

  /// The state of the app, as the device sees it, with the reason.
  ///
  /// ```swift
  /// #expect(app.state == .suspended(because: .noReasonToRun))
  /// ```
  public var state: AppState { board.state(of: id) }

  /// How its process ended last; nil: it has not ended yet.
  public var lastExit: ExitRecord? { board.lastExit(of: id) }

  /// Why it is in the state it is in, and what comes next, in words.
  public var explanation: String {
    board.explain(id)?.description ?? "\(id) is not installed"
  }

  /// What happened to the app, one line each: time, app, what, why.
  public var log: [String] {
    board.entries.filter { $0.concerns(id) }.flatMap { Timeline().lines($0) }
  }

  /// What the app was told, in order, through all its launches: `didFinishLaunching`,
  /// `willResignActive`, `expirationHandler` and so on.
  public var messages: [String] {
    board.entries.flatMap { entry -> [String] in
      guard case .event(_, let effects) = entry.content else { return [] }
      return effects.compactMap { effect in
        guard effect.app == id, case .deliver(let delivery) = effect.action else { return nil }
        if case .runInBackground = delivery.message { return nil }
        return delivery.message.description
      }
    }
  }

  /// The app's delegate.
  ///
  /// Traps while the app does not run; ``delegateIfRunning`` is nil then.
  @MainActor public var delegate: Delegate {
    guard let delegate = delegateIfRunning else {
      fatalError("\(id) has no delegate: it does not run. \(explanation)")
    }
    return delegate
  }

  /// The app's delegate; nil while the app does not run.
  @MainActor public var delegateIfRunning: Delegate? {
    stage.application?.delegate as? Delegate
  }
}
