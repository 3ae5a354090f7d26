// Moves apps to where the screen wants them, through legal transitions only (L4).
extension Policy {
  /// Brings every app where ``Screen/presenceOfFront`` wants it.
  ///
  /// The order between apps: first everybody stops being active, then who leaves goes to the
  /// background, then the one in front comes forward. Within one app a scene comes forward before
  /// another one leaves, so that the app as a whole stays in the foreground (L8).
  mutating func reconcile(leaving: Reason, arriving: Reason, url: OpenURL? = nil) {
    let presence = screen.presenceOfFront
    for place in awake where isInForeground(place) {
      resign(place, presence, because: leaving)
    }
    for place in awake where isInForeground(place) {
      let isFront = screen.front.map { places[$0.app] == place } ?? false
      switch (isFront, presence) {
      case (true, .active), (true, .inactive): continue
      case (true, .background(let cause)): leave(place, cause, because: leaving)
      case (false, _): leave(place, .leaving, because: leaving)
      }
    }
    guard let front = screen.front, let place = places[front.app] else { return }
    switch presence {
    case .background: break
    case .active, .inactive:
      bringForward(place, front.scene, url: url, because: arriving)
    }
  }

  private func isInForeground(_ place: Int) -> Bool { apps[place].process?.stage == .foreground }

  /// `willResignActive` for each active scene that is not to stay active.
  private mutating func resign(_ place: Int, _ presence: Screen.Presence, because why: Reason) {
    let front = screen.front.flatMap { places[$0.app] == place ? $0.scene : nil }
    let isEnding = !canEnterBackground(place) && (front == nil || presence == .background(.leaving))
    // An app that opted out has its own farewell (O3).
    if isEnding { return }
    for scene in apps[place].process?.scenes ?? [] where scene.activation == .active {
      if scene.id == front && presence == .active { continue }
      move(scene.id, of: place, to: .inactive)
      deliver(.willResignActive(scene.id), .sceneUpdate, to: place, because: why)
    }
  }

  private mutating func leave(
    _ place: Int, _ cause: Screen.Presence.Cause, because why: Reason
  ) {
    guard !canEnterBackground(place) else { return enterBackground(place, because: why) }
    // O7: the screen is locked over it, and it goes on.
    if cause == .lock { return }
    beginTermination(place, isMultitaskingSupported ? .exitsOnSuspend : .noMultitasking)
  }

  /// L40, L41: every scene leaves; the last one takes the background time with it.
  mutating func enterBackground(_ place: Int, because why: Reason) {
    apps[place].lastUsed = now
    let leaving = foregroundScenes(place)
    var background = makeBackground(
      allowance: allowance, holding: transition(at: now))
    for hold in continuousHolds(place) { background.assert(hold) }
    _ = background.settleAllowance(at: now)
    for scene in leaving {
      move(scene, of: place, to: .background)
      let isLast = scene == leaving.last
      deliver(
        .didEnterBackground(
          scene, grant: isLast ? background.grant : nil),
        .didEnterBackground, to: place, because: why)
    }
    setStage(.background(background), at: place)
    holdForWork(place)
  }

  func foregroundScenes(_ place: Int) -> [SceneID] {
    (apps[place].process?.scenes ?? []).filter(\.activation.isInForeground).map(\.id)
  }

  mutating func move(_ scene: SceneID, of place: Int, to activation: Process.Activation) {
    _ = apps[place].withProcess { process in
      guard let index = process.scenes.firstIndex(where: { $0.id == scene }) else { return }
      process.scenes[index].activation = activation
    }
  }

  /// Has an app come to the front, whatever it does now.
  private mutating func bringForward(
    _ place: Int, _ scene: SceneID, url: OpenURL?, because why: Reason
  ) {
    switch apps[place].phase {
    case .notRunning:
      spawn(place, wake: nil, url: url, because: why)
    case .dying(var death):
      death.relaunch = Relaunch(url: url ?? death.relaunch?.url)
      apps[place].phase = .dying(death)
    case .alive(let process):
      switch process.stage {
      case .launching:
        if let url { _ = apps[place].withProcess { $0.pendingURLs.append(url) } }
      case .terminating(var termination):
        termination.relaunch = Relaunch(url: url ?? termination.relaunch?.url)
        setStage(.terminating(termination), at: place)
      case .suspended:
        thaw(place, because: why)
        show(scene, of: place, urls: url.map { [$0] } ?? [], because: why)
      case .foreground, .background:
        show(scene, of: place, urls: url.map { [$0] } ?? [], because: why)
      }
    }
  }

  /// L60, L61, L13: the last steps to the front of an app that has launched.
  mutating func show(_ scene: SceneID, of place: Int, urls: [OpenURL], because why: Reason) {
    var urls = urls + (apps[place].process?.pendingURLs ?? [])
    _ = apps[place].withProcess { $0.pendingURLs = [] }
    if apps[place].process?.scenes.contains(where: { $0.id == scene }) == false {
      connect(scene, to: place, url: urls.isEmpty ? nil : urls.removeFirst(), because: why)
    }
    let others = foregroundScenes(place).filter { $0 != scene }
    if !foregroundScenes(place).contains(scene) {
      move(scene, of: place, to: .inactive)
      deliver(.willEnterForeground(scene), .sceneUpdate, to: place, because: why)
      dropExpiration(place)
      releaseWorkLimits(place)
      setStage(.foreground, at: place)
      tellPendingSound(place)
      tellPendingLocation(place)
    }
    for other in others {
      move(other, of: place, to: .background)
      deliver(
        .didEnterBackground(other, grant: nil), .didEnterBackground, to: place, because: why)
    }
    for url in urls { deliver(.openURL(scene, url), .sceneUpdate, to: place, because: why) }
    let isActive = apps[place].process?.scenes.contains { $0.activation == .active } ?? false
    if screen.presenceOfFront == .active && !isActive {
      move(scene, of: place, to: .active)
      deliver(.didBecomeActive(scene), .sceneUpdate, to: place, because: why)
    }
  }

  private mutating func connect(
    _ scene: SceneID, to place: Int, url: OpenURL?, because why: Reason
  ) {
    _ = apps[place].withProcess { process in
      let position = process.scenes.firstIndex { $0.id > scene } ?? process.scenes.endIndex
      process.scenes.insert(Process.Scene(id: scene, activation: .unattached), at: position)
    }
    guard lifeCycle(of: place) == .scenes else { return }
    let isFresh = apps[place].freshScenes.contains(scene)
    apps[place].freshScenes.removeAll { $0 == scene }
    deliver(
      .connectScene(scene, isRestored: !isFresh && apps[place].lastExit != nil, url: url),
      .sceneUpdate, to: place, because: why)
  }

  /// T28: back in front, open tasks are dormant again; a request to end them loses its limit.
  private mutating func dropExpiration(_ place: Int) {
    _ = apps[place].withProcess { process in
      for index in process.awaited.indices where process.awaited[index].kind == .expiration {
        process.awaited[index].kind = .notice
      }
    }
  }

  /// L76: one window of an app goes away, the app lives on.
  mutating func closeScene(_ app: AppID, _ scene: SceneID) throws(Refusal) {
    let place = try place(of: app)
    guard apps[place].sessions.contains(scene) else { throw .unknownScene(app, scene) }
    guard apps[place].sessions.count > 1 else { throw .onlyOneScene(app) }
    if !screen.isSwitcherOpen { try openSwitcher() }
    apps[place].sessions.removeAll { $0 == scene }
    apps[place].freshScenes.removeAll { $0 == scene }
    if screen.front?.app == app, screen.front?.scene == scene {
      screen.front = nil
      reconcile(leaving: .sceneClosed, arriving: .sceneClosed)
    }
    guard let process = apps[place].process, !process.isEnding,
      process.scenes.contains(where: { $0.id == scene })
    else { return }
    let isSuspended = if case .suspended = process.stage { true } else { false }
    if isSuspended { wake(place, holding: wakeAssertion(.command), because: .sceneClosed) }
    _ = apps[place].withProcess { process in process.scenes.removeAll { $0.id == scene } }
    deliver(
      .disconnectScene(scene, isDiscarded: true), .sceneUpdate, to: place, because: .sceneClosed)
  }
}
