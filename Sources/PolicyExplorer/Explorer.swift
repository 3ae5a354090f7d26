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

  func run() throws {
    let configurations = Configuration.all
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

/// Two apps under one profile.
struct Configuration {
  var name: String
  var profile: Profile
  var isMultitaskingSupported = true
  var apps: [AppManifest]

  static let all = [
    Configuration(
      name: "classic", profile: .classic,
      apps: [AppManifest(id: "a", urlSchemes: ["a"]), AppManifest(id: "b")]),
    Configuration(
      name: "classic, one opts out", profile: .classic,
      apps: [AppManifest(id: "a", exitsOnSuspend: true), AppManifest(id: "b")]),
    Configuration(
      name: "classic, no multitasking", profile: .classic, isMultitaskingSupported: false,
      apps: [AppManifest(id: "a", urlSchemes: ["a"]), AppManifest(id: "b", exitsOnSuspend: true)]),
    Configuration(
      name: "modern, scenes", profile: .modern,
      apps: [
        AppManifest(id: "a", urlSchemes: ["a"], usesScenes: true, supportsMultipleScenes: true),
        AppManifest(id: "b"),
      ]),
  ]

  private var start: World {
    World(profile: profile, isMultitaskingSupported: isMultitaskingSupported, apps: apps)
  }

  /// All sequences, level by level, until the time is up.
  func exhaust(_ limit: Duration) throws -> String {
    let steps = Alphabet.steps(apps)
    let clock = ContinuousClock()
    let began = clock.now
    var seen: Set<World> = [start]
    // Each situation with how it came about: an index into `origins`.
    var level: [(world: World, origin: Int)] = [(start, -1)]
    var origins: [(step: World.Step, before: Int)] = []
    var depth = 0
    var tried = 0
    while !level.isEmpty {
      var next: [(world: World, origin: Int)] = []
      for (world, origin) in level {
        if began.duration(to: clock.now) > limit {
          return "\(name): all sequences to depth \(depth), part of \(depth + 1); "
            + "\(tried) steps, \(seen.count) situations"
        }
        for step in steps {
          var after = world
          guard let violations = after.take(step) else { continue }
          tried += 1
          origins.append((step, origin))
          guard violations.isEmpty else {
            throw Violation(
              configuration: name, violations: violations,
              story: story(origins, origins.count - 1))
          }
          let canonical = after.canonical
          if seen.insert(canonical).inserted {
            next.append((canonical, origins.count - 1))
          } else {
            origins.removeLast()
          }
        }
      }
      level = next
      depth += 1
    }
    return "\(name): all sequences, \(depth) deep; \(tried) steps, \(seen.count) situations"
  }

  private func story(_ origins: [(step: World.Step, before: Int)], _ last: Int) -> [World.Step] {
    var story: [World.Step] = []
    var index = last
    while index >= 0 {
      story.append(origins[index].step)
      index = origins[index].before
    }
    return story.reversed()
  }

  func walk(steps count: Int, seed: UInt64) throws {
    let steps = Alphabet.steps(apps)
    var generator = SplitMix64(seed: seed)
    var world = start
    var story: [World.Step] = []
    for _ in 0..<count {
      let step = Alphabet.random(steps, apps, using: &generator)
      guard let violations = world.take(step) else { continue }
      story.append(step)
      guard violations.isEmpty else {
        throw Violation(
          configuration: "\(name), seed \(seed)", violations: violations,
          story: story.suffix(40))
      }
      if world.policy.isShuttingDown, !world.policy.hasProcesses {
        world = start
        story = []
      }
    }
  }
}

struct Violation: Error, CustomStringConvertible {
  var configuration: String
  var violations: [String]
  var story: [World.Step]

  var description: String {
    "\(configuration):\n  " + violations.joined(separator: "\n  ") + "\nafter:\n  "
      + story.map { "\($0)" }.joined(separator: "\n  ")
  }
}
