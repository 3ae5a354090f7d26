/// What an app with scenes prints at each step, as the specification orders it.
enum SceneMessages {
  /// L13, L14, L16: in the background, without options.
  static let launch = [
    "delegate willFinishLaunching state=background options=nil",
    "delegate didFinishLaunching state=background options=nil",
    "notification UIApplicationDidFinishLaunchingNotification state=background",
  ]

  static func connects(_ scene: Int = 1, urls: String = "", state: String = "background")
    -> [String]
  {
    [
      "delegate sceneWillConnect state=\(state) scene=\(scene):unattached urls=\(urls)",
      "notification UISceneWillConnectNotification state=\(state)",
    ]
  }

  static func entersForeground(_ scene: Int = 1) -> [String] {
    [
      "delegate sceneWillEnterForeground state=background scene=\(scene):background",
      "notification UISceneWillEnterForegroundNotification state=background",
      "notification UIApplicationWillEnterForegroundNotification state=background",
    ]
  }

  /// L15: the application's notifications are posted, its delegate is not asked.
  static func becomesActive(_ scene: Int = 1) -> [String] {
    [
      "delegate sceneDidBecomeActive state=active scene=\(scene):foregroundActive",
      "notification UISceneDidActivateNotification state=active",
      "notification UIApplicationDidBecomeActiveNotification state=active",
    ]
  }

  static func resignsActive(_ scene: Int = 1) -> [String] {
    [
      "delegate sceneWillResignActive state=active scene=\(scene):foregroundActive",
      "notification UISceneWillDeactivateNotification state=active",
      "notification UIApplicationWillResignActiveNotification state=active",
    ]
  }

  static func entersBackground(_ scene: Int = 1) -> [String] {
    [
      "delegate sceneDidEnterBackground state=background scene=\(scene):background",
      "notification UISceneDidEnterBackgroundNotification state=background",
      "notification UIApplicationDidEnterBackgroundNotification state=background",
    ]
  }
}
