import Foundation

/// Moves the player over a field of 10 by 20 and counts points, ten times a second.
@MainActor
final class Engine {
  var state = GameState()
  /// Called after every step.
  var onStep: () -> Void = {}
  private var timer: Timer?

  var isRunning: Bool { timer != nil }

  func run() {
    guard timer == nil else { return }
    timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.step() }
    }
  }

  func pause() {
    timer?.invalidate()
    timer = nil
  }

  private func step() {
    state.player.x = (state.player.x + 1) % 10
    if state.player.x == 0 { state.player.y = (state.player.y + 1) % 20 }
    state.score += 5
    state.level = 1 + state.score / GameState.pointsPerLevel
    onStep()
  }
}
