import AppLink
import Foundation

/// Turns the device's messages into delegate calls and notifications.
///
/// Decides nothing: what happens, and when, is the device's business; here is only the order of
/// calls within one message (L10-L16, L40-L42, L60-L61), and the state that apps may observe.
@MainActor
final class LifeCycle {
  let application: UIApplication
  private let delegateClass: AnyClass?
  /// Set by the first message.
  private(set) var launch: DeviceMessage.Launch?
  /// Meaningful for apps without scenes.
  var state = UIApplication.State.inactive {
    didSet { implicitScene?.activationState = UIScene.ActivationState(state) }
  }
  /// The one scene of an app that has none of its own: its windows are somewhere, as on iOS.
  private(set) var implicitScene: UIWindowScene?
  /// L19: whether the URL that caused the launch is passed on.
  private var acceptsLaunchURL = true
  private let end: End

  /// What follows `willTerminate`: first before its answer is sent, then after.
  struct End {
    var begin: @MainActor () -> Void
    var finish: @MainActor () -> Void

    /// The process ends with the app.
    static let ofProcess = End(begin: { ProcessEnd.begin() }, finish: { ProcessEnd.terminate() })
  }

  init(application: UIApplication, delegateClass: AnyClass?, end: End = .ofProcess) {
    self.application = application
    self.delegateClass = delegateClass
    self.end = end
  }

  /// F13 came with iOS 13.
  var ignoresPermittedIdentifiers: Bool { launch?.ignoresPermittedIdentifiers ?? false }

  var usesScenes: Bool { launch?.lifeCycle == .scenes }

  var applicationState: UIApplication.State { usesScenes ? stateOfScenes : state }

  /// Handles one delivery on the main thread, and answers it.
  func handle(_ delivery: Delivery) {
    application.send(.started(id: delivery.id))
    do {
      try deliver(delivery.message)
    } catch {
      ProcessEnd.fail(error)
    }
    if case .didEnterBackground(let scene, _) = delivery.message { takeSnapshot(of: scene) }
    application.windowRegistry.commit()
    answer(delivery)
  }

  private func answer(_ delivery: Delivery) {
    let id = delivery.id
    switch delivery.message {
    case .didEnterBackground, .runInBackground, .expireBackgroundTasks:
      application.backgroundTasks.settle {
        application.send(.handled(AppMessage.Answer(id: id, tasks: $0)))
      }
    case .willTerminate:
      end.begin()
      application.send(.handled(AppMessage.Answer(id: id)))
      end.finish()
    default:
      application.send(.handled(AppMessage.Answer(id: id)))
    }
  }

  private func deliver(_ message: DeviceMessage) throws(LinkFailure) {
    if case .launch(let launch) = message { return try begin(launch) }
    guard launch != nil else { throw .misunderstood("\(message) arrived before the launch") }
    switch message {
    case .launch: break
    case .connectScene(let connection): connect(connection)
    case .disconnectScene(let id, let isDiscarded): try disconnect(id, isDiscarded: isDiscarded)
    case .willEnterForeground(let scene): try willEnterForeground(scene)
    case .didBecomeActive(let scene): try didBecomeActive(scene)
    case .willResignActive(let scene): try willResignActive(scene)
    case .didEnterBackground(let scene, let grant): try didEnterBackground(scene, grant: grant)
    case .runInBackground(let grant):
      application.backgroundTasks.enterBackground(endsAt: grant.endsAt)
    case .expireBackgroundTasks: application.backgroundTasks.expire()
    case .openURL(let scene, let url): try open(url, scene: scene)
    case .memoryWarning: warnOfMemory()
    case .environmentChanged(let environment, let kinds): change(environment, kinds: kinds)
    case .willTerminate: willTerminate()
    case .installedSchemes(let schemes): application.urlRequests.setInstalledSchemes(schemes)
    case .urlOpened(let request, let success):
      application.urlRequests.complete(request, success: success)
    case .describeViews(let request): describeViews(request)
    case .performFetch(let work): performFetch(work)
    case .remoteNotification(let work, let payload): receive(payload, work)
    case .launchTask(let launch): application.taskScheduling.launch(launch)
    case .expireTask(let work): application.taskScheduling.expire(work)
    // Taken where they arrive: somebody waits for them.
    case .taskSubmitted, .pendingTasks, .audioAnswer: break
    case .audio(let notice): ServiceLink.deliver(notice)
    case .location(let notice): ServiceLink.deliver(notice)
    case .transfer(let notice): ServiceLink.deliver(notice)
    case .describeScreen(let request, let scene): describeScreen(request, scene)
    }
  }

  // MARK: Launch

  private func begin(_ launch: DeviceMessage.Launch) throws(LinkFailure) {
    guard self.launch == nil else { throw .misunderstood("a second launch arrived") }
    self.launch = launch
    if !usesScenes { implicitScene = Self.makeImplicitScene() }
    state =
      switch launch.initialState {
      case .inactive: .inactive
      case .background: .background
      }
    DeviceConditions.shared.set(device: launch.device, environment: launch.environment)
    application.urlRequests.setInstalledSchemes(launch.installedSchemes)
    application.backgroundTasks.launch(BackgroundTaskLedger.Rules(launch))
    // From here on: windows that the delegate makes key and visible appear at once (L33).
    showWindows()
    makeDelegate()
    let options = Self.launchOptions(launch, usesScenes: usesScenes)
    let willFinish =
      application.delegate?.application(application, willFinishLaunchingWithOptions: options)
    let didFinish =
      application.delegate?.application(application, didFinishLaunchingWithOptions: options)
    application.taskScheduling.finishLaunching()
    acceptsLaunchURL = willFinish != false && didFinish != false
    post(UIApplication.didFinishLaunchingNotification, userInfo: options)
  }

  private static func makeImplicitScene() -> UIWindowScene {
    let session = UISceneSession(persistentIdentifier: "", role: .windowApplication)
    let options = UIScene.ConnectionOptions(urlContexts: [], sourceApplication: nil)
    let scene = UIWindowScene(session: session, connectionOptions: options)
    session.scene = scene
    return scene
  }

  private func makeDelegate() {
    guard let delegateClass else { return }
    guard let type = delegateClass as? NSObject.Type,
      let delegate = Instantiation.make(type) as? any UIApplicationDelegate
    else {
      fatalError("\(delegateClass) does not conform to the UIApplicationDelegate protocol.")
    }
    application.delegate = delegate
    if !usesScenes, let storyboard = InfoPlist.main.mainStoryboard {
      ProcessEnd.report(
        "UIKit: storyboards are not supported: create the window that \"\(storyboard)\" holds in "
          + "application(_:didFinishLaunchingWithOptions:)")
    }
  }

  /// L16: apps with scenes learn of URLs from the scene's connection options; that a launch is for the
  /// location is told to all (L20).
  private static func launchOptions(
    _ launch: DeviceMessage.Launch, usesScenes: Bool
  ) -> [UIApplication.LaunchOptionsKey: Any]? {
    if launch.isLocationLaunch == true { return [.location: NSNumber(value: true)] }
    // For what is no URL there is none: `openURL`, which follows, says so.
    guard !usesScenes, let request = launch.url, let url = URL(string: request.url) else {
      return nil
    }
    var options: [UIApplication.LaunchOptionsKey: Any] = [.url: url]
    options[.sourceApplication] = request.sourceApplication
    return options
  }

  // MARK: URLs

  /// The URL as Foundation reads it. What it can't read is skipped, with a line on standard error:
  /// anybody may ask for any URL, and the app is not to end for it.
  static func readableURL(_ request: DeviceMessage.OpenURL) -> URL? {
    let url = URL(string: request.url)
    if url == nil {
      ProcessEnd.report("UIKit: \(request.url.debugDescription) is not opened: it is no URL.")
    }
    return url
  }

  private func open(_ request: DeviceMessage.OpenURL, scene: String) throws(LinkFailure) {
    if usesScenes {
      let scene = try connectedScene(scene)
      let contexts = Self.contexts(request)
      if !contexts.isEmpty { scene.delegate?.scene(scene, openURLContexts: contexts) }
    } else if let url = Self.readableURL(request),
      acceptsLaunchURL || !request.causedLaunch
    {
      var options: [UIApplication.OpenURLOptionsKey: Any] = [:]
      options[.sourceApplication] = request.sourceApplication
      _ = application.delegate?.application(application, open: url, options: options)
    }
  }

  // MARK: Notifications

  func post(_ name: Notification.Name, userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: application, userInfo: userInfo)
  }
}

extension BackgroundTaskLedger.Rules {
  init(_ launch: DeviceMessage.Launch) {
    self.init(
      isMultitaskingSupported: launch.isMultitaskingSupported, openMax: launch.backgroundTasksMax,
      warningAge: launch.backgroundTaskWarningAge.map { Int64($0 * 1_000_000_000) })
  }
}

extension UIScene.ActivationState {
  init(_ state: UIApplication.State) {
    self =
      switch state {
      case .active: .foregroundActive
      case .inactive: .foregroundInactive
      case .background: .background
      }
  }
}
