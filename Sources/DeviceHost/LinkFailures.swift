import Multitasking

extension FrameChannel.Failure {
  /// What the policy calls it when an app does this.
  var violation: LinkViolation {
    switch self {
    case .closed: .closed
    case .badFrame(let error): error.code == .tooLarge ? .frameTooLarge : .malformed(error.message)
    case .overflow: .queueOverflow
    }
  }
}
