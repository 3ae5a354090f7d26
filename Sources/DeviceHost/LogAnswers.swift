import ControlAPI

/// Entries of the journal, cut into answers that fit into frames, and altogether into what may wait
/// for a client. Entries that do not fit any more are the oldest.
struct LogAnswers {
  /// At least one.
  let parts: [[JournalEntry]]

  init(_ entries: [JournalEntry]) {
    var parts: [[JournalEntry]] = []
    var part: [JournalEntry] = []
    var (partBytes, bytes) = (0, 0)
    for entry in entries.reversed() {
      let size = entry.bytesMax
      bytes += size
      if bytes > ControlLimits.queuedBytesMax / 2 { break }
      partBytes += size
      if partBytes > ControlLimits.frameBytesMax / 2 {
        parts.append(part.reversed())
        (part, partBytes) = ([], size)
      }
      part.append(entry)
    }
    parts.append(part.reversed())
    self.parts = parts.reversed()
  }
}

extension JournalEntry {
  /// Not less than its size as JSON, where a character takes up to six bytes.
  fileprivate var bytesMax: Int {
    switch content {
    case .output(_, let text), .note(let text): 512 + 6 * text.utf8.count
    case .event(_, let effects): 4_096 * (1 + effects.count / 8)
    }
  }
}
