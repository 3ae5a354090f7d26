import Foundation

/// A view that shows text; here, one that holds it.
///
/// Apple's page: `UILabel`.
@preconcurrency @MainActor
open class UILabel: UIView {
  /// What the label says.
  open var text: String?

  /// How many lines it may take; 0: as many as it needs.
  open var numberOfLines = 1

  /// The colour of the text.
  open var textColor: UIColor! = .label
}
