/// All that a player would miss.
struct GameState: Codable, Equatable {
  static let pointsPerLevel = 100

  struct Position: Codable, Equatable {
    var x = 0
    var y = 0
  }

  var score = 0
  var level = 1
  var player = Position()
}

extension GameState: CustomStringConvertible {
  var description: String {
    "score \(score), level \(level), at (\(player.x), \(player.y))"
  }
}
