import Foundation

/// What a table shows at one moment, by identifiers.
///
/// Apple's page: `NSDiffableDataSourceSnapshot`.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
  struct Section: Sendable {
    var identifier: SectionIdentifierType
    var items: [ItemIdentifierType] = []
  }

  var sections: [Section] = []
  /// Those whose cells are to be made anew.
  var reloaded: Set<ItemIdentifierType> = []

  public init() {}

  public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
  public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }
  public var numberOfSections: Int { sections.count }
  public var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }

  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: identifier).count
  }

  public func itemIdentifiers(
    inSection identifier: SectionIdentifierType
  ) -> [ItemIdentifierType] { sections.first { $0.identifier == identifier }?.items ?? [] }

  public func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType? { sections.first { $0.items.contains(identifier) }?.identifier }

  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    itemIdentifiers.firstIndex(of: identifier)
  }

  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sections.firstIndex { $0.identifier == identifier }
  }

  // MARK: Changes

  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    sections += identifiers.map { Section(identifier: $0) }
  }

  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    sections.removeAll { identifiers.contains($0.identifier) }
  }

  /// Adds items at the end of a section; without one, of the last. Traps if there is no section.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    let place = sectionIdentifier.map { indexOfSection($0) } ?? sections.indices.last
    guard let place else {
      fatalError(
        "There are currently no sections in the data source. Please add a section first.")
    }
    sections[place].items += identifiers
  }

  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
  ) { insert(identifiers, at: beforeIdentifier, offset: 0) }

  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
  ) { insert(identifiers, at: afterIdentifier, offset: 1) }

  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    let gone = Set(identifiers)
    for index in sections.indices { sections[index].items.removeAll { gone.contains($0) } }
  }

  public mutating func deleteAllItems() { sections = [] }

  /// Has the cells of items made anew.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    reloaded.formUnion(identifiers)
  }

  /// The same here: cells keep nothing that would be lost by it.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    reloadItems(identifiers)
  }

  private mutating func insert(
    _ identifiers: [ItemIdentifierType], at item: ItemIdentifierType, offset: Int
  ) {
    for index in sections.indices {
      guard let place = sections[index].items.firstIndex(of: item) else { continue }
      return sections[index].items.insert(contentsOf: identifiers, at: place + offset)
    }
    fatalError("Invalid item identifier specified: \(item)")
  }

  /// Identifiers that are there twice.
  var duplicates: [ItemIdentifierType] {
    var seen: Set<ItemIdentifierType> = []
    return itemIdentifiers.filter { !seen.insert($0).inserted }
  }
}
