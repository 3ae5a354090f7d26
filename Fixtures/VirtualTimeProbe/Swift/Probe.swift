import CVirtualTimeProbe
import Foundation

/// A program that waits in every way there is and says when it goes on. It knows nothing of virtual
/// time: the tests start it with the library preloaded.
@main
enum Probe {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let what = arguments.first else { return usage() }
    if probe_wait(what) == 0 { return }
    guard let run = Probe.parts[what] else { return usage() }
    run(Array(arguments.dropFirst()))
  }

  /// What can be asked for beside the waits of C.
  private static let parts: [String: @Sendable ([String]) -> Void] =
    Timers.parts.merging(Dispatching.parts) { first, _ in first }
    .merging(Concurrency.parts) { first, _ in first }
    .merging(Network.parts) { first, _ in first }
    .merging(Randomness.parts) { first, _ in first }
    .merging(Parent.parts) { first, _ in first }
    .merging(Child.parts) { first, _ in first }
    .merging(Rates.parts) { first, _ in first }
    .merging(["chaos": { _ in Chaos().run() }]) { first, _ in first }

  private static func usage() {
    let waits = (0...).lazy.map { probe_wait_name($0).map { String(cString: $0) } }
      .prefix { $0 != nil }.compactMap(\.self)
    print("virtual-time-probe:", (Array(waits) + parts.keys.sorted()).joined(separator: " "))
    exit(64)
  }
}

/// Prints what happened, and when: seconds since the start of this program.
func tell(_ text: String) { probe_tell(text) }
