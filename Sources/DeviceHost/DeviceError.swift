import ControlAPI

/// Why a device can't boot, or can't go on.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, Codable {
    /// Another daemon serves this device.
    case alreadyBooted
    case badProfile
    /// Virtual and real time don't go together on one device.
    case time
    case store
    case system
  }

  public let code: Code
  public let message: String
  public let nextStep: String?

  public init(_ code: Code, _ message: String, nextStep: String? = nil) {
    self.code = code
    self.message = message
    self.nextStep = nextStep
  }

  public var description: String { nextStep.map { "\(message); \($0)" } ?? message }
}
