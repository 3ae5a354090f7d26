import AppLink
import CUIKit
import Foundation

/// What a background task is called.
///
/// A caller stays an address until someone asks: most tasks end unseen, and `begin` must be cheap.
enum BackgroundTaskName: Sendable {
  case given(String)
  case caller(UInt)

  /// The name, at most ``LinkLimits/taskNameLengthMax`` characters long.
  var text: String {
    let full =
      switch self {
      case .given(let name): name
      case .caller(let address): Self.describe(caller: address)
      }
    guard full.count > LinkLimits.taskNameLengthMax else { return full }
    return full.prefix(LinkLimits.taskNameLengthMax - 1) + "…"
  }

  /// `Called by <Module>, from <symbol>` (T29); without the symbol where the executable keeps none.
  private static func describe(caller address: UInt) -> String {
    var image: UnsafePointer<CChar>?
    var symbol: UnsafePointer<CChar>?
    cuikit_locate(UnsafeRawPointer(bitPattern: address), &image, &symbol)
    let path = image.map { String(cString: $0) } ?? ProcessInfo.processInfo.processName
    let module = path.split(separator: "/").last.map(String.init) ?? path
    guard let symbol else { return "Called by \(module)" }
    return "Called by \(module), from \(String(cString: symbol))"
  }
}
