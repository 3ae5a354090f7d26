/// How long the kernel may take. Each wait ends as soon as the state is reached; the limits only
/// bound what happens on a machine that has stopped answering.
enum ProcessLimits {
  /// For a freeze to be confirmed. Tens of microseconds are usual; a process in the middle of an
  /// uninterruptible disk operation takes until that is over.
  static let freeze: Duration = .seconds(1)

  /// For killed processes to be gone. A large address space takes a while to be taken down.
  static let end: Duration = .seconds(5)

  /// For a group to become empty when it is removed: its processes have been killed before, so that
  /// longer means that somebody forgot to.
  static let removal: Duration = .milliseconds(250)

  /// How often the state of a freeze is read before waiting for a notification. The kernel sends
  /// at most one in 10 ms for a file, while a freeze takes 20 to 80 µs.
  static let freezeReads = 64

  /// The longest wait between two looks at a state, in milliseconds, where the kernel sends no
  /// notification or may send it late.
  static let pollMilliseconds: Int64 = 2

  /// The longest name of a group or device. A directory's name may have 255 bytes; the rest is for
  /// our prefix and suffix.
  static let nameBytes = 200
}
