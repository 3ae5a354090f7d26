import AppLink
import Foundation

// Pictures of the app: what is to be seen now, and what the app switcher shows later.
extension LifeCycle {
  /// What the app shows now, up to date.
  func describeScreen(_ request: UInt64) {
    application.windowRegistry.layOutAndDisplay()
    let content = DisplayListBuilder.describe(application.windowRegistry.windows)
    application.send(.screen(request: request, content: content))
  }

  /// The picture for the app switcher, right after `didEnterBackground` has returned (L43).
  ///
  /// Before the layout and the drawing that end every turn: what waits for them is too late.
  func takeSnapshot() {
    let windows = application.windowRegistry.windows.filter {
      !$0.isHidden && $0.windowScene?.hasBeenInForeground == true
    }
    // An app that was never in front looks like nothing yet (L33).
    guard !windows.isEmpty else { return }
    for window in windows { window.prepareForPicture() }
    application.send(.snapshot(content: DisplayListBuilder.describe(windows)))
  }

  /// A new picture for the app switcher, because work in the background has ended (L44). For whoever
  /// answers the device on behalf of a completion handler: before the answer.
  ///
  /// What the work has changed is laid out and drawn first. An app with scenes asks for it itself
  /// (L45): nothing happens.
  func takeSnapshotAfterBackgroundWork() {
    guard !usesScenes, applicationState == .background else { return }
    refreshSnapshot()
  }

  /// A new picture for the app switcher, of what there is now (L45).
  func refreshSnapshot() {
    application.windowRegistry.layOutAndDisplay()
    takeSnapshot()
  }
}

extension UIApplication {
  /// Has the picture of a scene in the app switcher taken anew, while it is in the background (L45).
  public func requestSceneSessionRefresh(_ sceneSession: UISceneSession) {
    guard let lifeCycle, sceneSession.scene?.activationState == .background else { return }
    windowRegistry.afterCommit { lifeCycle.refreshSnapshot() }
  }
}
