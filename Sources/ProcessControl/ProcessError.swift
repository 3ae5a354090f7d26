import CLinux
import Glibc

/// Why an operation on processes failed: what was tried, on what, what the kernel said, and what
/// can be done about it.
public struct ProcessError: Error, Sendable {
  /// The kind of failure, for code that reacts to it.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case spawnFailed, gone, frozen, timedOut, busy, invalidName, unavailable, systemCall
    }

    private let value: Value

    /// A program could not be started.
    public static let spawnFailed = Code(value: .spawnFailed)
    /// The group has no living process.
    public static let gone = Code(value: .gone)
    /// The group is frozen, and the operation would wait until it is thawed.
    public static let frozen = Code(value: .frozen)
    /// The kernel did not confirm the operation in time. Whatever was begun has been undone.
    public static let timedOut = Code(value: .timedOut)
    /// Processes of the group still live.
    public static let busy = Code(value: .busy)
    /// A name that cannot name a group.
    public static let invalidName = Code(value: .invalidName)
    /// The machine does not offer the freezer that was asked for.
    public static let unavailable = Code(value: .unavailable)
    /// A system call failed.
    public static let systemCall = Code(value: .systemCall)

    public var description: String { value.rawValue }
  }

  /// The kind of failure.
  public var code: Code
  /// What was tried, such as "freeze" or "spawn: execute".
  public var operation: String
  /// The path, process or group it was tried on.
  public var object: String
  /// The kernel's answer, if the kernel was asked.
  public var systemError: CInt?
  /// What the reader can do next; empty if there is nothing to say.
  public var nextStep: String

  /// Describes a failure.
  public init(
    _ code: Code, operation: String, object: String, systemError: CInt? = nil,
    nextStep: String = ""
  ) {
    self.code = code
    self.operation = operation
    self.object = object
    self.systemError = systemError
    self.nextStep = nextStep
  }
}

extension ProcessError: CustomStringConvertible {
  /// One line: code, operation, object, the kernel's words, the next step.
  public var description: String {
    var text = "\(code): \(operation) \(object)"
    if let systemError { text += ": \(describe(systemError: systemError))" }
    if !nextStep.isEmpty { text += ". \(nextStep)" }
    return text
  }
}

/// "Permission denied (EACCES)".
func describe(systemError: CInt) -> String {
  guard let name = greenroom_error_name(systemError), let text = greenroom_error_text(systemError)
  else { return "error \(systemError)" }
  return "\(String(cString: text)) (\(String(cString: name)))"
}
