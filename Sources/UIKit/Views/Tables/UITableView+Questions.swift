import Foundation

// What apps ask a table, and where they scroll it.
extension UITableView {
  public var numberOfSections: Int {
    loadRows()
    return geometry.sections.count
  }

  public func numberOfRows(inSection section: Int) -> Int {
    loadRows()
    return geometry.sections.indices.contains(section)
      ? geometry.sections[section].heights.count : 0
  }

  /// The cells of the rows that are to be seen, from top to bottom.
  public var visibleCells: [UITableViewCell] {
    layoutIfNeeded()
    return cells.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The rows that are to be seen, from top to bottom.
  public var indexPathsForVisibleRows: [IndexPath]? {
    layoutIfNeeded()
    return cells.keys.sorted()
  }

  /// The cell of a row; nil if it is not to be seen.
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }

  public func indexPath(for cell: UITableViewCell) -> IndexPath? {
    cells.first { $0.value === cell }?.key
  }

  public func indexPathForRow(at point: CGPoint) -> IndexPath? {
    loadRows()
    return geometry.rows(from: point.y, to: point.y + 0.001).first
  }

  public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadRows()
    return geometry.rows(from: rect.minY, to: rect.maxY)
  }

  /// Where a row lies in the content.
  public func rectForRow(at indexPath: IndexPath) -> CGRect {
    loadRows()
    guard let extent = geometry.extent(of: indexPath) else { return .zero }
    return CGRect(x: 0, y: extent.y, width: bounds.width, height: extent.height)
  }

  /// Where a section lies in the content.
  public func rect(forSection section: Int) -> CGRect {
    loadRows()
    guard geometry.sections.indices.contains(section) else { return .zero }
    let place = geometry.sections[section]
    let start = place.firstRow - place.header
    return CGRect(x: 0, y: start, width: bounds.width, height: place.end - start)
  }

  // MARK: Scrolling

  /// Scrolls until a row is at a place; with `.none` as little as it takes to show it.
  public func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    layoutIfNeeded()
    guard let extent = geometry.extent(of: indexPath) else {
      fatalError(
        "Attempted to scroll the table view to an out-of-bounds row (\(indexPath.row)) when there "
          + "are only \(numberOfRows(inSection: indexPath.section)) rows in section "
          + "\(indexPath.section).")
    }
    let insets = adjustedContentInset
    let room = bounds.height - insets.top - insets.bottom
    let y: CGFloat
    switch scrollPosition {
    case .none:
      return scrollRectToVisible(rectForRow(at: indexPath), animated: animated)
    case .top: y = extent.y - insets.top
    case .middle: y = extent.y - insets.top - (room - extent.height) / 2
    case .bottom: y = extent.y - insets.top - (room - extent.height)
    }
    setContentOffset(allowedOffset(CGPoint(x: 0, y: y)), animated: animated)
  }

  // MARK: Editing

  /// Shows rows with what edits them, which nobody can touch here.
  public func setEditing(_ editing: Bool, animated: Bool) {
    isShownEditing = editing
    for cell in cells.values { cell.setEditing(editing, animated: animated) }
  }
}

// Selection. Code that selects rows does not have the delegate told, as on iOS.
extension UITableView {
  public var indexPathForSelectedRow: IndexPath? { selection.min() }

  public var indexPathsForSelectedRows: [IndexPath]? {
    selection.isEmpty ? nil : selection.sorted()
  }

  public func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    guard let indexPath else {
      for path in selection.sorted() { deselectRow(at: path, animated: animated) }
      return
    }
    guard allowsSelection else { return }
    if !allowsMultipleSelection {
      for path in selection.sorted() where path != indexPath {
        deselectRow(at: path, animated: animated)
      }
    }
    selection.insert(indexPath)
    cells[indexPath]?.setSelected(true, animated: animated)
    if scrollPosition != .none {
      scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard selection.remove(indexPath) != nil else { return }
    cells[indexPath]?.setSelected(false, animated: animated)
  }

  /// What a tap on a row does. The device has no touches; a test may do what a person would.
  @_spi(InProcessDevice)
  public func userDidTapRow(at indexPath: IndexPath) {
    guard allowsSelection, geometry.extent(of: indexPath) != nil,
      delegate?.tableView(self, shouldHighlightRowAt: indexPath) ?? true
    else { return }
    if allowsMultipleSelection, selection.contains(indexPath) {
      deselectRow(at: indexPath, animated: false)
      delegate?.tableView(self, didDeselectRowAt: indexPath)
      return
    }
    let willSelect = delegate.map { $0.tableView(self, willSelectRowAt: indexPath) } ?? indexPath
    guard let target = willSelect else { return }
    let left = allowsMultipleSelection ? [] : selection.sorted().filter { $0 != target }
    selectRow(at: target, animated: false, scrollPosition: .none)
    for path in left { delegate?.tableView(self, didDeselectRowAt: path) }
    delegate?.tableView(self, didSelectRowAt: target)
  }

  /// What a swipe over a row and a tap on Delete do.
  @_spi(InProcessDevice)
  public func userDidDeleteRow(at indexPath: IndexPath) {
    guard let dataSource, dataSource.tableView(self, canEditRowAt: indexPath) else { return }
    dataSource.tableView(self, commit: .delete, forRowAt: indexPath)
  }
}
