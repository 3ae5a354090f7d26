import UIKit

/// Shows how much time is left.
final class TimeViewController: UIViewController {
  private let time = UILabel(frame: CGRect(x: 20, y: 120, width: 280, height: 40))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let title = UILabel(frame: CGRect(x: 20, y: 80, width: 280, height: 40))
    title.accessibilityIdentifier = "title"
    title.text = "Background time remaining"
    view.addSubview(title)
    time.accessibilityIdentifier = "time"
    view.addSubview(time)
  }

  func show(_ text: String) { time.text = text }
}
