import Foundation

// Foundation for Linux has none of these; on a device they are constants.
extension ProcessInfo {
  /// Whether the app runs on a Mac: no.
  public var isiOSAppOnMac: Bool { false }

  /// Whether the app was built for the Mac by way of iOS: no.
  public var isMacCatalystApp: Bool { false }
}
