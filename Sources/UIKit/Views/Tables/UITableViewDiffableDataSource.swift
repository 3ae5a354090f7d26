import Foundation

/// A data source that is told the whole content at a time, and finds out what has changed.
///
/// ```swift
/// var snapshot = NSDiffableDataSourceSnapshot<Section, NewsItem.ID>()
/// snapshot.appendSections([.latest])
/// snapshot.appendItems(items.map(\.id))
/// dataSource.apply(snapshot)
/// ```
/// Apple's page: `UITableViewDiffableDataSource`.
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: NSObject, UITableViewDataSource {
  public typealias Snapshot = NSDiffableDataSourceSnapshot<
    SectionIdentifierType, ItemIdentifierType
  >
  /// Makes the cell of an item.
  public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?

  open var defaultRowAnimation = UITableView.RowAnimation.automatic

  private weak var tableView: UITableView?
  private let cellProvider: CellProvider
  private var current = Snapshot()

  /// Becomes the table's data source.
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    self.tableView = tableView
    self.cellProvider = cellProvider
    super.init()
    tableView.dataSource = self
  }

  /// What the table shows.
  open func snapshot() -> Snapshot {
    var copy = current
    copy.reloaded = []
    return copy
  }

  /// Has the table show something else. Traps if an identifier is there twice.
  open func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    let duplicates = snapshot.duplicates
    guard duplicates.isEmpty else {
      fatalError(
        "Fatal: supplied item identifiers are not unique. Duplicate identifiers: \(duplicates)")
    }
    let old = current
    current = snapshot
    let updates = Self.updates(from: old, to: snapshot)
    tableView?.apply(updates)
    if let completion { UIApplication.shared.windowRegistry.afterCommit(completion) }
  }

  open func applySnapshotUsingReloadData(
    _ snapshot: Snapshot, completion: (() -> Void)? = nil
  ) {
    current = snapshot
    tableView?.reloadData()
    if let completion { UIApplication.shared.windowRegistry.afterCommit(completion) }
  }

  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    guard current.sections.indices.contains(indexPath.section) else { return nil }
    let items = current.sections[indexPath.section].items
    return items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
  }

  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    for (number, section) in current.sections.enumerated() {
      guard let row = section.items.firstIndex(of: itemIdentifier) else { continue }
      return IndexPath(row: row, section: number)
    }
    return nil
  }

  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    current.sections.indices.contains(index) ? current.sections[index].identifier : nil
  }

  // MARK: What the table asks

  open func numberOfSections(in tableView: UITableView) -> Int { current.sections.count }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    current.sections[section].items.count
  }
  open func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let item = current.sections[indexPath.section].items[indexPath.row]
    guard let cell = cellProvider(tableView, indexPath, item) else {
      fatalError(
        "UITableView dataSource returned a nil cell for row at index path: \(indexPath).")
    }
    return cell
  }
  open func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { nil }
  open func tableView(
    _ tableView: UITableView, titleForFooterInSection section: Int
  ) -> String? { nil }
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {}
  open func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}

  // MARK: Differences

  /// What has gone and what is new; an item in another place is both.
  static func updates(from old: Snapshot, to new: Snapshot) -> TableUpdates {
    var updates = TableUpdates()
    let sections = new.sectionIdentifiers.difference(from: old.sectionIdentifiers)
    for change in sections {
      switch change {
      case .remove(let offset, _, _): updates.deletedSections.insert(offset)
      case .insert(let offset, _, _): updates.insertedSections.insert(offset)
      }
    }
    for (number, section) in old.sections.enumerated()
    where !updates.deletedSections.contains(number) {
      guard let place = updates.newSection(of: number) else { continue }
      for change in new.sections[place].items.difference(from: section.items) {
        switch change {
        case .remove(let row, _, _):
          updates.deletedRows.insert(IndexPath(row: row, section: number))
        case .insert(let row, _, _):
          updates.insertedRows.insert(IndexPath(row: row, section: place))
        }
      }
      for (row, item) in section.items.enumerated() where new.reloaded.contains(item) {
        let path = IndexPath(row: row, section: number)
        if !updates.deletedRows.contains(path) { updates.reloadedRows.insert(path) }
      }
    }
    return updates
  }
}
