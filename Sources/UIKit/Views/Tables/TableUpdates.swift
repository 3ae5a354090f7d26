import Foundation

/// What an app says has changed between `beginUpdates` and `endUpdates`.
///
/// What is deleted and reloaded is named as it was before, what is inserted as it is afterwards.
struct TableUpdates {
  var deletedRows: Set<IndexPath> = []
  var insertedRows: Set<IndexPath> = []
  var reloadedRows: Set<IndexPath> = []
  var movedRows: [IndexPath: IndexPath] = [:]
  var deletedSections = IndexSet()
  var insertedSections = IndexSet()
  var reloadedSections = IndexSet()

  /// What does not fit the numbers of rows before and after, in Apple's words; nil if all does.
  func violation(before: [Int], after: [Int]) -> String? {
    for section in deletedSections.union(reloadedSections) where section >= before.count {
      return "attempt to delete section \(section), but there are only \(before.count) sections "
        + "before the update"
    }
    for section in insertedSections where section >= after.count {
      return "attempt to insert section \(section) but there are only \(after.count) sections "
        + "after the update"
    }
    for path in deletedRows.union(reloadedRows).union(movedRows.keys).sorted() {
      let rows = before.indices.contains(path.section) ? before[path.section] : 0
      guard path.row >= rows else { continue }
      return "attempt to delete row \(path.row) from section \(path.section) which only contains "
        + "\(rows) rows before the update"
    }
    for path in insertedRows.union(movedRows.values).sorted() {
      let rows = after.indices.contains(path.section) ? after[path.section] : 0
      guard path.row >= rows else { continue }
      return "attempt to insert row \(path.row) into section \(path.section), but there are only "
        + "\(rows) rows in section \(path.section) after the update"
    }
    return sectionViolation(before.count, after.count)
      ?? before.indices.lazy.compactMap { rowViolation(in: $0, before, after) }.first
  }

  private func sectionViolation(_ before: Int, _ after: Int) -> String? {
    guard before - deletedSections.count + insertedSections.count != after else { return nil }
    return "Invalid update: invalid number of sections. The number of sections contained in the "
      + "table view after the update (\(after)) must be equal to the number of sections contained "
      + "in the table view before the update (\(before)), plus or minus the number of sections "
      + "inserted or deleted (\(insertedSections.count) inserted, \(deletedSections.count) deleted)."
  }

  private func rowViolation(in section: Int, _ before: [Int], _ after: [Int]) -> String? {
    guard !reloadedSections.contains(section), let new = newSection(of: section) else { return nil }
    let deleted = deletedRows.count { $0.section == section }
    let inserted = insertedRows.count { $0.section == new }
    let movedOut = movedRows.keys.count { $0.section == section }
    let movedIn = movedRows.values.count { $0.section == new }
    guard before[section] - deleted - movedOut + inserted + movedIn != after[new] else {
      return nil
    }
    return "Invalid update: invalid number of rows in section \(section). The number of rows "
      + "contained in an existing section after the update (\(after[new])) must be equal to the "
      + "number of rows contained in that section before the update (\(before[section])), plus or "
      + "minus the number of rows inserted or deleted from that section (\(inserted) inserted, "
      + "\(deleted) deleted) and plus or minus the number of rows moved into or out of that "
      + "section (\(movedIn) moved in, \(movedOut) moved out)."
  }

  // MARK: Where things have gone

  /// The number of a section afterwards; nil if it is gone.
  func newSection(of section: Int) -> Int? {
    Self.newPlace(of: section, gone: Array(deletedSections), new: Array(insertedSections))
  }

  /// Where a row is afterwards; nil if it is gone, or to be made anew.
  func newPath(of path: IndexPath) -> IndexPath? {
    if reloadedRows.contains(path) || reloadedSections.contains(path.section) { return nil }
    if let target = movedRows[path] { return target }
    guard let section = newSection(of: path.section) else { return nil }
    let gone = deletedRows.union(movedRows.keys).filter { $0.section == path.section }.map(\.row)
    let new = insertedRows.union(movedRows.values).filter { $0.section == section }.map(\.row)
    return Self.newPlace(of: path.row, gone: gone.sorted(), new: new.sorted()).map {
      IndexPath(row: $0, section: section)
    }
  }

  /// What stays keeps its order, and fills the places that nothing new has; both lists are sorted.
  private static func newPlace(of place: Int, gone: [Int], new: [Int]) -> Int? {
    guard !gone.contains(place) else { return nil }
    var result = place - gone.count { $0 < place }
    for number in new where number <= result { result += 1 }
    return result
  }
}
