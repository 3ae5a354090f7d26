import Foundation

/// The direction in which the interface runs.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  case leftToRight = 0
  case rightToLeft = 1
}

/// How large people want text.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let unspecified = Self(rawValue: "_UICTContentSizeCategoryUnspecified")
  public static let extraSmall = Self(rawValue: "UICTContentSizeCategoryXS")
  public static let small = Self(rawValue: "UICTContentSizeCategoryS")
  public static let medium = Self(rawValue: "UICTContentSizeCategoryM")
  public static let large = Self(rawValue: "UICTContentSizeCategoryL")
  public static let extraLarge = Self(rawValue: "UICTContentSizeCategoryXL")
  public static let extraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXL")
  public static let extraExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXXL")
}

/// How the text of a status bar looks.
public enum UIStatusBarStyle: Int, Sendable {
  case `default` = 0
  case lightContent = 1
  case darkContent = 3
}

extension UIApplication {
  /// The size that people prefer. A Greenroom device has no such setting and keeps iOS's default.
  public var preferredContentSizeCategory: UIContentSizeCategory { .large }

  /// The direction of the device's language.
  public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    let locale = Locale(identifier: DeviceConditions.shared.environment.locale)
    return locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// Whether protected files are readable. A Greenroom device does not lock them.
  public var isProtectedDataAvailable: Bool { true }

  /// Whether the app may show several scenes at a time.
  ///
  /// True exactly where the device opens a second one: the app uses scenes, and its Info.plist has
  /// `UIApplicationSupportsMultipleScenes` (L8). On iOS it takes an iPad, too.
  public var supportsMultipleScenes: Bool {
    lifeCycle?.usesScenes == true && InfoPlist.main.supportsMultipleScenes
  }

  /// Where the status bar is: the device draws it over the app.
  public var statusBarFrame: CGRect {
    let screen = UIScreen.main
    return CGRect(
      x: 0, y: 0, width: screen.bounds.width,
      height: isStatusBarHidden ? 0 : screen.safeAreaInsets.top)
  }

  /// Whether the status bar is hidden, as the view controller in front has it.
  public var isStatusBarHidden: Bool {
    keyWindow?.rootViewController?.forStatusBar.prefersStatusBarHidden ?? false
  }

  /// The look of the status bar.
  public var statusBarStyle: UIStatusBarStyle {
    keyWindow?.rootViewController?.forStatusBar.preferredStatusBarStyle ?? .default
  }

  /// The orientation of the interface. What the device shows does not rotate.
  public var statusBarOrientation: UIInterfaceOrientation { .portrait }
}
