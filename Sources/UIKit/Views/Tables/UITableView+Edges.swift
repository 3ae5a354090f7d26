import Foundation

// Headers and footers of sections.
extension UITableView {
  func title(of edge: TableEdge) -> String? {
    edge.isFooter
      ? dataSource?.tableView(self, titleForFooterInSection: edge.section)
      : dataSource?.tableView(self, titleForHeaderInSection: edge.section)
  }

  func edgeHeight(_ edge: TableEdge) -> CGFloat {
    let wanted =
      edge.isFooter
      ? delegate?.tableView(self, heightForFooterInSection: edge.section) ?? sectionFooterHeight
      : delegate?.tableView(self, heightForHeaderInSection: edge.section) ?? sectionHeaderHeight
    if wanted >= 0 { return wanted }
    if let title = title(of: edge), !title.isEmpty {
      return look.height(of: title, isFooter: edge.isFooter, width: bounds.width)
    }
    if let view = ownView(of: edge) {
      put(view)
      return view.frame.height > 0 ? view.frame.height : 28
    }
    return look.emptyHeight(isFooter: edge.isFooter, isFirst: edge.section == 0)
  }

  private func ownView(of edge: TableEdge) -> UIView? {
    edge.isFooter
      ? delegate?.tableView(self, viewForFooterInSection: edge.section)
      : delegate?.tableView(self, viewForHeaderInSection: edge.section)
  }

  private func put(_ view: UIView) {
    guard let view = view as? UITableViewHeaderFooterView else { return }
    headerPool.put(view, view.reuseIdentifier)
  }

  /// Shows the headers and footers of the sections that are to be seen.
  func layOutEdges() {
    let visible = bounds
    for (number, section) in geometry.sections.enumerated() {
      let isSeen = section.firstRow - section.header < visible.maxY && section.end > visible.minY
      layOut(TableEdge(section: number, isFooter: false), section, isSeen: isSeen)
      layOut(TableEdge(section: number, isFooter: true), section, isSeen: isSeen)
    }
    for edge in edges.keys.filter({ $0.section >= geometry.sections.count }) { retire(edge) }
  }

  private func layOut(_ edge: TableEdge, _ section: TableGeometry.Section, isSeen: Bool) {
    let height = edge.isFooter ? section.footer : section.header
    guard isSeen, height > 0, let view = edges[edge] ?? makeView(of: edge) else {
      return retire(edge)
    }
    edges[edge] = view
    if view.superview !== self { addSubview(view) }
    var y = edge.isFooter ? section.lastRow : section.firstRow - section.header
    if style == .plain, !edge.isFooter {
      // Headers of a plain table stay in sight as long as their section does.
      let top = bounds.minY + adjustedContentInset.top
      y = max(y, min(top, section.end - height))
    }
    let frame = CGRect(x: 0, y: y, width: bounds.width, height: height)
    if view.frame != frame { view.frame = frame }
  }

  private func makeView(of edge: TableEdge) -> UIView? {
    if let view = ownView(of: edge) { return view }
    guard let title = title(of: edge), !title.isEmpty else { return nil }
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.show(title, look, isFooter: edge.isFooter)
    return view
  }

  func retire(_ edge: TableEdge) {
    guard let view = edges.removeValue(forKey: edge) else { return }
    view.removeFromSuperview()
    put(view)
  }

  /// The view above a section's rows, if it is to be seen.
  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    edges[TableEdge(section: section, isFooter: false)] as? UITableViewHeaderFooterView
  }

  /// The view below a section's rows, if it is to be seen.
  public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    edges[TableEdge(section: section, isFooter: true)] as? UITableViewHeaderFooterView
  }
}
