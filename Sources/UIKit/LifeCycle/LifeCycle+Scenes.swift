import AppLink
import Foundation

// The order within one message is the scene's delegate, the UIScene notification, and then, where
// the aggregate of all scenes changed, the UIApplication notification (L8, L15, L41).
extension LifeCycle {
  /// The most active scene's state (L8); background while there is none (L14).
  var stateOfScenes: UIApplication.State {
    let states = application.scenes.map(\.activationState)
    if states.contains(.foregroundActive) { return .active }
    if states.contains(.foregroundInactive) { return .inactive }
    return .background
  }

  func connectedScene(_ id: String) throws(LinkFailure) -> UIScene {
    guard let scene = application.scenes.first(where: { $0.session.persistentIdentifier == id })
    else { throw .misunderstood("there is no scene \"\(id)\"") }
    return scene
  }

  static func contexts(_ url: DeviceMessage.OpenURL?) -> Set<UIOpenURLContext> {
    guard let request = url, let url = readableURL(request) else { return [] }
    let options = UIScene.OpenURLOptions(sourceApplication: request.sourceApplication)
    return [UIOpenURLContext(url: url, options: options)]
  }

  // MARK: Connect and disconnect

  /// L13.
  func connect(_ connection: DeviceMessage.SceneConnection) {
    let contexts = Self.contexts(connection.url)
    let options = UIScene.ConnectionOptions(
      urlContexts: contexts,
      sourceApplication: contexts.first?.options.sourceApplication)
    let session = session(connection.scene, options: options)
    let configuration = session.configuration
    let sceneClass = configuration.sceneClass as? UIScene.Type ?? UIWindowScene.self
    let scene = sceneClass.init(session: session, connectionOptions: options)
    session.scene = scene
    if let delegateClass = configuration.delegateClass as? NSObject.Type {
      scene.delegate = Instantiation.make(delegateClass) as? any UISceneDelegate
    }
    application.scenes.append(scene)
    scene.delegate?.scene(scene, willConnectTo: session, options: options)
    post(UIScene.willConnectNotification, scene)
    scene.activationState = .background
  }

  /// The session of this name, or a new one with the configuration that the app chooses.
  private func session(_ id: String, options: UIScene.ConnectionOptions) -> UISceneSession {
    if let known = application.sessions.first(where: { $0.persistentIdentifier == id }) {
      return known
    }
    let session = UISceneSession(persistentIdentifier: id, role: .windowApplication)
    application.sessions.append(session)
    // The default implementation answers with what the session has already: Info.plist's.
    if let configuration = application.delegate?.application(
      application, configurationForConnecting: session, options: options)
    {
      session.configuration = configuration
    }
    return session
  }

  /// L76.
  func disconnect(_ id: String, isDiscarded: Bool) throws(LinkFailure) {
    if let scene = application.scenes.first(where: { $0.session.persistentIdentifier == id }) {
      scene.activationState = .unattached
      application.scenes.removeAll { $0 === scene }
      scene.delegate?.sceneDidDisconnect(scene)
      post(UIScene.didDisconnectNotification, scene)
    }
    guard isDiscarded else { return }
    let session =
      application.sessions.first { $0.persistentIdentifier == id }
      ?? UISceneSession(persistentIdentifier: id, role: .windowApplication)
    application.sessions.removeAll { $0 === session }
    application.delegate?.application(application, didDiscardSceneSessions: [session])
  }

  // MARK: Transitions

  func sceneWillEnterForeground(_ scene: UIScene) {
    let isFirst = stateOfScenes == .background
    if isFirst { application.backgroundTasks.enterForeground() }
    scene.delegate?.sceneWillEnterForeground(scene)
    post(UIScene.willEnterForegroundNotification, scene)
    if isFirst { post(UIApplication.willEnterForegroundNotification) }
    scene.activationState = .foregroundInactive
    guard let scene = scene as? UIWindowScene else { return }
    scene.hasBeenInForeground = true
    application.windowRegistry.showWindows(of: scene)
  }

  func sceneDidBecomeActive(_ scene: UIScene) {
    let isFirst = stateOfScenes != .active
    scene.activationState = .foregroundActive
    scene.delegate?.sceneDidBecomeActive(scene)
    post(UIScene.didActivateNotification, scene)
    if isFirst { post(UIApplication.didBecomeActiveNotification) }
  }

  func sceneWillResignActive(_ scene: UIScene) {
    let isLast = !application.scenes.contains {
      $0 !== scene && $0.activationState == .foregroundActive
    }
    scene.delegate?.sceneWillResignActive(scene)
    post(UIScene.willDeactivateNotification, scene)
    if isLast { post(UIApplication.willResignActiveNotification) }
    scene.activationState = .foregroundInactive
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    scene.activationState = .background
    scene.delegate?.sceneDidEnterBackground(scene)
    post(UIScene.didEnterBackgroundNotification, scene)
    if stateOfScenes == .background { post(UIApplication.didEnterBackgroundNotification) }
  }

  private func post(_ name: Notification.Name, _ scene: UIScene) {
    NotificationCenter.default.post(name: name, object: scene)
  }
}
