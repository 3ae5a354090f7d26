import AppLink

// One message, one transition: of the app, or of the scene that the message names.
extension LifeCycle {
  /// L60, L61. The state is background until everybody has heard of it.
  func willEnterForeground(_ id: String) throws(LinkFailure) {
    guard !usesScenes else { return try sceneWillEnterForeground(connectedScene(id)) }
    application.backgroundTasks.enterForeground()
    let isNotificationFirst = launch?.postsWillEnterForegroundFirst == true
    if isNotificationFirst { post(UIApplication.willEnterForegroundNotification) }
    application.delegate?.applicationWillEnterForeground(application)
    if !isNotificationFirst { post(UIApplication.willEnterForegroundNotification) }
    state = .inactive
    showWindows()
  }

  /// L10, L12. The state is active when the delegate hears of it.
  func didBecomeActive(_ id: String) throws(LinkFailure) {
    guard !usesScenes else { return try sceneDidBecomeActive(connectedScene(id)) }
    state = .active
    application.delegate?.applicationDidBecomeActive(application)
    post(UIApplication.didBecomeActiveNotification)
  }

  /// L40. The state is active until everybody has heard of it.
  func willResignActive(_ id: String) throws(LinkFailure) {
    guard !usesScenes else { return try sceneWillResignActive(connectedScene(id)) }
    application.delegate?.applicationWillResignActive(application)
    post(UIApplication.willResignActiveNotification)
    state = .inactive
  }

  /// L40, and L30 at a launch into the background.
  func didEnterBackground(
    _ id: String, grant: DeviceMessage.BackgroundGrant?
  ) throws(LinkFailure) {
    // Before the delegate: it may ask how much time is left.
    if let grant { application.backgroundTasks.enterBackground(endsAt: grant.endsAt) }
    guard !usesScenes else { return try sceneDidEnterBackground(connectedScene(id)) }
    state = .background
    application.delegate?.applicationDidEnterBackground(application)
    post(UIApplication.didEnterBackgroundNotification)
  }

  /// L71.
  func willTerminate() {
    application.delegate?.applicationWillTerminate(application)
    post(UIApplication.willTerminateNotification)
  }

  /// Windows appear when the app is in the foreground for the first time (L33).
  func showWindows() {
    guard let implicitScene, state != .background else { return }
    implicitScene.hasBeenInForeground = true
    application.windowRegistry.showWindows(of: implicitScene)
  }
}
