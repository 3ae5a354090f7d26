import Multitasking

/// The apps of the story.
enum Recipe: String, CaseIterable {
  case multitaskingCheck = "MultitaskingCheck"
  case longTask = "LongTask"
  case game = "Game"
  case noMultitasking = "NoMultitasking"
  case news = "News"
  case musicPlayer = "MusicPlayer"

  /// The executable product, and the folder in `Recipes/`.
  var name: String { rawValue }
  var id: AppID { AppID("dev.greenroom.recipes.\(rawValue)") }

  /// The short form of a line that the app prints by the clock; nil for others. How many of them
  /// come before anything else happens is up to the clock, so that no order is expected of them.
  func tick(in line: String) -> String? {
    switch self {
    case .longTask:
      let prefix = "time remaining: "
      return line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
    case .game: return line.hasPrefix("level ") ? line : nil
    case .multitaskingCheck, .noMultitasking, .news, .musicPlayer: return nil
    }
  }
}
