import AppLink

// Texts that an app fills. UIKit keeps to the limits; an app need not be made of it.
extension AppMessage.OpenTasks {
  /// The report, cut to what ``LinkLimits`` allows.
  var clamped: AppMessage.OpenTasks {
    AppMessage.OpenTasks(
      count: max(0, count),
      names: names.prefix(LinkLimits.taskNamesMax).map {
        $0.cut(to: LinkLimits.taskNameLengthMax)
      },
      lastEnded: lastEnded?.cut(to: LinkLimits.taskNameLengthMax))
  }
}

extension String {
  /// What counts as the length of a text: its characters, or a quarter of its bytes if that is more.
  /// A character has no bound of its own.
  var boundedLength: Int { max(count, (utf8.count + 3) / 4) }

  /// Cut to a length, with an ellipsis.
  func cut(to length: Int) -> String {
    guard boundedLength > length else { return self }
    let start = prefix(length - 1)
    guard String(start).boundedLength >= length else { return start + "…" }
    // A scalar has at most four bytes.
    return String(String.UnicodeScalarView(unicodeScalars.prefix(length - 1))) + "…"
  }
}
