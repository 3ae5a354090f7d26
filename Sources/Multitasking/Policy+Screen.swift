// What the person does with the screen. Each changes the screen's value; `reconcile` moves apps.
extension Policy {
  mutating func open(_ app: AppID, scene: SceneID?, url: OpenURL? = nil) throws(Refusal) {
    let place = try place(of: app)
    if apps[place].isToBeForgotten { throw .unknownApp(app) }
    try checkUsable()
    let target = scene ?? apps[place].sessions.last ?? .main
    if let scene, !apps[place].sessions.contains(scene) { throw .unknownScene(app, scene) }
    bringUp(place, target, url: url)
  }

  mutating func openNewScene(_ app: AppID) throws(Refusal) {
    let place = try place(of: app)
    if apps[place].isToBeForgotten { throw .unknownApp(app) }
    try checkUsable()
    guard lifeCycle(of: place) == .scenes, apps[place].manifest.supportsMultipleScenes else {
      throw .onlyOneScene(app)
    }
    let highest = apps[place].sessions.map(\.number).max() ?? 0
    let scene = SceneID(highest + 1)
    apps[place].freshScenes.append(scene)
    bringUp(place, scene, url: nil)
  }

  mutating func openURL(_ text: String, source: AppID?) throws(Refusal) {
    var url = OpenURL(text, source: source)
    guard let scheme = url.scheme else { throw .notAURL(text) }
    // Only the app in front may bring up another one.
    if let source, screen.front?.app != source { throw .notInFront(source) }
    guard
      let app = apps.first(where: {
        $0.manifest.urlSchemes.contains(scheme) && !$0.isToBeForgotten
      })
    else {
      throw .noAppForScheme(scheme)
    }
    // An app whose process is about to end opens the URL in its next one.
    url.causedLaunch = app.process.map(\.isEnding) ?? true
    try open(app.id, scene: nil, url: url)
  }

  private func checkUsable() throws(Refusal) {
    if isShuttingDown { throw .shuttingDown }
    if screen.isLocked { throw .locked }
    if screen.call == .ringing(.fullScreen) { throw .callIsRinging }
  }

  private mutating func bringUp(_ place: Int, _ scene: SceneID, url: OpenURL?) {
    let app = apps[place].id
    screen.isSwitcherOpen = false
    leavePhone()
    screen.front = Screen.Front(app: app, scene: scene)
    apps[place].sessions.removeAll { $0 == scene }
    apps[place].sessions.append(scene)
    if apps[place].isForceQuit {
      apps[place].isForceQuit = false
      isLookStale = true
      emit(app, .recordForceQuit(false), .opened)
    }
    reconcile(
      leaving: .displaced(by: app), arriving: url.map { .openedURL($0.url) } ?? .opened, url: url)
  }

  mutating func pressHome() throws(Refusal) {
    if screen.isLocked { throw .locked }
    screen.front = nil
    screen.isSwitcherOpen = false
    leavePhone()
    reconcile(leaving: .homePressed, arriving: .homePressed)
  }

  /// A call goes on when the person leaves its screen.
  private mutating func leavePhone() {
    if case .answered = screen.call { screen.call = .answered(covering: .nothing) }
  }

  mutating func openSwitcher() throws(Refusal) {
    if screen.isLocked { throw .locked }
    if screen.call == .ringing(.fullScreen) { throw .callIsRinging }
    if screen.isSwitcherOpen { throw .switcherAlreadyOpen }
    screen.isSwitcherOpen = true
    reconcile(leaving: .switcherOpened, arriving: .switcherOpened)
  }

  mutating func closeSwitcher() throws(Refusal) {
    guard screen.isSwitcherOpen else { throw .switcherNotOpen }
    screen.isSwitcherOpen = false
    reconcile(leaving: .switcherClosed, arriving: .switcherClosed)
  }

  mutating func showAlert() throws(Refusal) {
    if screen.isAlertShown { throw .alertAlreadyShown }
    screen.isAlertShown = true
    reconcile(leaving: .alertShown, arriving: .alertShown)
  }

  mutating func dismissAlert() throws(Refusal) {
    guard screen.isAlertShown else { throw .noAlert }
    if let prompt = location.shownPrompt { throw .promptNeedsAnswer(prompt.app) }
    screen.isAlertShown = false
    reconcile(leaving: .alertDismissed, arriving: .alertDismissed)
  }

  mutating func ring() throws(Refusal) {
    guard screen.call == nil else { throw .callInProgress }
    screen.call = .ringing(profile.callPresentation)
    reconcile(leaving: .callIncoming, arriving: .callIncoming)
  }

  mutating func answerCall(_ cover: Screen.Call.Cover) throws(Refusal) {
    guard case .ringing = screen.call else { throw .noCallRinging }
    screen.call = .answered(covering: cover)
    reconcile(leaving: .callAnswered, arriving: .callAnswered)
  }

  mutating func declineCall() throws(Refusal) {
    guard case .ringing = screen.call else { throw .noCallRinging }
    screen.call = nil
    reconcile(leaving: .callDeclined, arriving: .callDeclined)
  }

  mutating func endCall() throws(Refusal) {
    guard screen.call != nil else { throw .noCall }
    screen.call = nil
    reconcile(leaving: .callEnded, arriving: .callEnded)
  }

  mutating func lock() throws(Refusal) {
    if screen.isLocked { throw .locked }
    screen.isLocked = true
    lockedAt = now
    isLookStale = true
    screen.isSwitcherOpen = false
    reconcile(leaving: .locked, arriving: .locked)
  }

  mutating func unlock() throws(Refusal) {
    guard screen.isLocked else { throw .notLocked }
    screen.isLocked = false
    hasBeenUnlocked = true
    wasUnlocked = true
    isLookStale = true
    reconcile(leaving: .unlocked, arriving: .unlocked)
  }
}
