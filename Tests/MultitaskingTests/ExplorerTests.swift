import SeededRandom
import Testing

@testable import Multitasking
@testable import policy_explorer

@Suite("The explorer, on a small budget")
struct ExplorerTests {
  @Test(
    "All stories of four steps, or three after a prelude, keep the invariants", arguments: 0..<6)
  func exhaust(_ index: Int) throws {
    let configuration = Configuration.all[index]
    let depth = configuration.prelude.isEmpty ? 4 : 3
    let text = try configuration.exhaust(.seconds(600), depth: depth)
    #expect(text.contains("\(depth) deep"))
  }

  @Test("Long random walks keep the invariants", arguments: 0..<6)
  func walk(_ index: Int) throws {
    try Configuration.all[index].walk(steps: 20_000, seed: UInt64(index))
  }

  @Test("Situations that differ in the time of day alone are the same")
  func canonical() throws {
    func world(after pause: Duration) -> World {
      let configuration = Configuration.all[0]
      var world = World(
        profile: configuration.profile, isMultitaskingSupported: true, apps: configuration.apps)
      _ = world.take(.pass(pause))
      _ = world.take(.event(.opened("a", scene: nil)))
      _ = world.take(.event(.connected("a")))
      _ = world.take(.answer("a", tasks: nil))
      return world
    }
    #expect(world(after: .seconds(1)).canonical == world(after: .seconds(1_000)).canonical)
    #expect(world(after: .seconds(1)) != world(after: .seconds(1_000)))
  }

  @Test("Seeds give the same numbers everywhere")
  func seeds() {
    var generator = SplitMix64(seed: 1)
    let numbers = (0..<2).map { _ in generator.next() }
    #expect(numbers == [0x910a_2dec_8902_5cc1, 0xbeeb_8da1_658e_ec67])
  }
}
