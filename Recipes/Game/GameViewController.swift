import UIKit

/// Shows the score, and the player where it is on the field.
final class GameViewController: UIViewController {
  private let score = UILabel(frame: CGRect(x: 20, y: 40, width: 280, height: 40))
  private let player = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    score.accessibilityIdentifier = "score"
    score.textColor = .white
    view.addSubview(score)
    let field = UIView(frame: CGRect(x: 20, y: 100, width: 200, height: 400))
    field.accessibilityIdentifier = "field"
    field.backgroundColor = .darkGray
    view.addSubview(field)
    player.accessibilityIdentifier = "player"
    player.backgroundColor = .systemYellow
    field.addSubview(player)
  }

  func show(_ state: GameState) {
    score.text = "Level \(state.level)   \(state.score)"
    player.frame.origin = CGPoint(x: state.player.x * 20, y: state.player.y * 20)
  }
}
