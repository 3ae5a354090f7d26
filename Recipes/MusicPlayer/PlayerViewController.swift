import UIKit

/// Shows what plays.
final class PlayerViewController: UIViewController {
  private let state = UILabel(frame: CGRect(x: 20, y: 120, width: 280, height: 40))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let title = UILabel(frame: CGRect(x: 20, y: 80, width: 280, height: 40))
    title.accessibilityIdentifier = "title"
    title.text = "Music"
    view.addSubview(title)
    state.accessibilityIdentifier = "state"
    view.addSubview(state)
  }

  func show(_ text: String) { state.text = text }
}
