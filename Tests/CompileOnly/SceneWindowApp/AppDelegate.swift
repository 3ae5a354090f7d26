import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = RootViewController(model: Model())
    self.window = window
    window.makeKeyAndVisible()

    if let url = connectionOptions.urlContexts.first?.url { open(url) }
    if let activity = connectionOptions.userActivities.first,
      activity.activityType == NSUserActivityTypeBrowsingWeb, let page = activity.webpageURL
    {
      open(page)
    }
  }

  func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {
    for context in urlContexts { open(context.url) }
  }

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    userActivity.webpageURL.map(open)
  }

  private func open(_ url: URL) { print(url) }
}

struct Model { var text = "Hello" }

/// A view controller with an initializer of its own, as tutorials write it.
final class RootViewController: UIViewController {
  private let model: Model

  init(model: Model) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    let card = CardView()
    card.accessibilityIdentifier = "card"
    view.addSubview(card)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    present(UIViewController(), animated: true) { [weak self] in
      self?.dismiss(animated: false)
    }
  }
}

final class CardView: UIView {
  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(label)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds
  }
}
