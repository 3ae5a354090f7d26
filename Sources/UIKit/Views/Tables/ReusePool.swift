import Foundation

/// Views that have scrolled out and wait to be used again, and how new ones are made.
@MainActor
struct ReusePool<View: UIView> {
  private var waiting: [String: [View]] = [:]
  private var classes: [String: View.Type] = [:]

  mutating func register(_ type: View.Type?, for identifier: String) {
    classes[identifier] = type
  }

  mutating func put(_ view: View, _ identifier: String?) {
    guard let identifier else { return }
    waiting[identifier, default: []].append(view)
  }

  /// One that waits; nil if none does.
  mutating func take(_ identifier: String) -> View? { waiting[identifier]?.popLast() }

  /// The class that new ones are made of.
  func type(for identifier: String) -> View.Type? { classes[identifier] }
}

// Apple's initializers of cells are not `required`, and subclasses override them as such. What is
// left, as in `Instantiation`, is the slot in which Swift keeps a class's own `init(style:…)`, or a
// trap if it has none.
extension Instantiation {
  @MainActor
  static func makeCell(
    _ type: UITableViewCell.Type, _ identifier: String
  ) -> UITableViewCell {
    // Every class here derives from UITableViewCell, so that the slot is where that has it; the
    // object that comes out is of the class that went in.
    let object = unsafeBitCast(type, to: _CellInitializerSlot.Type.self)
      .init(style: .default, reuseIdentifier: identifier)
    return unsafeDowncast(object, to: UITableViewCell.self)
  }

  @MainActor
  static func makeHeader(
    _ type: UITableViewHeaderFooterView.Type, _ identifier: String
  ) -> UITableViewHeaderFooterView {
    // The same for UITableViewHeaderFooterView.
    let object = unsafeBitCast(type, to: _HeaderInitializerSlot.Type.self)
      .init(reuseIdentifier: identifier)
    return unsafeDowncast(object, to: UITableViewHeaderFooterView.self)
  }
}

/// Not for apps, as `_InitializerSlot`.
open class _CellInitializerSlot: UITableViewCell {
  public required override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
  }

  public required init?(coder: NSCoder) { nil }
}

/// Not for apps, as `_InitializerSlot`.
open class _HeaderInitializerSlot: UITableViewHeaderFooterView {
  public required override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
  }

  public required init?(coder: NSCoder) { nil }
}
