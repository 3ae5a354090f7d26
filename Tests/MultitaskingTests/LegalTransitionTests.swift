import SeededRandom
import Testing

@testable import Multitasking
@testable import policy_explorer

/// The only transitions between states there are (L4).
@Suite("Legal transitions only")
struct LegalTransitionTests {
  /// What one event may do to an app, as seen from outside; steps in between are messages.
  private static let legal: [AppState.Name: Set<AppState.Name>] = [
    .notRunning: [.inactive, .background],
    .inactive: [.active, .background, .notRunning],
    .active: [.inactive, .background, .notRunning],
    .background: [.inactive, .active, .suspended, .notRunning],
    .suspended: [.background, .inactive, .active, .notRunning],
  ]

  @Test(
    "No event takes an app where it may not go (L4)",
    arguments: Profile.Name.allCases, UInt64(1)...4)
  func transitions(_ name: Profile.Name, _ seed: UInt64) {
    var device = Scenario(
      .named(name), .scenes("a", many: true, urlSchemes: ["game"]), AppManifest(id: "b"))
    var generator = SplitMix64(seed: seed)
    let events = Samples.events.filter { !$0.isOfAppOrEnd }
    for _ in 0..<2_000 {
      let before = device.policy
      let event = events[Int(generator.next() % UInt64(events.count))]
      var after = before
      _ = after.handle(event, at: device.now)
      for app in before.installed.map(\.id) {
        guard let old = before.state(of: app)?.name, let new = after.state(of: app)?.name else {
          continue
        }
        let isLegal = old == new || Self.legal[old]!.contains(new)
        #expect(isLegal, "\(app): \(old) to \(new) by \(event)")
      }
      device.send(event)
      device.advance(by: .milliseconds(Int64(generator.next() % 4_000)))
    }
  }

  @Test("willResignActive lies between active and the background (L4)")
  func neverDirectly() {
    for leave in [Event.homePressed, .locked, .opened("b")] {
      for profile in [Profile.classic, .modern] {
        var device = Scenario(profile)
        device.open("a")
        #expect(device.send(leave).prefix(2) == ["a willResignActive", "a didEnterBackground"])
      }
    }
  }
}

extension Event {
  /// What puppets say themselves, and what ends a run.
  fileprivate var isOfAppOrEnd: Bool {
    switch self {
    case .connected, .started, .handled, .exited, .spawnFailed, .shutDown, .uninstalled,
      .backgroundTasks:
      true
    default: false
    }
  }
}
