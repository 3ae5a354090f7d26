import AppLink
import Foundation

// Pictures of the app: what is to be seen now, and what the app switcher shows later.
extension LifeCycle {
  /// What a scene shows now, up to date.
  func describeScreen(_ request: UInt64, _ id: String) {
    application.windowRegistry.layOutAndDisplay()
    let content = DisplayListBuilder.describe(windows(of: id))
    application.send(.screen(request: request, content: content))
  }

  /// The picture for the app switcher, right after `didEnterBackground` has returned (L43).
  ///
  /// Before the layout and the drawing that end every turn: what waits for them is too late.
  func takeSnapshot(of id: String) {
    let windows = windows(of: id).filter { $0.windowScene?.hasBeenInForeground == true }
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
    refreshSnapshot(of: "")
  }

  /// A new picture for the app switcher, of what there is now (L45).
  func refreshSnapshot(of id: String) {
    application.windowRegistry.layOutAndDisplay()
    takeSnapshot(of: id)
  }

  /// The windows of a scene that can be seen, back to front; in an app without scenes all.
  private func windows(of id: String) -> [UIWindow] {
    application.windowRegistry.windows.filter {
      !$0.isHidden && (!usesScenes || $0.windowScene?.session.persistentIdentifier == id)
    }
  }
}

extension UIApplication {
  /// Has the picture of a scene in the app switcher taken anew, while it is in the background (L45).
  public func requestSceneSessionRefresh(_ sceneSession: UISceneSession) {
    guard let lifeCycle, sceneSession.scene?.activationState == .background else { return }
    windowRegistry.afterCommit { lifeCycle.refreshSnapshot(of: sceneSession.persistentIdentifier) }
  }
}
