import Foundation

/// Where the rows, headers and footers of a table lie, from top to bottom.
struct TableGeometry {
  struct Section {
    var header: CGFloat = 0
    var footer: CGFloat = 0
    /// Of the rows, in points; those of rows that measure themselves are estimates until they have.
    private(set) var heights: [CGFloat] = []
    private(set) var isMeasured: [Bool] = []
    /// Where each row begins, counted from the first, and where the last ends.
    private(set) var offsets: [CGFloat] = [0]
    /// Where the section begins.
    fileprivate(set) var start: CGFloat = 0

    var firstRow: CGFloat { start + header }
    var lastRow: CGFloat { firstRow + offsets[offsets.count - 1] }
    var end: CGFloat { lastRow + footer }

    mutating func append(_ height: CGFloat, isMeasured: Bool) {
      heights.append(height)
      self.isMeasured.append(isMeasured)
      offsets.append(offsets[offsets.count - 1] + height)
    }

    mutating func measure(_ row: Int, _ height: CGFloat) {
      isMeasured[row] = true
      guard heights[row] != height else { return }
      heights[row] = height
      for later in row..<heights.count { offsets[later + 1] = offsets[later] + heights[later] }
    }

    /// The first row that ends below a place within the rows.
    func row(below place: CGFloat) -> Int {
      var (low, high) = (0, heights.count)
      while low < high {
        let middle = (low + high) / 2
        if offsets[middle + 1] > place { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }

  var sections: [Section] = [] { didSet { place() } }
  /// Of the views above the first section and below the last.
  var head: CGFloat = 0 { didSet { place() } }
  var foot: CGFloat = 0

  var height: CGFloat { (sections.last?.end ?? head) + foot }

  private mutating func place() {
    var y = head
    for index in sections.indices {
      guard sections[index].start != y else {
        y = sections[index].end
        continue
      }
      sections[index].start = y
      y = sections[index].end
    }
  }

  /// Top and height of a row.
  func extent(of path: IndexPath) -> (y: CGFloat, height: CGFloat)? {
    guard sections.indices.contains(path.section) else { return nil }
    let section = sections[path.section]
    guard section.heights.indices.contains(path.row) else { return nil }
    return (section.firstRow + section.offsets[path.row], section.heights[path.row])
  }

  /// The rows of which some part lies in a range, from top to bottom.
  func rows(from top: CGFloat, to bottom: CGFloat) -> [IndexPath] {
    var paths: [IndexPath] = []
    for (number, section) in sections.enumerated()
    where section.lastRow > top && section.firstRow < bottom {
      var row = section.row(below: top - section.firstRow)
      while row < section.heights.count, section.firstRow + section.offsets[row] < bottom {
        paths.append(IndexPath(row: row, section: number))
        row += 1
      }
    }
    return paths
  }
}
