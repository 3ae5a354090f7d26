import Foundation

/// The windows of the app, and what waits until the screen shows the next state.
@MainActor
final class WindowRegistry {
  private struct Entry {
    weak var window: UIWindow?
  }

  /// Back to front within a level. The app owns its windows.
  private var entries: [Entry] = []
  /// The window that was made key last, and those before it.
  private var keyHistory: [Entry] = []
  private var afterCommit: [() -> Void] = []
  private(set) var isCommitScheduled = false

  /// Back to front.
  var windows: [UIWindow] {
    let all = entries.compactMap(\.window)
    // A stable order: levels first, then as the windows were shown.
    return all.enumerated().sorted {
      ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset)
    }.map(\.element)
  }

  var keyWindow: UIWindow? { keyHistory.lazy.reversed().compactMap(\.window).first }

  func keyWindow(of scene: UIWindowScene) -> UIWindow? {
    keyHistory.lazy.reversed().compactMap(\.window).first { $0.windowScene === scene }
  }

  func isKey(_ window: UIWindow) -> Bool { keyWindow === window }

  func add(_ window: UIWindow) {
    entries.removeAll { $0.window == nil }
    entries.append(Entry(window: window))
  }

  func bringToFront(_ window: UIWindow) {
    entries.removeAll { $0.window === window || $0.window == nil }
    entries.append(Entry(window: window))
  }

  func makeKey(_ window: UIWindow) {
    let old = keyWindow
    guard old !== window else { return }
    keyHistory.removeAll { $0.window === window || $0.window == nil }
    keyHistory.append(Entry(window: window))
    old?.resignKey()
    window.becomeKey()
  }

  /// Lets the windows of a scene appear.
  func showWindows(of scene: UIWindowScene) {
    for window in windows where window.windowScene === scene {
      window.updateAppearance()
    }
  }

  /// The view controllers whose views are on screen, containers first.
  var visibleViewControllers: [UIViewController] {
    windows.filter { !$0.isHidden }.compactMap(\.rootViewController).flatMap(\.withDescendants)
  }

  // MARK: Commit

  /// Runs `work` when the present turn's changes are on screen: at the end of a delivery, or in
  /// the next turn of the run loop.
  func afterCommit(_ work: @escaping () -> Void) {
    afterCommit.append(work)
    scheduleCommit()
  }

  func scheduleCommit() {
    guard !isCommitScheduled else { return }
    isCommitScheduled = true
    MainRunLoop.perform { self.commit() }
  }

  /// Lays out what needs it, and does what waited for that.
  func commit() {
    isCommitScheduled = false
    layOutAndDisplay()
    // What these begin belongs to the next commit: a message must come to its end.
    let work = afterCommit
    afterCommit = []
    for finish in work { finish() }
  }
}

extension WindowRegistry {
  /// Brings what the windows show up to date.
  func layOutAndDisplay() {
    let windows = windows.filter { !$0.isHidden }
    for window in windows { window.layoutIfNeeded() }
    for window in windows { window.displayIfNeeded() }
  }
}

extension UIApplication {
  /// Asks for a commit, if there is an app to commit.
  static func requestCommit() { current?.windowRegistry.scheduleCommit() }
}
