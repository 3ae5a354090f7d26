import AppLink
import Multitasking

// Between the policy's words and those on the wire. Nothing is decided here.
extension DeviceMessage {
  /// What the launch message needs beyond what the policy knows.
  package struct LaunchContext {
    package var profile: Profile
    package var isMultitaskingSupported: Bool
    package var description: DeviceDescription
    package var environment: Multitasking.Environment
    package var installedSchemes: [String]
    /// What the app may know of the sound of the device.
    package var audio: AudioState
    /// Nil: it has nothing to do with location.
    package var location: LocationAtLaunch?

    package init(
      profile: Profile, isMultitaskingSupported: Bool, description: DeviceDescription,
      environment: Multitasking.Environment, installedSchemes: [String], audio: AudioState,
      location: LocationAtLaunch?
    ) {
      self.profile = profile
      self.isMultitaskingSupported = isMultitaskingSupported
      self.description = description
      self.environment = environment
      self.installedSchemes = installedSchemes
      self.audio = audio
      self.location = location
    }
  }

  /// `context` may cost a look into a store; few messages need it. `monotonic` tells an instant on
  /// the clock that app and device share.
  package init(
    _ message: Message, context: @autoclosure () -> LaunchContext, monotonic: (Instant) -> Int64
  ) {
    switch message {
    case .launch(let launch): self = .launch(Launch(launch, context()))
    case .connectScene(let scene, let isRestored, let url):
      self = .connectScene(
        SceneConnection(scene: scene.wire, isRestored: isRestored, url: url.map(OpenURL.init)))
    case .disconnectScene(let scene, let isDiscarded):
      self = .disconnectScene(scene: scene.wire, isDiscarded: isDiscarded)
    case .willEnterForeground(let scene): self = .willEnterForeground(scene: scene.wire)
    case .didBecomeActive(let scene): self = .didBecomeActive(scene: scene.wire)
    case .willResignActive(let scene): self = .willResignActive(scene: scene.wire)
    case .didEnterBackground(let scene, let grant):
      self = .didEnterBackground(
        scene: scene.wire, grant: grant.map { BackgroundGrant(endsAt: $0.endsAt.map(monotonic)) })
    case .runInBackground(let grant):
      self = .runInBackground(grant: BackgroundGrant(endsAt: grant.endsAt.map(monotonic)))
    case .expireBackgroundTasks: self = .expireBackgroundTasks
    case .openURL(let scene, let url): self = .openURL(scene: scene.wire, url: OpenURL(url))
    case .memoryWarning: self = .memoryWarning
    case .environmentChanged(let kinds):
      self = .environmentChanged(
        Environment(context().environment), kinds: kinds.map(EnvironmentKind.init))
    case .urlSchemesChanged: self = .installedSchemes(context().installedSchemes)
    case .willTerminate: self = .willTerminate
    case .performFetch(let work): self = .performFetch(work: work)
    case .remoteNotification(let work, let push):
      self = .remoteNotification(work: work, payload: push.payload)
    case .launchTask(let work, let request):
      self = .launchTask(
        TaskLaunch(
          work: work, identifier: request.identifier, kind: AppLink.TaskRequest.Kind(request.kind),
          title: request.title, subtitle: request.subtitle))
    case .expireTask(let work): self = .expireTask(work: work)
    case .location(let message): self = .location(LocationNotice(message))
    case .audio(let message): self = .audio(AudioNotice(message, state: context().audio))
    }
  }
}

extension DeviceMessage.Launch {
  fileprivate init(_ launch: LaunchMessage, _ context: DeviceMessage.LaunchContext) {
    let profile = context.profile
    self.init(
      lifeCycle: launch.lifeCycle == .scenes ? .scenes : .application,
      initialState: launch.startsInactive ? .inactive : .background,
      url: launch.url.map(DeviceMessage.OpenURL.init), device: context.description,
      environment: DeviceMessage.Environment(context.environment),
      installedSchemes: context.installedSchemes,
      isMultitaskingSupported: context.isMultitaskingSupported,
      backgroundTasksMax: profile.backgroundTasksMax,
      backgroundTaskWarningAge: profile.backgroundTaskWarningAge?.inSeconds,
      postsWillEnterForegroundFirst: profile.postsWillEnterForegroundFirst,
      lastExit: launch.lastExit?.reason.description,
      ignoresPermittedIdentifiers: !profile.permittedIdentifiersDisableFetch,
      isLocationLaunch: launch.isLocationLaunch ? true : nil, location: context.location)
  }
}

extension DeviceMessage.OpenURL {
  fileprivate init(_ url: OpenURL) {
    self.init(
      url: url.url, sourceApplication: url.source?.bundleIdentifier,
      causedLaunch: url.causedLaunch)
  }
}

extension DeviceMessage.Environment {
  package init(_ environment: Multitasking.Environment) {
    self.init(
      batteryLevel: Double(environment.batteryPercent) / 100,
      batteryState: environment.batteryState.rawValue,
      isLowPowerModeEnabled: environment.isLowPowerModeEnabled,
      orientation: environment.orientation.rawValue, locale: environment.locale,
      backgroundRefresh: DeviceMessage.BackgroundRefresh(environment.backgroundRefresh))
  }
}

extension DeviceMessage.EnvironmentKind {
  fileprivate init(_ kind: EnvironmentKind) {
    switch kind {
    case .userDefaults: self = .userDefaults
    case .locale: self = .locale
    case .orientation: self = .orientation
    case .batteryLevel: self = .batteryLevel
    case .batteryState: self = .batteryState
    case .powerState: self = .powerState
    case .significantTimeChange: self = .significantTimeChange
    case .backgroundRefresh: self = .backgroundRefresh
    }
  }
}

extension SceneID {
  /// Its name on the app link.
  package var wire: String { String(number) }
}

extension OpenTasks {
  package init(_ tasks: AppMessage.OpenTasks) {
    self.init(count: max(0, tasks.count), names: tasks.names, lastEnded: tasks.lastEnded)
  }
}
