import AppLink

// What a device says at a launch, with the details that tests vary.
extension DeviceMessage {
  static func launch(
    scenes: Bool = false, background: Bool = false, url: OpenURL? = nil, schemes: [String] = [],
    multitasking: Bool = true, tasksMax: Int = 1000, warningAge: Double? = nil,
    notificationFirst: Bool = true, ignoresPermittedIdentifiers: Bool = false
  ) -> DeviceMessage {
    .launch(
      Launch(
        lifeCycle: scenes ? .scenes : .application,
        initialState: scenes || background ? .background : .inactive, url: url,
        device: DeviceDescription(
          name: "Desk", model: "iPhone", systemName: "iOS", systemVersion: "18.0",
          identifierForVendor: "7C9E6679-7425-40DE-944B-E07FC1F90AE7", screenWidth: 390,
          screenHeight: 844, screenScale: 3),
        environment: .steady, installedSchemes: schemes, isMultitaskingSupported: multitasking,
        backgroundTasksMax: tasksMax, backgroundTaskWarningAge: warningAge,
        postsWillEnterForegroundFirst: notificationFirst, lastExit: nil,
        ignoresPermittedIdentifiers: ignoresPermittedIdentifiers))
  }

  static func connect(_ scene: String, url: OpenURL? = nil) -> DeviceMessage {
    .connectScene(SceneConnection(scene: scene, isRestored: false, url: url))
  }

  /// Into the background, with time until `endsAt`.
  static func background(_ scene: String = "", endsAt: Int64? = .max) -> DeviceMessage {
    .didEnterBackground(scene: scene, grant: BackgroundGrant(endsAt: endsAt))
  }

  static func open(
    _ url: String, scene: String = "", source: String? = nil, causedLaunch: Bool = false
  ) -> DeviceMessage {
    .openURL(
      scene: scene,
      url: OpenURL(url: url, sourceApplication: source, causedLaunch: causedLaunch))
  }
}

extension DeviceMessage.Environment {
  static let steady = Self(
    batteryLevel: 0.5, batteryState: "unplugged", isLowPowerModeEnabled: false,
    orientation: "portrait", locale: "en_US")
}
