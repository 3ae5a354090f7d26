import Foundation

/// What the device's journal gets to read.
enum Transcript {
  static func line(_ text: String) { print(text) }
}
