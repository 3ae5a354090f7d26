/// What an app without scenes prints at each step, as the specification orders it.
enum ClassicMessages {
  /// L10, L11, L12: no `willEnterForeground`; inactive until it becomes active.
  static let launch = [
    "delegate willFinishLaunching state=inactive options=nil",
    "delegate didFinishLaunching state=inactive options=nil",
    "notification UIApplicationDidFinishLaunchingNotification state=inactive",
  ]

  /// L42: the delegate, then the notification.
  static let becomesActive = [
    "delegate applicationDidBecomeActive state=active",
    "notification UIApplicationDidBecomeActiveNotification state=active",
  ]

  /// L40: still active inside.
  static let resignsActive = [
    "delegate applicationWillResignActive state=active",
    "notification UIApplicationWillResignActiveNotification state=active",
  ]

  static let entersBackground = [
    "delegate applicationDidEnterBackground state=background",
    "notification UIApplicationDidEnterBackgroundNotification state=background",
  ]

  /// L60, C14: the notification first, and still in the background.
  static let entersForeground = [
    "notification UIApplicationWillEnterForegroundNotification state=background",
    "delegate applicationWillEnterForeground state=background",
  ]

  static let terminates = [
    "delegate applicationWillTerminate state=background",
    "notification UIApplicationWillTerminateNotification state=background",
  ]
}
