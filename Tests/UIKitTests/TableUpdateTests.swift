import Foundation
import Testing

@_spi(InProcessDevice) @testable import UIKit

extension InterfaceTests {
  /// What apps say has changed in a table.
  @MainActor
  struct TableUpdateTests {
    init() { _ = InProcessApp.application }

    typealias Source = TableTests.Source

    private func paths(_ rows: Int...) -> [IndexPath] {
      rows.map { IndexPath(row: $0, section: 0) }
    }

    @Test("Rows that are inserted and deleted together end up where the data source has them")
    func insertAndDelete() {
      let source = Source([["a", "b", "c", "d"]])
      let (table, _) = TableTests.table(source)
      let kept = table.cellForRow(at: IndexPath(row: 2, section: 0))
      source.sections = [["new", "a", "c", "end"]]
      table.performBatchUpdates {
        table.deleteRows(at: paths(1, 3), with: .fade)
        table.insertRows(at: paths(0, 3), with: .fade)
      }
      #expect(TableTests.texts(table) == ["new", "a", "c", "end"])
      // What stays keeps its cell: only two were made or used again.
      #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) === kept)
    }

    @Test("A reloaded row gets its cell anew, the others keep theirs")
    func reload() {
      let source = Source([["a", "b"]])
      let (table, _) = TableTests.table(source)
      source.log = []
      source.sections = [["A", "B"]]
      table.reloadRows(at: paths(1), with: .none)
      #expect(TableTests.texts(table) == ["a", "B"])
      #expect(source.log == ["ends 1", "shows 1"])
    }

    @Test("A moved row takes its cell and its selection along")
    func move() {
      let source = Source([["a", "b", "c"]])
      let (table, _) = TableTests.table(source)
      table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
      source.sections = [["b", "c", "a"]]
      table.moveRow(at: IndexPath(row: 0, section: 0), to: IndexPath(row: 2, section: 0))
      #expect(TableTests.texts(table) == ["b", "c", "a"])
      #expect(table.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
      #expect(table.visibleCells[2].isSelected)
    }

    @Test("Sections come, go and are reloaded")
    func sections() {
      let source = Source([["a"], ["b"], ["c"]])
      let (table, _) = TableTests.table(source)
      source.sections = [["new"], ["a"], ["C"]]
      table.performBatchUpdates {
        table.deleteSections(IndexSet(integer: 1), with: .none)
        table.insertSections(IndexSet(integer: 0), with: .none)
        table.reloadSections(IndexSet(integer: 2), with: .none)
      }
      #expect(TableTests.texts(table) == ["new", "a", "C"])
    }

    @Test("Changes to a table that has shown nothing yet are what it asks for anyway")
    func early() {
      let source = Source([["a"]])
      let table = UITableView()
      table.dataSource = source
      table.insertRows(at: paths(0), with: .none)
      #expect(table.numberOfRows(inSection: 0) == 1)
    }

    @Test("Random changes keep cells and data together")
    func random() {
      var generator = Generator(state: 7)
      let source = Source([(0..<30).map { "\($0)" }])
      source.rowHeight = 100
      let (table, _) = TableTests.table(source)
      var next = 30
      for _ in 0..<300 {
        let old = source.sections[0]
        let deleted = Set(old.indices.filter { _ in generator.next() % 8 == 0 })
        var rows = old.indices.filter { !deleted.contains($0) }.map { old[$0] }
        var inserted: [IndexPath] = []
        for _ in 0..<generator.next() % 4 {
          let place = Int(generator.next()) % (rows.count + 1)
          inserted = inserted.map { $0.row >= place ? IndexPath(row: $0.row + 1, section: 0) : $0 }
          rows.insert("\(next)", at: place)
          inserted.append(IndexPath(row: place, section: 0))
          next += 1
        }
        source.sections = [rows]
        table.performBatchUpdates {
          table.deleteRows(at: deleted.map { IndexPath(row: $0, section: 0) }, with: .none)
          table.insertRows(at: inserted, with: .none)
        }
        let visible = table.indexPathsForVisibleRows ?? []
        #expect(TableTests.texts(table) == visible.map { rows[$0.row] })
        #expect(visible.count == min(rows.count, 5))
      }
    }

    private struct Generator {
      var state: UInt64
      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
      }
    }

    // MARK: Whole contents

    typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    private func snapshot(_ sections: (String, [Int])...) -> Snapshot {
      var snapshot = Snapshot()
      for (name, items) in sections {
        snapshot.appendSections([name])
        snapshot.appendItems(items)
      }
      return snapshot
    }

    @Test("A diffable data source shows what it is told, and keeps the cells of what stays")
    func diffable() throws {
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 800))
      var made = 0
      let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { _, _, item in
        made += 1
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = "\(item)"
        return cell
      }
      source.apply(snapshot(("a", [1, 2, 3]), ("b", [4])))
      table.layoutIfNeeded()
      #expect(TableTests.texts(table) == ["1", "2", "3", "4"])
      let kept = table.cellForRow(at: IndexPath(row: 2, section: 0))
      made = 0
      source.apply(snapshot(("new", [9]), ("a", [3, 1, 5]), ("b", [4])))
      #expect(TableTests.texts(table) == ["9", "3", "1", "5", "4"])
      #expect(made <= 4)
      #expect(source.itemIdentifier(for: IndexPath(row: 2, section: 1)) == 5)
      #expect(source.indexPath(for: 4) == IndexPath(row: 0, section: 2))
      #expect(kept != nil)
      made = 0
      var next = source.snapshot()
      next.reloadItems([4])
      next.deleteItems([9])
      next.insertItems([7, 8], afterItem: 3)
      next.deleteSections(["new"])
      source.apply(next)
      #expect(TableTests.texts(table) == ["3", "7", "8", "1", "5", "4"])
      #expect(made == 3)
    }

    @Test("Random contents are what a diffable data source shows")
    func randomContents() {
      var generator = Generator(state: 11)
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 5_000))
      let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { _, _, item in
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = "\(item)"
        return cell
      }
      for _ in 0..<200 {
        var items = Array(0..<40).filter { _ in generator.next() % 2 == 0 }
        for index in items.indices where generator.next() % 4 == 0 {
          items.swapAt(index, Int(generator.next()) % items.count)
        }
        var next = Snapshot()
        for name in ["a", "b", "c", "d"] where generator.next() % 3 > 0 {
          next.appendSections([name])
          let count = min(items.count, Int(generator.next() % 12))
          next.appendItems(Array(items.prefix(count)))
          items.removeFirst(count)
        }
        source.apply(next)
        #expect(TableTests.texts(table) == next.itemIdentifiers.map { "\($0)" })
      }
    }

    @Test("An identifier that is there twice traps")
    func duplicates() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        _ = InProcessApp.application
        let source = UITableViewDiffableDataSource<Int, Int>(tableView: UITableView()) { _, _, _ in
          nil
        }
        var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems([1, 1])
        source.apply(snapshot)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("supplied item identifiers are not unique"))
    }

    // MARK: Changes that do not fit

    @Test("What does not fit the data source is described in Apple's words")
    func violations() {
      var updates = TableUpdates()
      updates.insertedRows = [IndexPath(row: 0, section: 0)]
      #expect(updates.violation(before: [2], after: [3]) == nil)
      #expect(
        updates.violation(before: [2], after: [2])
          == "Invalid update: invalid number of rows in section 0. The number of rows contained in "
          + "an existing section after the update (2) must be equal to the number of rows contained "
          + "in that section before the update (2), plus or minus the number of rows inserted or "
          + "deleted from that section (1 inserted, 0 deleted) and plus or minus the number of rows "
          + "moved into or out of that section (0 moved in, 0 moved out).")
      #expect(
        updates.violation(before: [2], after: [3, 0])
          == "Invalid update: invalid number of sections. The number of sections contained in the "
          + "table view after the update (2) must be equal to the number of sections contained in "
          + "the table view before the update (1), plus or minus the number of sections inserted or "
          + "deleted (0 inserted, 0 deleted).")
      updates = TableUpdates()
      updates.deletedRows = [IndexPath(row: 5, section: 0)]
      #expect(
        updates.violation(before: [3], after: [2])
          == "attempt to delete row 5 from section 0 which only contains 3 rows before the update")
      updates = TableUpdates()
      updates.insertedRows = [IndexPath(row: 9, section: 0)]
      #expect(
        updates.violation(before: [3], after: [4])
          == "attempt to insert row 9 into section 0, but there are only 4 rows in section 0 after "
          + "the update")
    }

    @Test("An update that does not fit traps")
    func trap() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        _ = InProcessApp.application
        let source = TableTests.Source([["a", "b"]])
        let (table, _) = TableTests.table(source)
        table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("Invalid update: invalid number of rows in section 0."))
      #expect(text.contains("(0 inserted, 1 deleted)"))
    }
  }
}
