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

  /// `Called by <Module>, from <symbol>` (T29); without the symbol where the executable is stripped.
  private static func describe(caller address: UInt) -> String {
    let module = ProcessInfo.processInfo.processName
    var symbol = [CChar](repeating: 0, count: LinkLimits.taskNameLengthMax)
    cuikit_symbol(address, &symbol, symbol.count)
    let name = symbol.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    guard !name.isEmpty else { return "Called by \(module)" }
    return "Called by \(module), from \(String(decoding: name, as: UTF8.self))"
  }
}
