import Foundation

/// What a scene is made from: its class and the class of its delegate.
///
/// Apple's page: `UISceneConfiguration`.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
  /// The name under which Info.plist has it.
  public let name: String?
  /// What scenes of this configuration are for.
  public let role: UISceneSession.Role
  /// The scene's class; nil: ``UIWindowScene``.
  open var sceneClass: AnyClass?
  /// The class of the scene's delegate; nil: the scene has none.
  open var delegateClass: AnyClass?

  /// The configuration that Info.plist has under `name`, or one without classes.
  ///
  /// Without a name: the first one for the role.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.role = sessionRole
    let entries = InfoPlist.main.sceneConfigurations(role: sessionRole.rawValue)
    let entry = name == nil ? entries.first : entries.first { $0.name == name }
    self.name = name ?? entry?.name
    super.init()
    guard let entry else { return }
    sceneClass = entry.sceneClass.flatMap(Self.find)
    delegateClass = entry.delegateClass.flatMap { className in
      let found: AnyClass? = Self.find(className)
      if found == nil {
        ProcessEnd.report(
          "Info.plist configuration \"\(entry.name ?? "(no name)")\" for \(sessionRole.rawValue) "
            + "contained UISceneDelegateClassName key, but could not load class with name "
            + "\"\(className)\".")
      }
      return found
    }
    if let storyboard = entry.storyboard ?? InfoPlist.main.mainStoryboard {
      ProcessEnd.report(
        "UIKit: storyboards are not supported: create the window that \"\(storyboard)\" holds in "
          + "scene(_:willConnectTo:options:)")
    }
  }

  /// The class, with Xcode's variable for the app's own module put in.
  private static func find(_ className: String) -> AnyClass? {
    if let found = NSClassFromString(className) { return found }
    let variable = "$(PRODUCT_MODULE_NAME)"
    let rest =
      className.hasPrefix(variable) ? String(className.dropFirst(variable.count)) : ".\(className)"
    return appModules.lazy.compactMap { NSClassFromString($0 + rest) }.first
  }

  /// The module of the app's delegate; where that says nothing, the executable's name.
  private static var appModules: [String] {
    let delegate = UIApplication.shared.delegate.map { String(reflecting: type(of: $0)) }
    let names = [delegate?.split(separator: ".").first.map(String.init), InfoPlist.main.executable]
    return names.compactMap { $0?.replacingOccurrences(of: "-", with: "_") }
  }
}
