import UIKit

/// A game that can be left at any moment: paused while something covers it, saved when it leaves
/// the screen, loaded when it comes back.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let engine = Engine()
  private let file = SaveFile()
  private let screen = GameViewController()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    for argument in CommandLine.arguments.dropFirst() {
      print("\"\(argument)\" is not an option: this app has none")
    }
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = screen
    window.makeKeyAndVisible()
    self.window = window
    load()
    engine.onStep = { [weak self] in self?.stepDone() }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    print("engine runs from score \(engine.state.score)")
    engine.run()
  }

  // A call, an alert, the app switcher: nothing needs saving yet.
  func applicationWillResignActive(_ application: UIApplication) {
    engine.pause()
    print("engine paused at score \(engine.state.score)")
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    do {
      try file.save(engine.state)
      print("saved \(engine.state)")
    } catch {
      print("the game could not be saved: \(error)")
    }
  }

  func applicationWillEnterForeground(_ application: UIApplication) { load() }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool {
    switch url.host {
    case "play": print("link: play on")
    case "new":
      engine.state = GameState()
      screen.show(engine.state)
      print("link: a new game")
    default:
      print("link: \(url) is neither play nor new")
      return false
    }
    return true
  }

  private func load() {
    do {
      if let saved = try file.load() {
        engine.state = saved
        print("loaded \(saved)")
      } else {
        print("no saved game: a new one")
      }
    } catch {
      print("the saved game can't be read, a new one: \(error)")
    }
    screen.show(engine.state)
  }

  private func stepDone() {
    screen.show(engine.state)
    if engine.state.score % GameState.pointsPerLevel == 0 {
      print("level \(engine.state.level) reached")
    }
  }
}
