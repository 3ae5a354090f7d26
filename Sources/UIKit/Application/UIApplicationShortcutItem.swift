import Foundation

/// A quick action on the app's icon.
///
/// A value to describe one; this device has no icons to press, so that none is ever delivered.
/// Apple's page: `UIApplicationShortcutItem`.
@preconcurrency @MainActor
open class UIApplicationShortcutItem: NSObject {
  /// What the app tells its actions apart by.
  public let type: String
  /// The text that people read.
  public let localizedTitle: String
  /// The second line.
  public let localizedSubtitle: String?
  /// The picture next to the text.
  public let icon: UIApplicationShortcutIcon?
  /// What the app attached to the action.
  public let userInfo: [String: any NSSecureCoding]?

  /// An action with everything that describes it.
  public init(
    type: String, localizedTitle: String, localizedSubtitle: String?,
    icon: UIApplicationShortcutIcon?, userInfo: [String: any NSSecureCoding]? = nil
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.icon = icon
    self.userInfo = userInfo
    super.init()
  }

  /// An action with a type and a title.
  public convenience init(type: String, localizedTitle: String) {
    self.init(type: type, localizedTitle: localizedTitle, localizedSubtitle: nil, icon: nil)
  }
}

/// The picture of a quick action: a name for it.
@preconcurrency @MainActor
open class UIApplicationShortcutIcon: NSObject {
  /// A picture of the app's own.
  public init(templateImageName: String) { super.init() }

  /// A picture of the system's.
  public init(systemImageName: String) { super.init() }
}
