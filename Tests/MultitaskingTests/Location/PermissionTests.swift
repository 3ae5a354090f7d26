import Testing

@testable import Multitasking

/// Who may know where the device is (G5, G7).
struct PermissionTests {
  private static func asking(
    _ request: AuthorizationRequest, _ manifest: LocationManifest = .complete,
    _ profile: Profile = .modern
  ) -> Scenario {
    var device = Scenario(profile, .location("map", manifest), AppManifest(id: "game"))
    device.open("map")
    device.send(.location("map", .asked(request)))
    return device
  }

  private static func status(_ device: Scenario) -> LocationAuthorization.Status? {
    device.policy.locationAuthorization(of: "map")?.status
  }

  @Test("L52, G5: a request shows an alert, the app is inactive until it is answered")
  func prompts() {
    var device = Self.asking(.whenInUse)
    #expect(device.state("map") == .inactive)
    #expect(device.explain("map").contains("the user is asked for permission"))
    device.advance(by: .seconds(3_600))
    #expect(Self.status(device) == .notDetermined)
    let lines = device.decide(.whenInUse, "map")
    #expect(lines == ["map didChangeAuthorization(when in use)", "map didBecomeActive"])
  }

  @Test("a question is not answered by dismissing it")
  func dismissal() {
    var device = Self.asking(.whenInUse)
    device.send(.alertDismissed)
    #expect(device.effects.map(\.action) == [.refuse(.promptNeedsAnswer("map"))])
  }

  @Test("what was decided beforehand needs no question")
  func beforehand() {
    var device = Scenario(.modern, .location("map"))
    device.decide(.whenInUse, "map")
    device.open("map")
    let lines = device.send(.location("map", .asked(.whenInUse)))
    #expect(lines.count == 1 && lines[0].contains("decided already"))
    #expect(device.state("map") == .active)
  }

  @Test("G5: without a usage description a request is ignored, and the reason names the key")
  func missingKeys() {
    let device = Self.asking(.whenInUse, LocationManifest())
    #expect(device.state("map") == .active)
    #expect(
      device.effects.map(\.action) == [
        .location(.ignore(.usageDescriptionMissing(.whenInUse)))
      ])
    let always = Self.asking(.always, LocationManifest(usage: [.whenInUse]))
    #expect(
      always.effects.map(\.action) == [
        .location(.ignore(.usageDescriptionMissing(.alwaysAndWhenInUse)))
      ])
  }

  @Test("G7: Allow Once lapses when the app is no longer in use, and it is told when it runs again")
  func once() {
    var device = Self.asking(.whenInUse)
    device.decide(.once, "map")
    #expect(Self.status(device) == .whenInUse)
    device.home()
    #expect(Self.status(device) == .whenInUse)
    device.advance(by: .seconds(10))
    #expect(Self.status(device) == .notDetermined)
    #expect(device.open("map").contains("map didChangeAuthorization(not determined)"))
  }

  @Test("G7: Allow Once lasts while updates in the background keep the app in use")
  func onceInBackground() {
    var device = Self.asking(.whenInUse)
    device.decide(.once, "map")
    device.update("map", BackgroundLocationTests.background)
    device.home()
    device.advance(by: .seconds(600))
    #expect(Self.status(device) == .whenInUse)
    device.exit("map", .signaled(9))
    #expect(Self.status(device) == .notDetermined)
  }

  @Test(
    "G7: whoever asks for always and may while in use has provisional always, asked about when used"
  )
  func provisional() {
    var device = Self.asking(.always)
    device.decide(.whenInUse, "map")
    #expect(Self.status(device) == .always)
    #expect(device.policy.locationRecord(of: "map")?.permission.isProvisional == true)
    device.send(.location("map", .significantChanges(true)))
    device.move(north: 0)
    device.home()
    device.advance(by: .seconds(400))
    device.move(north: 1_000)
    #expect(device.policy.location.shownPrompt?.question == .confirmAlways)
    device.decide(.whenInUse, "map")
    #expect(Self.status(device) == .whenInUse)
    #expect(!device.policy.screen.isAlertShown)
  }

  @Test("G7: an upgrade to always is asked once; who says no keeps what was there")
  func upgrade() {
    var device = Self.asking(.whenInUse)
    device.decide(.whenInUse, "map")
    device.send(.location("map", .asked(.always)))
    #expect(device.policy.location.shownPrompt?.question == .upgrade)
    device.decide(.denied, "map")
    #expect(Self.status(device) == .whenInUse)
    device.send(.location("map", .asked(.always)))
    #expect(device.policy.location.shownPrompt == nil)
  }

  @Test("a question ends with the process that asked, and is asked only in front")
  func ends() {
    var device = Self.asking(.whenInUse)
    device.exit("map", .signaled(11))
    #expect(!device.policy.screen.isAlertShown)
    device.open("map")
    device.home()
    device.send(.location("map", .asked(.whenInUse)))
    #expect(device.effects.map(\.action) == [.location(.ignore(.notInFront))])
  }

  @Test("a question waits for the alert that covers the screen")
  func waits() {
    var device = Scenario(.modern, .location("map"))
    device.open("map")
    device.send(.alertShown)
    device.send(.location("map", .asked(.whenInUse)))
    #expect(device.policy.location.shownPrompt == nil)
    device.send(.alertDismissed)
    #expect(device.policy.location.shownPrompt?.app == "map")
  }

  @Test(
    "iOS 7 asks by itself at the first use, without usage descriptions, and knows always or never")
  func classic() {
    var device = Scenario(.classic, .location("map", LocationManifest()))
    device.open("map")
    device.update("map")
    #expect(device.state("map") == .inactive)
    device.decide(.whenInUse, "map")
    #expect(Self.status(device) == .always)
    #expect(device.move(north: 0) == ["map didUpdateLocations(1)"])
  }

  @Test("always can be taken away: while in use is left where there is such a permission")
  func notAlways() {
    for (profile, left) in [
      (Profile.modern, LocationAuthorization.Status.whenInUse), (.classic, .denied),
    ] {
      var device = Scenario(profile, .location("map"))
      device.decide(.notAlways, "map")
      #expect(Self.status(device) == .notDetermined)
      device.decide(.always, "map")
      device.decide(.notAlways, "map")
      #expect(Self.status(device) == left)
    }
  }

  @Test("what waited for an app is not told to who may not know it any more")
  func queueIsCleared() {
    var device = BackgroundLocationTests.updating(.modern, .always, modes: [])
    device.home()
    device.advance(by: .seconds(10))
    device.move(north: 10)
    device.decide(.denied, "map")
    let lines = device.open("map")
    #expect(!lines.contains { $0.contains("didUpdateLocations") })
  }

  @Test("permissions outlast a reboot")
  func kept() throws {
    var device = Self.asking(.whenInUse)
    device.decide(.whenInUse, "map")
    let record = try #require(device.policy.locationRecord(of: "map"))
    var next = Scenario(.modern, AppManifest(id: "game"))
    next.send(
      .installed(
        .location("map"), lastExit: nil, isForceQuit: false,
        background: KeptBackground(record: BackgroundRecord(), location: record)))
    #expect(Self.status(next) == .whenInUse)
  }

  @Test("the switch Location Services of the device takes everything")
  func service() {
    var device = BackgroundLocationTests.updating()
    let lines = device.send(.position(.service(isEnabled: false)))
    #expect(lines == ["map didChangeAuthorization(when in use)", "receiver: off"])
    #expect(device.explain("map").contains("Location Services are off"))
    device.send(.position(.service(isEnabled: true)))
    #expect(device.policy.location.duty == .on)
  }
}
