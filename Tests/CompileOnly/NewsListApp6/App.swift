// A list with sections and scenes, in Swift 6 mode.

import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(name: "Default", sessionRole: session.role)
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UINavigationController(rootViewController: ListViewController())
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    UIApplication.shared.requestSceneSessionRefresh(scene.session)
  }
}

final class HeaderView: UITableViewHeaderFooterView {
  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    textLabel?.font = .boldSystemFont(ofSize: 13)
  }

  required init?(coder: NSCoder) { nil }
}

final class ListViewController: UIViewController {
  private let tableView = UITableView()
  private var sections = [["One", "Two"], ["Three"]]

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.title = "List"
    navigationItem.leftBarButtonItem = UIBarButtonItem(title: "Edit")
    tableView.frame = view.bounds
    tableView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    tableView.dataSource = self
    tableView.delegate = self
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    tableView.register(HeaderView.self, forHeaderFooterViewReuseIdentifier: "header")
    view.addSubview(tableView)
    Task { [weak self] in
      try await Task.sleep(for: .seconds(1))
      self?.add("Four")
    }
  }

  private func add(_ text: String) {
    tableView.performBatchUpdates {
      self.sections[1].append(text)
      let row = self.sections[1].count - 1
      self.tableView.insertRows(at: [IndexPath(row: row, section: 1)], with: .fade)
    } completion: { isFinished in
      print(isFinished)
    }
  }
}

extension ListViewController: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].count
  }

  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = sections[indexPath.section][indexPath.row]
    cell.selectionStyle = .none
    return cell
  }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header") as? HeaderView
    header?.textLabel?.text = "Section \(section)"
    return header
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let alert = UIViewController()
    alert.modalPresentationStyle = .formSheet
    present(alert, animated: true)
  }
}
