import Multitasking

/// What is expected, and what has been seen of it.
@MainActor
struct Scene {
  /// What was seen on the way.
  struct Heard {
    var lines: [String] = []
    var ticks: [String] = []
    var launch: LaunchMessage?
  }

  let recipe: Recipe
  var deeds: ArraySlice<Deed>
  var lines: ArraySlice<String>
  var ticks: Int
  var isDetailed = false
  /// Whether the ticks heard so far are right.
  var rule: ([String]) -> Bool = { _ in true }
  var heard = Heard()
  /// Seen and not shown yet.
  private var group: [Deed] = []
  private var groupAt = Instant.zero
  private var said: [(at: Instant, line: String)] = []

  init(recipe: Recipe, deeds: ArraySlice<Deed>, lines: ArraySlice<String>, ticks: Int) {
    self.recipe = recipe
    self.deeds = deeds
    self.lines = lines
    self.ticks = ticks
  }

  var isComplete: Bool { deeds.isEmpty && lines.isEmpty && heard.ticks.count >= ticks }

  var missing: String {
    let deeds = deeds.map(\.description)
    let rest = deeds + lines.map { "the app to say “\($0)”" }
    return rest.isEmpty ? "nothing, or a line by the clock" : rest.joined(separator: ", ")
  }

  mutating func see(_ deed: Deed, at instant: Instant, on film: Film) {
    deeds.removeFirst()
    if isDetailed, let last = group.last, last.why != deed.why { show(on: film) }
    if group.isEmpty { groupAt = instant }
    group.append(deed)
  }

  mutating func hear(_ line: String, at instant: Instant, on film: Film) {
    lines.removeFirst()
    heard.lines.append(line)
    said.append((instant, line))
    if isDetailed { show(on: film) }
  }

  /// Shows what has been held back, with the first reason.
  mutating func show(on film: Film) {
    let lines = said.map(\.line)
    if let first = group.first {
      let names = group.map(\.what.description).joined(separator: " → ")
      film.deed(true, at: groupAt, names, first.why.description, saying: lines)
    } else if let first = said.first {
      film.said(true, at: first.at, lines)
    }
    group = []
    said = []
  }
}
