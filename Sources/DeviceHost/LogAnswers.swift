import ControlAPI

/// Entries of the journal, cut into answers that fit into frames, and altogether into what may wait
/// for a client. Entries that do not fit any more are the oldest.
struct LogAnswers {
  /// At least one.
  let parts: [[JournalEntry]]

  init(_ lines: [Journal.Line]) {
    var parts: [[JournalEntry]] = []
    var part: [JournalEntry] = []
    var (partBytes, bytes) = (0, 0)
    for line in lines.reversed() {
      bytes += line.bytes
      if bytes > ControlLimits.queuedBytesMax / 2 { break }
      partBytes += line.bytes
      if partBytes > ControlLimits.frameBytesMax / 2, !part.isEmpty {
        parts.append(part.reversed())
        (part, partBytes) = ([], line.bytes)
      }
      part.append(line.entry)
    }
    parts.append(part.reversed())
    self.parts = parts.reversed()
  }
}
