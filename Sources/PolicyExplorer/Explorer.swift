import ArgumentParser
import Multitasking

/// Tries what can happen to the policy: all of it up to a depth, and long random walks.
@main
struct PolicyExplorer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy-explorer",
    abstract: "Checks the policy's invariants after every step of every story.",
    discussion: """
      First all sequences of steps, breadth first, for each configuration of two apps; situations \
      that will behave alike are visited once. Then random walks from seeds. Ends with 1 and the \
      shortest story that breaks an invariant, or with 0.
      """)

  @Option(help: "Seconds for the exhaustive part, all configurations together.")
  var seconds = 50.0

  @Option(help: "Steps of random walks, all configurations together.")
  var steps = 1_000_000

  @Option(help: "The first seed.")
  var seed: UInt64 = 1

  @Option(help: "Only configurations whose name contains this.")
  var only = ""

  func run() throws {
    let configurations = Configuration.all.filter { only.isEmpty || $0.name.contains(only) }
    for configuration in configurations {
      let story = try configuration.exhaust(
        .seconds(seconds / Double(configurations.count)))
      print(story)
    }
    for (index, configuration) in configurations.enumerated() {
      let share = steps / configurations.count
      try configuration.walk(steps: share, seed: seed &+ UInt64(index))
      print("\(configuration.name): \(share) random steps from seed \(seed &+ UInt64(index))")
    }
  }
}
