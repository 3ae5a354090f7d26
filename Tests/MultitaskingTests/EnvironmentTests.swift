import Testing

@testable import Multitasking

@Suite("What changes around apps")
struct EnvironmentTests {
  private func suspended() -> Scenario {
    var device = Scenario()
    device.open("a")
    device.home()
    device.advance(by: .seconds(5))
    return device
  }

  @Test(
    "Every change is told at once to who runs (L90)",
    arguments: zip(Samples.environmentChanges, EnvironmentKind.samples))
  func running(_ change: EnvironmentChange, _ kind: EnvironmentKind) {
    var device = Scenario()
    device.open("a")
    // Low Power Mode switches Background App Refresh off as well (F10).
    let kinds = change == .lowPowerMode(true) ? "powerState,backgroundRefresh" : kind.rawValue
    #expect(device.send(.environment(change)) == ["a changed(\(kinds))"])
    #expect(device.effects.first?.reason == .environmentChanged)
  }

  @Test("A suspended app hears each kind once, first of all, when it runs again (L90)")
  func coalesced() {
    var device = suspended()
    for percent in [90, 80, 70] { device.send(.environment(.battery(percent: percent))) }
    device.send(.environment(.locale("ru_RU")))
    for _ in 0..<3 { device.send(.environment(.significantTimeChange)) }
    #expect(
      device.open("a") == [
        "a resume", "a changed(locale,batteryLevel,significantTimeChange)",
        "a willEnterForeground", "a didBecomeActive",
      ])
  }

  @Test("A run in the background is enough (L90)")
  func wake() {
    var device = suspended()
    device.send(.environment(.settings))
    #expect(
      device.send(.resumed("a")) == ["a resume", "a changed(userDefaults)", "a runInBackground"])
    #expect(device.open("a").contains("a changed(userDefaults)") == false)
  }

  @Test("What changed back is not told (L90)")
  func netChange() {
    var device = suspended()
    device.send(.environment(.orientation(.landscapeLeft)))
    device.send(.environment(.orientation(.portrait)))
    #expect(device.open("a").count == 3)
  }

  @Test("Several significant time changes are one (L91)")
  func timeChanges() {
    var device = suspended()
    device.send(.environment(.significantTimeChange))
    device.send(.environment(.significantTimeChange))
    #expect(device.open("a")[1] == "a changed(significantTimeChange)")
  }

  @Test("An app that is launched later finds things as they are (L90)")
  func laterLaunch() {
    var device = Scenario()
    device.send(.environment(.locale("ru_RU")))
    #expect(device.open("a").count == 3)
  }

  @Test("Nothing is drawn or told to the background app that no change concerns (L92)")
  func quiet() {
    var device = suspended()
    device.send(.environment(.battery(percent: 100)))
    #expect(device.open("a").count == 3)
  }

  @Test("Battery levels stay within 0 and 100")
  func battery() {
    var device = Scenario()
    device.send(.environment(.battery(percent: -5)))
    #expect(device.policy.environment.batteryPercent == 0)
    device.send(.environment(.battery(percent: 500)))
    #expect(device.policy.environment.batteryPercent == 100)
  }
}

extension EnvironmentKind {
  /// The kinds of ``Samples/environmentChanges``, in their order.
  static let samples: [EnvironmentKind] = [
    .batteryLevel, .batteryState, .powerState, .orientation, .locale, .significantTimeChange,
    .userDefaults, .backgroundRefresh,
  ]
}
