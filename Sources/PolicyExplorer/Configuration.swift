import Multitasking
import SeededRandom

/// Two apps under one profile.
struct Configuration {
  var name: String
  var profile: Profile
  var isMultitaskingSupported = true
  var apps: [AppManifest]
  /// Where the stories begin; nothing has happened if empty.
  var prelude: [World.Step] = []

  /// Both apps have been used: the first is suspended, the second in front.
  private static let bothUsed: [World.Step] =
    [.event(.opened("a")), .event(.connected("a"))]
    + Array(repeating: .answer("a", tasks: 0), count: 4)
    + [.event(.homePressed), .answer("a", tasks: 0), .answer("a", tasks: 0), .wait]
    + [.event(.opened("b")), .event(.connected("b"))]
    + Array(repeating: .answer("b", tasks: 0), count: 4)

  static let all = [
    Configuration(
      name: "classic", profile: .classic,
      apps: [AppManifest(id: "a", urlSchemes: ["a"]), AppManifest(id: "b")]),
    Configuration(
      name: "classic, both used", profile: .classic,
      apps: [AppManifest(id: "a", urlSchemes: ["a"]), AppManifest(id: "b")], prelude: bothUsed),
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
    Configuration(
      name: "modern, both used", profile: .modern,
      apps: [
        AppManifest(id: "a", urlSchemes: ["a"], usesScenes: true, supportsMultipleScenes: true),
        AppManifest(id: "b"),
      ], prelude: bothUsed),
    Configuration(
      name: "modern, background work", profile: .modern,
      apps: [
        AppManifest(
          id: "a", backgroundModes: [.fetch, .processing, .remoteNotification],
          permittedTaskIdentifiers: ["a.clean"]),
        AppManifest(id: "b"),
      ], prelude: bothUsed),
    Configuration(
      name: "modern, sound", profile: .modern,
      apps: [AppManifest(id: "a", backgroundModes: [.audio]), AppManifest(id: "b")],
      prelude: bothUsed),
    Configuration(
      name: "classic, sound", profile: .classic,
      apps: [AppManifest(id: "a", backgroundModes: [.audio]), AppManifest(id: "b")],
      prelude: bothUsed),
    Configuration(
      name: "modern, location", profile: .modern,
      apps: [
        AppManifest(id: "a", backgroundModes: [.location], location: .complete),
        AppManifest(id: "b"),
      ], prelude: bothUsed),
    Configuration(
      name: "classic, location", profile: .classic,
      apps: [AppManifest(id: "a", backgroundModes: [.location]), AppManifest(id: "b")],
      prelude: bothUsed),
    Configuration(
      name: "classic, background work", profile: .classic,
      apps: [
        AppManifest(id: "a", backgroundModes: [.fetch, .remoteNotification]), AppManifest(id: "b"),
      ]),
  ]

  private var start: World {
    var world = World(
      profile: profile, isMultitaskingSupported: isMultitaskingSupported, apps: apps)
    for step in prelude { _ = world.take(step) }
    return world
  }

  /// All sequences, level by level, down to a depth or until the time is up.
  func exhaust(_ limit: Duration, depth deepest: Int = .max) throws -> String {
    let steps = Alphabet.steps(apps)
    let clock = ContinuousClock()
    let began = clock.now
    let start = start.canonical
    var seen: Set<World> = [start]
    // Each situation with how it came about: an index into `origins`.
    var level: [(world: World, origin: Int)] = [(start, -1)]
    var origins: [(step: World.Step, before: Int)] = []
    var depth = 0
    var tried = 0
    while !level.isEmpty, depth < deepest {
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
