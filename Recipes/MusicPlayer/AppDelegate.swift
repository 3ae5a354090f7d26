import UIKit

/// Plays track after track, on screen and off.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let screen = PlayerViewController()
  private var player: MusicPlayer?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let options = Options(CommandLine.arguments.dropFirst())
    for hint in options.hints { print(hint) }
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = screen
    window.makeKeyAndVisible()
    self.window = window

    let player = MusicPlayer(tracks: options.tracks, loops: options.loops)
    player.observer = { [weak self] in self?.screen.show($0) }
    self.player = player
    player.setCategory(options.category, options.categoryOptions)
    player.playFirst()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    // Playing is no background task: nothing counts down (T20).
    let seconds = application.backgroundTimeRemaining
    let time = seconds < .greatestFiniteMagnitude ? "\(Int(seconds)) s" : "undetermined"
    print("in the background: \(player?.state ?? "nothing plays"), time remaining: \(time)")
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    print("back: \(player?.state ?? "nothing plays")")
  }
}
