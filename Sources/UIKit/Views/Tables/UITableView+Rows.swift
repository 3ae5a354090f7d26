import Foundation

// What the data source says, and the cells for what is to be seen of it.
extension UITableView {
  var look: TableLook { TableLook(style: style) }

  /// Asks the data source, if it is time to.
  func loadRows() {
    guard needsRows else { return }
    needsRows = false
    for path in cells.keys.sorted() { retire(path) }
    removeEdges()
    selection = []
    geometry.sections = askForSections { _ in nil }
  }

  func removeEdges() {
    for edge in edges.keys.sorted(by: {
      ($0.section, $0.isFooter ? 1 : 0) < ($1.section, $1.isFooter ? 1 : 0)
    }) {
      retire(edge)
    }
  }

  /// The sections as they are now. `known` tells the height that a row is known to have.
  func askForSections(_ known: (IndexPath) -> CGFloat?) -> [TableGeometry.Section] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map { number in
      var section = TableGeometry.Section()
      let rows = max(0, dataSource.tableView(self, numberOfRowsInSection: number))
      for row in 0..<rows {
        let path = IndexPath(row: row, section: number)
        let height = delegate?.tableView(self, heightForRowAt: path) ?? rowHeight
        if height >= 0 {
          section.append(height, isMeasured: true)
        } else if let height = known(path) {
          section.append(height, isMeasured: true)
        } else {
          section.append(estimate(for: path), isMeasured: false)
        }
      }
      section.header = edgeHeight(TableEdge(section: number, isFooter: false))
      section.footer = edgeHeight(TableEdge(section: number, isFooter: true))
      return section
    }
  }

  private func estimate(for path: IndexPath) -> CGFloat {
    let estimate =
      delegate?.tableView(self, estimatedHeightForRowAt: path) ?? estimatedRowHeight
    return estimate > 0 ? estimate : CellLayout.heightMin
  }

  // MARK: Visible rows

  func layOutRows() {
    guard !isLayingOut else { return }
    isLayingOut = true
    defer { isLayingOut = false }
    loadRows()
    hasRows = true
    tableHeaderView.map { place($0, y: 0) }
    geometry.head = tableHeaderView?.frame.height ?? 0
    geometry.foot = tableFooterView?.frame.height ?? 0
    // Rows that measure themselves move those below: what is to be seen may change by that.
    while showVisibleRows() {}
    if let tableFooterView { place(tableFooterView, y: geometry.height - geometry.foot) }
    contentSize = CGSize(width: bounds.width, height: geometry.height)
    for (path, cell) in cells { place(cell, at: path) }
    layOutEdges()
    backgroundView?.frame = bounds
  }

  private func place(_ view: UIView, y: CGFloat) {
    view.frame = CGRect(x: 0, y: y, width: bounds.width, height: view.frame.height)
  }

  /// Has cells for the rows that are to be seen; true if that has moved some.
  private func showVisibleRows() -> Bool {
    let visible = geometry.rows(from: bounds.minY, to: bounds.maxY)
    let kept = Set(visible)
    for path in cells.keys.filter({ !kept.contains($0) }).sorted() { retire(path) }
    var hasMoved = false
    for path in visible {
      let cell: UITableViewCell
      if let known = cells[path] {
        cell = known
      } else {
        guard let made = show(path) else { continue }
        cell = made
      }
      guard !geometry.sections[path.section].isMeasured[path.row] else { continue }
      let old = geometry.sections[path.section].heights[path.row]
      let width = bounds.width - 2 * look.sideInset
      let height = cell.sizeThatFits(CGSize(width: width, height: 0)).height
      geometry.sections[path.section].measure(path.row, height)
      if height != old { hasMoved = true }
    }
    return hasMoved
  }

  private func show(_ path: IndexPath) -> UITableViewCell? {
    guard let dataSource else { return nil }
    let cell = dataSource.tableView(self, cellForRowAt: path)
    // One cell that is given for two rows is shown for the later one.
    for (other, shown) in cells where shown === cell { cells[other] = nil }
    cells[path] = cell
    place(cell, at: path)
    cell.isSelected = selection.contains(path)
    if cell.isEditing != isShownEditing { cell.setEditing(isShownEditing, animated: false) }
    if cell.superview !== self { insertSubview(cell, at: indexBehindEdges) }
    delegate?.tableView(self, willDisplay: cell, forRowAt: path)
    return cell
  }

  /// Cells lie behind headers that stay in sight.
  private var indexBehindEdges: Int {
    subviews.firstIndex { view in edges.values.contains { $0 === view } } ?? subviews.count
  }

  private func place(_ cell: UITableViewCell, at path: IndexPath) {
    guard let extent = geometry.extent(of: path) else { return }
    let inset = look.sideInset
    let frame = CGRect(
      x: inset, y: extent.y, width: bounds.width - 2 * inset, height: extent.height)
    if cell.frame != frame { cell.frame = frame }
    cell.separator.backgroundColor = separatorColor
    let isLast = path.row == geometry.sections[path.section].heights.count - 1
    let shows = separatorStyle == .singleLine && !(look.isGrouped && isLast)
    if hasOwnSeparatorInset, !cell.hasOwnSeparatorInset { cell.separatorInset = separatorInset }
    if cell.showsSeparator != shows {
      cell.showsSeparator = shows
      cell.setNeedsLayout()
    }
    guard style == .insetGrouped else { return }
    cell.layer.cornerRadius = isLast || path.row == 0 ? 10 : 0
    var corners: CACornerMask = []
    if path.row == 0 { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
    cell.layer.maskedCorners = corners
  }

  /// Lets a cell go, to be used again.
  func retire(_ path: IndexPath) {
    guard let cell = cells.removeValue(forKey: path) else { return }
    cell.removeFromSuperview()
    delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    cellPool.put(cell, cell.reuseIdentifier)
  }
}
