/// Where the picture of an app comes from when somebody wants to see it.
public enum PictureSource: String, Hashable, Sendable, Codable {
  /// The app itself: its code runs, and it may be asked.
  case app
  /// What it looked like last (L43, L44): it is frozen, has no process, or can't answer yet or any
  /// more.
  case snapshot
}

extension Policy {
  /// Where the picture of an app comes from now; nil when it is not installed.
  ///
  /// Never the app itself while it is frozen: it would not answer, and what it answered after its
  /// thaw would be a picture of another time.
  public func pictureSource(of app: AppID) -> PictureSource? {
    guard let place = places[app] else { return nil }
    guard case .alive(let process) = apps[place].phase, process.isConnected else {
      return .snapshot
    }
    switch process.stage {
    case .foreground, .background: return .app
    // While it launches it has no window yet; what it shows while it ends nobody sees.
    case .launching, .suspended, .terminating: return .snapshot
    }
  }
}

extension Policy {
  /// The apps that have a card in the app switcher, the one used last at the end (L74: not those that
  /// were removed there).
  public var switcherCards: [AppID] {
    let front = screen.front?.app
    let left = apps.filter { $0.lastUsed != nil && !$0.isForceQuit && $0.id != front }
      .sorted { ($0.lastUsed ?? .zero, $0.id) < ($1.lastUsed ?? .zero, $1.id) }
      .map(\.id)
    return left + (front.map { [$0] } ?? [])
  }
}
