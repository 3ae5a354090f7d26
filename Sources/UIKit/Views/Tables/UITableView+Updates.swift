import Foundation

// Changes that the app names one by one.
//
// Between `beginUpdates` and `endUpdates` they are only collected; then they have to fit the numbers
// that the data source tells, or the table traps with Apple's words. A table that has not shown rows
// yet asks for all of them anyway.
extension UITableView {
  /// Collects changes until ``endUpdates()``.
  public func beginUpdates() { updateDepth += 1 }

  /// Makes the changes that were collected.
  public func endUpdates() {
    guard updateDepth > 0 else { return }
    updateDepth -= 1
    if updateDepth == 0 { applyUpdates() }
  }

  /// Makes the changes of a closure in one go.
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    beginUpdates()
    updates?()
    endUpdates()
    if let completion { UIApplication.shared.windowRegistry.afterCommit { completion(true) } }
  }

  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.insertedRows.formUnion(indexPaths) }
  }

  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.deletedRows.formUnion(indexPaths) }
  }

  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.reloadedRows.formUnion(indexPaths) }
  }

  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    update { $0.movedRows[indexPath] = newIndexPath }
  }

  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.insertedSections.formUnion(sections) }
  }

  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.deletedSections.formUnion(sections) }
  }

  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.reloadedSections.formUnion(sections) }
  }

  /// Has cells that are to be seen configured anew, without others in their place: those of rows
  /// that are not to be seen are made when they are.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    reloadRows(at: indexPaths, with: .none)
  }

  /// Makes changes that somebody has found out.
  func apply(_ changes: TableUpdates) { update { $0 = changes } }

  private func update(_ change: (inout TableUpdates) -> Void) {
    beginUpdates()
    change(&updates)
    endUpdates()
  }

  private func applyUpdates() {
    let updates = self.updates
    self.updates = TableUpdates()
    guard hasRows, !needsRows else { return setNeedsLayout() }
    let old = geometry.sections
    var heights: [IndexPath: CGFloat] = [:]
    for (number, section) in old.enumerated() {
      for row in section.heights.indices where section.isMeasured[row] {
        let path = IndexPath(row: row, section: number)
        if let new = updates.newPath(of: path) { heights[new] = section.heights[row] }
      }
    }
    let counts = rowCounts()
    if let violation = updates.violation(before: old.map(\.heights.count), after: counts) {
      fatalError(violation)
    }
    moveCells(updates)
    geometry.sections = askForSections { heights[$0] }
    setNeedsLayout()
    layoutIfNeeded()
  }

  private func rowCounts() -> [Int] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      max(0, dataSource.tableView(self, numberOfRowsInSection: $0))
    }
  }

  /// Cells of rows that stay go with them; the others wait to be used again.
  private func moveCells(_ updates: TableUpdates) {
    for path in cells.keys.sorted() where updates.newPath(of: path) == nil { retire(path) }
    cells = Dictionary(
      uniqueKeysWithValues: cells.compactMap { path, cell in
        updates.newPath(of: path).map { ($0, cell) }
      })
    selection = Set(selection.compactMap(updates.newPath))
    removeEdges()
  }
}
