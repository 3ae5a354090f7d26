import Foundation

extension IndexPath {
  /// A row of a section.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// An item of a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The first number. Traps in a path of fewer than two, as on iOS.
  public var section: Int {
    get { place(0) }
    set { self = IndexPath(row: row, section: newValue) }
  }

  /// The second number. Traps in a path of fewer than two, as on iOS.
  public var row: Int {
    get { place(1) }
    set { self = IndexPath(row: newValue, section: section) }
  }

  /// The second number, as ``row``.
  public var item: Int {
    get { row }
    set { row = newValue }
  }

  private func place(_ index: Int) -> Int {
    guard count >= 2 else {
      fatalError(
        "Invalid index path for use with UITableView. Index paths passed to table view must contain "
          + "exactly two indices specifying the section and row.")
    }
    return self[index]
  }
}
