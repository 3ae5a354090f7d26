import UIKit

/// When the draft is dealt with.
enum Plan {
  case sendInBackground
  case saveBeforeTheEnd

  var announcement: String {
    switch self {
    case .sendInBackground: "multitasking: yes, the draft is sent after the user has left"
    case .saveBeforeTheEnd: "multitasking: no, the draft is saved before the app ends"
    }
  }

  var color: UIColor {
    switch self {
    case .sendInBackground: .systemGreen
    case .saveBeforeTheEnd: .systemOrange
    }
  }
}

/// Shows which way the app has taken.
final class PlanViewController: UIViewController {
  private let plan: Plan

  init(plan: Plan) {
    self.plan = plan
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = plan.color
    let label = UILabel(frame: CGRect(x: 20, y: 80, width: 280, height: 80))
    label.accessibilityIdentifier = "plan"
    label.numberOfLines = 0
    label.text = plan.announcement
    view.addSubview(label)
  }
}
