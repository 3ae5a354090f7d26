import UIKit

/// A list of news, and what an app may do to its picture on the way to the background.
///
/// - `--text`: changes a text, which is drawn too late for the snapshot (L43);
/// - `--text-drawn`: changes it and has the screen drawn at once;
/// - `--hide`: hides the text, which needs no drawing;
/// - `--cover`: puts a view over everything;
/// - `--reload`: has the table reload, which is laid out too late;
/// - `--busy`: computes for 3 s in the background, in the time that it asks for;
/// - `--settings`: shows another list on top, with a large title;
/// - `--scroll N`: shows row N at the top;
/// - `--huge`, `--pictures`: describes more than a message holds.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let list = NewsList(style: .plain)

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let navigation = UINavigationController(rootViewController: list)
    if CommandLine.arguments.contains("--settings") {
      navigation.navigationBar.prefersLargeTitles = true
      navigation.pushViewController(SettingsList(style: .insetGrouped), animated: false)
    }
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    print("notification UIApplicationDidBecomeActiveNotification")
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    let arguments = CommandLine.arguments
    if arguments.contains("--busy") { computeInBackground(application) }
    if arguments.contains("--hide") { list.banner.isHidden = true }
    if arguments.contains("--reload") {
      list.items.insert(NewsItem(title: "Late news", source: "nobody"), at: 0)
      list.tableView.reloadData()
    }
    if arguments.contains("--cover") {
      let cover = UILabel(frame: UIScreen.main.bounds)
      cover.backgroundColor = .systemIndigo
      cover.textColor = .white
      cover.textAlignment = .center
      cover.text = "Private"
      window?.addSubview(cover)
    }
    if arguments.contains("--text") || arguments.contains("--text-drawn") {
      list.banner.text = "Changed"
    }
    if arguments.contains("--text-drawn") {
      _ = window?.snapshotView(afterScreenUpdates: true)
    }
  }
}

extension AppDelegate {
  private func computeInBackground(_ application: UIApplication) {
    let task = application.beginBackgroundTask(withName: "computing", expirationHandler: nil)
    DispatchQueue.main.async {
      print("busy")
      Thread.sleep(forTimeInterval: 3)
      application.endBackgroundTask(task)
    }
  }
}

struct NewsItem {
  var title: String
  var source: String
}

final class NewsCell: UITableViewCell {
  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    textLabel?.numberOfLines = 2
    detailTextLabel?.textColor = .secondaryLabel
    accessoryType = .disclosureIndicator
  }

  required init?(coder: NSCoder) { nil }
}

final class NewsList: UITableViewController {
  let banner = UILabel()
  var items = NewsItem.all

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "News"
    tableView.register(NewsCell.self, forCellReuseIdentifier: "News")
    navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .refresh)
    navigationItem.leftBarButtonItem = UIBarButtonItem(title: "Edit")
    banner.frame = CGRect(x: 0, y: 0, width: 390, height: 44)
    banner.text = "Three sources, all of them good"
    banner.textAlignment = .center
    banner.font = .systemFont(ofSize: 13)
    banner.textColor = .secondaryLabel
    banner.backgroundColor = .secondarySystemBackground
    tableView.tableHeaderView = banner
    let arguments = CommandLine.arguments
    if arguments.contains("--huge") { addManyViews() }
    if arguments.contains("--pictures") { addPictures() }
    if let place = arguments.firstIndex(of: "--scroll"), let row = Int(arguments[place + 1]) {
      tableView.scrollToRow(at: IndexPath(row: row, section: 0), at: .top, animated: false)
    }
  }

  private func addManyViews() {
    for number in 0..<5_000 {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
      label.text = String(repeating: "\(number) ", count: 1_000)
      banner.addSubview(label)
    }
  }

  /// A picture that is larger than one may be, and one that is none.
  private func addPictures() {
    let head: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
      9, 0, 0, 0, 9,
    ]
    for size in [1_000, 400_000] {
      let data = Data(head + [UInt8](repeating: 7, count: size))
      let view = UIImageView(image: UIImage(data: data))
      view.frame = CGRect(x: 10, y: 10, width: 30, height: 30)
      banner.addSubview(view)
    }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    items.count
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "News", for: indexPath)
    let item = items[indexPath.row]
    cell.textLabel?.text = item.title
    cell.detailTextLabel?.text = item.source
    return cell
  }
}

extension NewsItem {
  static let all: [NewsItem] = (0..<40).map { number in
    let titles = [
      "Harbour bridge opens to cyclists a year ahead of plan",
      "Rain ends the longest dry spell in a decade",
      "Museum finds a lost map in its own cellar", "Local bakery wins for the third time",
      "Trains run every ten minutes from Monday, and at night once an hour on all lines",
      "Chess club moves into the old post office",
    ]
    let sources = ["The Morning Post", "Harbour News", "Radio One"]
    return NewsItem(
      title: titles[number % titles.count],
      source: "\(sources[number % sources.count]) · \(number + 1) min ago")
  }
}
