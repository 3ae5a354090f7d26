import UIKit

/// `--settings`: sections, values, pictures and a row that is selected, as a list of settings has them.
final class SettingsList: UITableViewController {
  private let sections: [(title: String, footer: String?, rows: [(String, String?, String)])] = [
    (
      "Account", nil,
      [
        ("Name", "Anna", "person"), ("Notifications", "On", "bell"),
        ("Favourites", "12", "star.fill"),
      ]
    ),
    (
      "Reading", "Articles are kept for a week, and longer where they have a star.",
      [("Text size", "Large", "book"), ("Offline", nil, "folder"), ("Delete all", nil, "trash")]
    ),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Settings"
    tableView.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
  }

  override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].rows.count
  }

  override func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { sections[section].title }

  override func tableView(
    _ tableView: UITableView, titleForFooterInSection section: Int
  ) -> String? { sections[section].footer }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "Setting")
      ?? UITableViewCell(style: .value1, reuseIdentifier: "Setting")
    let (title, value, symbol) = sections[indexPath.section].rows[indexPath.row]
    var content = cell.defaultContentConfiguration()
    content.text = title
    content.secondaryText = value
    content.image = UIImage(systemName: symbol)
    cell.contentConfiguration = content
    cell.accessoryType = value == nil ? .checkmark : .disclosureIndicator
    return cell
  }
}
