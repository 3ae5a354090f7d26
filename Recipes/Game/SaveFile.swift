import Foundation

/// The saved game, a file in the app's own Documents folder.
struct SaveFile {
  private let url: URL

  init() {
    let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    url = documents.appendingPathComponent("game.json")
  }

  /// Nil when nothing was saved yet.
  func load() throws -> GameState? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try JSONDecoder().decode(GameState.self, from: Data(contentsOf: url))
  }

  /// Writes beside the old file and puts it in its place: an app that is ended half way keeps
  /// the old one.
  func save(_ state: GameState) throws {
    try JSONEncoder().encode(state).write(to: url, options: .atomic)
  }
}
