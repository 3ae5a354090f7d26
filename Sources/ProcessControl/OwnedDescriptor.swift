import Glibc

/// A file descriptor that is closed when its last owner goes away.
///
/// A Dispatch source on `rawValue` has to keep its owner alive until the source's cancel handler
/// has run; otherwise the number may mean another file by then.
public final class OwnedDescriptor: Sendable {
  /// The number, valid for as long as this object lives. Nobody else may close it.
  public let rawValue: CInt

  /// Takes over a descriptor that nobody else will close.
  public init(owning rawValue: CInt) {
    self.rawValue = rawValue
  }

  deinit {
    // Linux releases the number even when close is interrupted: a retry could hit another file.
    _ = close(rawValue)
  }
}
