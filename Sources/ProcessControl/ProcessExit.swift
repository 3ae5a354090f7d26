/// How a process ended.
public enum ProcessExit: Hashable, Sendable {
  /// It returned from `main` or called `exit`.
  case exited(code: CInt)
  /// A signal ended it.
  case signaled(signal: CInt, coreDumped: Bool)
}
