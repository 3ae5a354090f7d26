import AppLink
import Foundation

extension UIApplication {
  /// A URL that opens the app's settings.
  ///
  /// ``canOpenURL(_:)`` answers false for it unless the device has something that shows settings.
  public nonisolated class var openSettingsURLString: String { "app-settings:" }

  /// A URL that opens the app's notification settings.
  public nonisolated class var openNotificationSettingsURLString: String {
    "app-settings:notifications"
  }

  /// Asks the device to open `url`; the answer says whether it did.
  @discardableResult
  public func open(
    _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:]
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      open(url, options: options) { continuation.resume(returning: $0) }
    }
  }
}

/// URLs that the device was asked to open, and what it can open.
@MainActor
final class URLRequests {
  /// Lower case, as schemes compare.
  private(set) var installedSchemes: Set<String> = []
  private var completions: [UInt64: @MainActor @Sendable (Bool) -> Void] = [:]
  private var lastRequest: UInt64 = 0

  func add(_ completion: @escaping @MainActor @Sendable (Bool) -> Void) -> UInt64 {
    lastRequest += 1
    completions[lastRequest] = completion
    return lastRequest
  }

  func complete(_ request: UInt64, success: Bool) {
    completions.removeValue(forKey: request)?(success)
  }

  func setInstalledSchemes(_ schemes: [String]) {
    installedSchemes = Set(schemes.map { $0.lowercased() })
  }
}
