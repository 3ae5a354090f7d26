import Glibc

/// A wait that was in vain, and what was there instead.
struct TimedOut: Error, CustomStringConvertible {
  var what: String
  var instead: String = ""

  var description: String { "waited in vain for \(what)\(instead.isEmpty ? "" : "\n")\(instead)" }
}

/// How long anything may take on a machine that does other things besides.
let patience: Duration = .seconds(40)

/// Looks at a condition again and again until it holds.
func wait(
  for what: String, within limit: Duration = patience, _ condition: () throws -> Bool
) throws {
  let deadline = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < deadline else { throw TimedOut(what: what) }
    poll(nil, 0, 10)
  }
}
