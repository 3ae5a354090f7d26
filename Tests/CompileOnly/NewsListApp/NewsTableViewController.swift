// swift-format-ignore-file

import UIKit

struct NewsItem {
    let date: Date
    let text: String
}

class NewsCell: UITableViewCell {

    let badge = UIView()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
        badge.backgroundColor = .systemBlue
        badge.layer.cornerRadius = 4
        badge.layer.masksToBounds = true
        contentView.addSubview(badge)
        textLabel?.numberOfLines = 2
        detailTextLabel?.textColor = .secondaryLabel
    }

    required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        badge.frame = CGRect(x: 4, y: contentView.bounds.midY - 4, width: 8, height: 8)
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        badge.isHidden = true
    }
}

class NewsTableViewController: UITableViewController {

    private static let cellIdentifier = "NewsCell"

    var items: [NewsItem] = [] {
        didSet {
            if UIApplication.shared.applicationState == .background {
                mustReloadView = true
            } else {
                tableView.reloadData()
            }
        }
    }
    private var mustReloadView = false

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "News"
        tableView.register(NewsCell.self, forCellReuseIdentifier: NewsTableViewController.cellIdentifier)
        tableView.rowHeight = UITableView.automaticDimension
        tableView.estimatedRowHeight = 60
        tableView.tableFooterView = UIView()
        navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .refresh, primaryAction: UIAction { [weak self] _ in
            self?.refresh()
        })
        refreshControl = UIRefreshControl()
        refreshControl?.addAction(UIAction { [weak self] _ in self?.refresh() }, for: .valueChanged)
        NotificationCenter.default.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: .main) { [weak self] _ in
            if self?.mustReloadView == true {
                self?.mustReloadView = false
                self?.tableView.reloadData()
            }
        }
        items = [NewsItem(date: Date(), text: "The first news of the day")]
    }

    func refresh() {
        refreshControl?.beginRefreshing()
        tableView.beginUpdates()
        items.insert(NewsItem(date: Date(), text: "Something new"), at: 0)
        tableView.insertRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)
        tableView.endUpdates()
        refreshControl?.endRefreshing()
        tableView.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: true)
    }

    // MARK: - Table view data source

    override func numberOfSections(in tableView: UITableView) -> Int {
        return 1
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return items.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: NewsTableViewController.cellIdentifier, for: indexPath) as! NewsCell
        let item = items[indexPath.row]
        cell.textLabel?.text = item.text
        cell.detailTextLabel?.text = "\(item.date)"
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    override func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {
        if editingStyle == .delete {
            items.remove(at: indexPath.row)
            tableView.deleteRows(at: [indexPath], with: .fade)
        }
    }

    override func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath) -> UISwipeActionsConfiguration? {
        let delete = UIContextualAction(style: .destructive, title: "Delete") { [weak self] _, _, completion in
            self?.items.remove(at: indexPath.row)
            completion(true)
        }
        return UISwipeActionsConfiguration(actions: [delete])
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        let detail = DetailViewController()
        detail.item = items[indexPath.row]
        navigationController?.pushViewController(detail, animated: true)
    }
}

class DetailViewController: UIViewController, UITableViewDataSource, UITableViewDelegate, UIScrollViewDelegate {

    var item: NewsItem?
    private let label = UILabel()
    private let imageView = UIImageView(image: UIImage(named: "picture"))
    private let scrollView = UIScrollView()
    private let table = UITableView(frame: .zero, style: .insetGrouped)

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        navigationItem.largeTitleDisplayMode = .never
        label.font = UIFont.preferredFont(forTextStyle: .headline)
        label.textAlignment = .center
        label.numberOfLines = 0
        label.text = item?.text
        label.frame = CGRect(x: 16, y: 120, width: view.bounds.width - 32, height: 60)
        label.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
        imageView.contentMode = .scaleAspectFit
        imageView.tintColor = .gray
        scrollView.delegate = self
        scrollView.contentSize = CGSize(width: view.bounds.width, height: 2000)
        table.delegate = self
        table.dataSource = self
        table.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(scrollView)
        scrollView.addSubview(label)
        scrollView.addSubview(imageView)
        view.addSubview(table)
        NSLayoutConstraint.activate([
            table.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            table.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            table.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            table.heightAnchor.constraint(greaterThanOrEqualToConstant: 100),
            table.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -8)
        ])
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        var cell: UITableViewCell! = tableView.dequeueReusableCell(withIdentifier: "old")
        if cell == nil {
            cell = UITableViewCell(style: .value1, reuseIdentifier: "old")
        }
        var content = cell.defaultContentConfiguration()
        content.text = "Row \(indexPath.item)"
        content.secondaryText = "in \(indexPath.section)"
        content.image = UIImage(systemName: "star")
        cell.contentConfiguration = content
        return cell
    }

    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "More" }

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 50 }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        print(scrollView.contentOffset.y)
    }
}
