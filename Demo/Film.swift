import Glibc
import Multitasking

/// The printed story: headings, what people do, what the device does and why, what apps say.
@MainActor
final class Film {
  private let hasColor: Bool
  private let width: Int
  private let startedAt = Film.now
  private var checks = 0
  /// Whether a line of ticks is open.
  private var isInTicks = false

  private static let whatWidth = 38
  private static let margin = "          "

  init() {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isPlain = Film.variable("NO_COLOR") != nil || Film.variable("TERM") == "dumb"
    hasColor = isTerminal && !isPlain
    var size = winsize()
    let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    width = min(isKnown && size.ws_col >= 60 ? Int(size.ws_col) : 100, 100)
  }

  /// Nil when it is not set, or empty.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  // MARK: The frame

  func open() {
    write(style(.bold, "Greenroom: what the system does with apps, and why"))
    write(
      "Real apps in real processes; only the time they are lent is short, 10 s instead of 180 s.")
    write(
      "  \(style(.action, "▶ what a person does"))   \(style(.good, "✓")) what the device then does,"
        + " \(style(.dim, "and why"))   \(style(.said, "“what the app says”"))")
    write("Every ✓ was compared with what should happen, in this order. Times are seconds.")
  }

  func chapter(_ section: String, _ title: String, _ lead: String) {
    let head = "── \(section)  \(title) "
    let rule = String(repeating: "─", count: max(0, width - head.count))
    write("")
    write(style(.bold, head + rule))
    for line in wrapped(lead, width - 3) { write(style(.dim, "   " + line)) }
  }

  /// The last words of a story without an end.
  func leave(_ text: String) {
    write("")
    write(text)
  }

  func close(_ differences: [String]) {
    write("")
    let seconds = Film.clock(Film.now - startedAt)
    if differences.isEmpty {
      return write(style(.good, "✓ \(checks) of \(checks) checks as expected") + ", \(seconds) s")
    }
    write(style(.bad, "✗ not as expected:") + " \(checks) checks were, in \(seconds) s")
    for difference in differences { write("  - \(difference)") }
  }

  // MARK: What happens

  /// Sets apart what follows.
  func scene() { write("") }

  /// What a person does, or asks.
  func action(_ text: String) {
    write(style(.action, "▶ \(text)"))
  }

  /// A command as it would be typed.
  func command(_ text: String) { write(style(.dim, "$ \(text)")) }

  /// Something that the device did, and why, and what the app said to it.
  func deed(
    _ isExpected: Bool, at instant: Instant, _ what: String, _ why: String,
    saying lines: [String] = []
  ) {
    let column = max(what.count, Film.whatWidth) + 2
    let room = width - Film.margin.count - column
    let padded = what + String(repeating: " ", count: column - what.count)
    let quoted = Film.quoted(lines)
    if why.count + 2 + quoted.count <= room {
      let saying = lines.isEmpty ? "" : "  " + style(.said, quoted)
      return row(isExpected, padded + style(.dim, why) + saying, at: instant)
    }
    let isWide = room >= 24
    let reasons = wrapped(why, isWide ? room : width - Film.margin.count - 2)
    row(isExpected, isWide ? padded + style(.dim, reasons[0]) : what, at: instant)
    let indent = String(repeating: " ", count: Film.margin.count + (isWide ? column : 2))
    for reason in reasons.dropFirst(isWide ? 1 : 0) { write(indent + style(.dim, reason)) }
    if !lines.isEmpty { said(isExpected, at: instant, lines) }
  }

  /// Lines that an app printed, together if they fit.
  func said(_ isExpected: Bool, at instant: Instant, _ lines: [String]) {
    let quoted = Film.quoted(lines)
    if Film.margin.count + quoted.count <= width, !lines.isEmpty {
      return row(isExpected, style(.said, quoted), at: instant)
    }
    for line in lines { row(isExpected, style(.said, "“\(line)”"), at: instant) }
  }

  private static func quoted(_ lines: [String]) -> String {
    lines.map { "“\($0)”" }.joined(separator: "  ")
  }

  /// One of many short lines of an app; they share a line here.
  func tick(_ text: String) {
    if isInTicks { return put(style(.said, " · " + text)) }
    checks += 1
    put(style(.good, "✓") + Film.margin.dropFirst() + style(.said, "“" + text))
    isInTicks = true
  }

  /// Something that was compared.
  func row(_ isExpected: Bool, _ text: String, at instant: Instant? = nil) {
    if isExpected { checks += 1 }
    let mark = isExpected ? style(.good, "✓") : style(.bad, "✗")
    let time = instant.map { Film.clock($0.nanoseconds - startedAt) } ?? ""
    let padding = String(repeating: " ", count: max(0, 6 - time.count))
    write("\(mark) \(style(.dim, padding + time))  \(text)")
  }

  /// Something that is only to be read.
  func note(_ text: String) {
    for line in wrapped(text, width - Film.margin.count) { write(Film.margin + line) }
  }

  /// An answer of the device that was compared, in full.
  func answer(_ text: String) {
    let lines = wrapped(text, width - Film.margin.count)
    row(true, lines[0])
    for line in lines.dropFirst() { write(Film.margin + line) }
  }

  // MARK: Text

  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case bad = "1;31"
    case action = "1;36"
    case said = "33"
  }

  private func style(_ style: Style, _ text: String) -> String {
    hasColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private func write(_ line: String) {
    if isInTicks { put(style(.said, "”") + "\n") }
    isInTicks = false
    put(line + "\n")
  }

  private func put(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return Interruption.set(.interrupted) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Nanoseconds since 1970, as a device's journal counts.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Seconds with two digits behind the point.
  private static func clock(_ nanoseconds: Int64) -> String {
    let hundredths = max(0, nanoseconds) / 10_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
