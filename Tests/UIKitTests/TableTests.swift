import AppLink
import Foundation
import Testing

@_spi(InProcessDevice) @testable import UIKit

extension InterfaceTests {
  /// Tables: which cells there are, and what becomes of them.
  @MainActor
  struct TableTests {
    init() { _ = InProcessApp.application }

    /// Counts what the table asks for and does.
    final class Source: NSObject, UITableViewDataSource, UITableViewDelegate {
      var sections: [[String]]
      var rowHeight: CGFloat = 50
      var titles: [String?] = []
      var made = 0
      var log: [String] = []

      init(_ sections: [[String]]) { self.sections = sections }

      func numberOfSections(in tableView: UITableView) -> Int { sections.count }

      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        sections[section].count
      }

      func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
      ) -> UITableViewCell {
        let waiting = tableView.dequeueReusableCell(withIdentifier: "row")
        if waiting == nil { made += 1 }
        let cell = waiting ?? SpyCell(style: .default, reuseIdentifier: "row")
        cell.textLabel?.text = sections[indexPath.section][indexPath.row]
        return cell
      }

      func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        rowHeight
      }

      func tableView(
        _ tableView: UITableView, titleForHeaderInSection section: Int
      ) -> String? { titles.indices.contains(section) ? titles[section] : nil }

      func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
      ) { log.append("shows \(indexPath.row)") }

      func tableView(
        _ tableView: UITableView, didEndDisplaying cell: UITableViewCell,
        forRowAt indexPath: IndexPath
      ) { log.append("ends \(indexPath.row)") }

      func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        log.append("selects \(indexPath.row)")
      }

      func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
        log.append("deselects \(indexPath.row)")
      }
    }

    final class SpyCell: UITableViewCell {
      var preparations = 0
      override func prepareForReuse() {
        super.prepareForReuse()
        preparations += 1
      }
    }

    static func rows(_ count: Int) -> [String] { (0..<count).map { "row \($0)" } }

    /// A table of 500 points, which has room for 10 rows of 50.
    static func table(
      _ source: Source, style: UITableView.Style = .plain
    ) -> (UITableView, UIWindow) {
      let window = UIWindow()
      let table = UITableView(frame: CGRect(x: 0, y: 100, width: 390, height: 500), style: style)
      table.contentInsetAdjustmentBehavior = .never
      table.dataSource = source
      table.delegate = source
      window.addSubview(table)
      window.isHidden = false
      table.layoutIfNeeded()
      return (table, window)
    }

    static func texts(_ table: UITableView) -> [String] {
      table.visibleCells.map { $0.textLabel?.text ?? "" }
    }

    @Test("A table of 10,000 rows makes the cells that are to be seen, and no more")
    func lazyCells() {
      let source = Source([Self.rows(10_000)])
      let (table, _) = Self.table(source)
      #expect(source.made == 10)
      #expect(table.contentSize.height == 500_000)
      #expect(Self.texts(table) == Array(Self.rows(10)))
      #expect(table.indexPathsForVisibleRows?.count == 10)
    }

    @Test("Cells that scroll out are prepared and used again for those that scroll in")
    func reuse() throws {
      let source = Source([Self.rows(10_000)])
      let (table, _) = Self.table(source)
      let first = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)) as? SpyCell)
      // Half a row more is to be seen than fits.
      for step in 1...200 {
        table.contentOffset = CGPoint(x: 0, y: CGFloat(step) * 25)
        table.layoutIfNeeded()
      }
      #expect(source.made == 11)
      #expect(Self.texts(table) == (100..<110).map { "row \($0)" })
      #expect(first.preparations > 0)
      #expect(table.visibleCells.count == 10)
      #expect(source.log.contains("ends 0"))
      #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) == nil)
    }

    @Test("A jump far away uses the same cells")
    func jump() {
      let source = Source([Self.rows(10_000)])
      let (table, _) = Self.table(source)
      table.scrollToRow(at: IndexPath(row: 5_000, section: 0), at: .top, animated: false)
      table.layoutIfNeeded()
      #expect(source.made == 10)
      #expect(table.contentOffset.y == 250_000)
      // Not beyond the end of the content.
      table.scrollToRow(at: IndexPath(row: 9_999, section: 0), at: .top, animated: false)
      table.layoutIfNeeded()
      #expect(table.contentOffset.y == 499_500)
      #expect(Self.texts(table).last == "row 9999")
    }

    @Test("A registered class is made by its own init(style:reuseIdentifier:)")
    func registration() throws {
      final class Own: UITableViewCell {
        var isOwn = false
        override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
          super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
          isOwn = true
        }
        required init?(coder: NSCoder) { nil }
      }
      let table = UITableView()
      table.register(Own.self, forCellReuseIdentifier: "own")
      let cell = table.dequeueReusableCell(
        withIdentifier: "own", for: IndexPath(row: 0, section: 0))
      let own = try #require(cell as? Own)
      #expect(own.isOwn)
      #expect(own.detailTextLabel != nil)
      #expect(own.reuseIdentifier == "own")
      #expect(table.dequeueReusableCell(withIdentifier: "other") == nil)
    }

    @Test("An identifier that nothing is registered for traps, with Apple's words")
    func unregistered() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        _ = InProcessApp.application
        let table = UITableView()
        _ = table.dequeueReusableCell(
          withIdentifier: "Cell", for: IndexPath(row: 0, section: 0))
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "unable to dequeue a cell with identifier Cell - must register a nib or a class for the "
            + "identifier or connect a prototype cell in a storyboard"))
    }

    @Test("Rows that measure themselves are as high as their text, and move those below")
    func selfSizing() throws {
      let source = Source([["short", String(repeating: "long words ", count: 12), "short"]])
      source.rowHeight = UITableView.automaticDimension
      let (table, _) = Self.table(source)
      for cell in table.visibleCells { cell.textLabel?.numberOfLines = 0 }
      table.reloadData()
      table.layoutIfNeeded()
      let heights = (0..<3).map { table.rectForRow(at: IndexPath(row: $0, section: 0)).height }
      #expect(heights[0] == 44)
      #expect(heights[1] > 80)
      #expect(table.rectForRow(at: IndexPath(row: 2, section: 0)).minY == 44 + heights[1])
      #expect(table.contentSize.height == heights.reduce(0, +))
    }

    @Test("Headers stay in sight in a plain table as long as their section does")
    func headers() throws {
      let source = Source([Self.rows(20), Self.rows(20)])
      source.titles = ["First", "Second"]
      let (table, _) = Self.table(source)
      let header = try #require(table.headerView(forSection: 0))
      #expect(header.textLabel?.text == "First")
      #expect(header.frame.minY == 0)
      table.contentOffset.y = 300
      table.layoutIfNeeded()
      #expect(header.frame.minY == 300)
      // Pushed out by the end of its section.
      let end = table.rect(forSection: 0).maxY
      table.contentOffset.y = end - 10
      table.layoutIfNeeded()
      #expect(header.frame.maxY == end)
      #expect(table.headerView(forSection: 1)?.textLabel?.text == "Second")
    }

    @Test("A grouped table has headers in capitals and room around sections")
    func grouped() {
      let source = Source([Self.rows(2), Self.rows(2)])
      source.titles = ["First"]
      let (table, _) = Self.table(source, style: .insetGrouped)
      #expect(table.headerView(forSection: 0)?.textLabel?.text == "FIRST")
      #expect(table.visibleCells[0].frame.minX == 16)
      #expect(table.visibleCells[0].layer.maskedCorners.contains(.layerMinXMinYCorner))
      #expect(!table.visibleCells[0].layer.maskedCorners.contains(.layerMaxXMaxYCorner))
      #expect(table.rect(forSection: 1).minY > table.visibleCells[1].frame.maxY)
    }

    @Test("A tap selects one row at a time and tells; code that selects does not tell")
    func selection() {
      let source = Source([Self.rows(5)])
      let (table, _) = Self.table(source)
      source.log = []
      table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
      #expect(source.log == [])
      #expect(table.visibleCells[1].isSelected)
      table.userDidTapRow(at: IndexPath(row: 3, section: 0))
      #expect(source.log == ["deselects 1", "selects 3"])
      #expect(table.indexPathForSelectedRow == IndexPath(row: 3, section: 0))
      #expect(!table.visibleCells[1].isSelected)
      table.reloadData()
      #expect(table.numberOfRows(inSection: 0) == 5)
      #expect(table.indexPathForSelectedRow == nil)
    }

    @Test("A swipe does the row's first action, or deletes it; a control does its actions")
    func swipe() {
      final class List: UITableViewController {
        var log: [String] = []
        override func tableView(
          _ tableView: UITableView, numberOfRowsInSection section: Int
        ) -> Int { 2 }
        override func tableView(
          _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
          forRowAt indexPath: IndexPath
        ) { log.append("deletes \(indexPath.row)") }
        override func tableView(
          _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
        ) -> UISwipeActionsConfiguration? {
          let action = UIContextualAction(style: .normal, title: "Star") { _, _, done in
            self.log.append("stars \(indexPath.row)")
            done(true)
          }
          return UISwipeActionsConfiguration(actions: [action])
        }
      }
      let list = List()
      list.tableView.userDidSwipeRow(at: IndexPath(row: 0, section: 0))
      list.tableView.userDidSwipeRow(at: IndexPath(row: 1, section: 0), fromRight: false)
      #expect(list.log == ["deletes 0", "stars 1"])
      list.refreshControl = UIRefreshControl()
      let action = UIAction { _ in list.log.append("refreshes") }
      list.refreshControl?.addAction(action, for: .valueChanged)
      list.refreshControl?.sendActions(for: .valueChanged)
      list.refreshControl?.sendActions(for: .touchDown)
      list.refreshControl?.removeAction(action, for: .valueChanged)
      list.refreshControl?.sendActions(for: .valueChanged)
      #expect(list.log == ["deletes 0", "stars 1", "refreshes"])
    }

    @Test("IndexPath has section, row and item")
    func indexPaths() async {
      var path = IndexPath(row: 3, section: 1)
      #expect((path.section, path.row, path.item) == (1, 3, 3))
      path.row = 4
      path.section = 2
      #expect(path == IndexPath(item: 4, section: 2))
      await #expect(processExitsWith: .failure) { _ = IndexPath(index: 1).row }
    }

    @Test("A table view controller is its table's data source and delegate")
    func controller() throws {
      final class List: UITableViewController {
        override func tableView(
          _ tableView: UITableView, numberOfRowsInSection section: Int
        ) -> Int { 2 }
        override func tableView(
          _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
          let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
          cell.textLabel?.text = "\(indexPath.row)"
          return cell
        }
      }
      let window = UIWindow()
      let list = List(style: .grouped)
      list.title = "List"
      window.rootViewController = UINavigationController(rootViewController: list)
      window.makeKeyAndVisible()
      InProcessApp.commit()
      #expect(Self.texts(list.tableView) == ["0", "1"])
      // Below the status bar and the navigation bar.
      #expect(list.tableView.contentOffset.y == -91)
      #expect((list.tableView as UIScrollView).delegate === list)
      window.isHidden = true
    }
  }
}
