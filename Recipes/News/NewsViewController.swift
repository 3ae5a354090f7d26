import UIKit

/// The news as a list, the newest first.
final class NewsViewController: UITableViewController {
  private let store: NewsStore
  /// The list has changed while nobody looked.
  private var mustReload = false

  init(_ store: NewsStore) {
    self.store = store
    super.init(style: .plain)
    title = "News"
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    store.observer = { [weak self] in self?.newsChanged() }
    // For as long as the app runs: nobody takes it back.
    _ = NotificationCenter.default.addObserver(
      forName: UIApplication.willEnterForegroundNotification, object: nil, queue: .main
    ) { [weak self] _ in MainActor.assumeIsolated { self?.becomesVisible() } }
  }

  /// On screen at once; in the background it would be work for nobody.
  private func newsChanged() {
    if UIApplication.shared.applicationState == .background {
      mustReload = true
      print("the list changed; it is loaded again later")
    } else {
      reload()
    }
  }

  private func becomesVisible() {
    guard mustReload else { return }
    mustReload = false
    reload()
  }

  private func reload() {
    tableView.reloadData()
    print("the list shows \(store.items.count) items")
  }

  // MARK: The table

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    store.items.count
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = store.items[indexPath.row].text
    return cell
  }
}
