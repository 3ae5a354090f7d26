// swift-format-ignore-file

import UIKit

// The recipe of the chapter on long tasks (S14.2), in Swift 5 as books print it.
@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {

  var window: UIWindow?
  var backgroundTaskIdentifier: UIBackgroundTaskIdentifier = UIBackgroundTaskIdentifier.invalid
  var myTimer: Timer?

  func isMultitaskingSupported() -> Bool {
    return UIDevice.current.isMultitaskingSupported
  }

  func timerMethod() {
    let backgroundTimeRemaining = UIApplication.shared.backgroundTimeRemaining
    if backgroundTimeRemaining == Double.greatestFiniteMagnitude {
      print("Background Time Remaining = Undetermined")
    } else {
      print("Background Time Remaining = " + String(format: "%.02f", backgroundTimeRemaining) + " Seconds")
    }
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    if isMultitaskingSupported() == false {
      return
    }
    myTimer = Timer.scheduledTimer(withTimeInterval: 1.0, repeats: true) { [weak self] _ in
      self?.timerMethod()
    }
    backgroundTaskIdentifier = application.beginBackgroundTask(withName: "task1", expirationHandler: { [weak self] in
      self?.endBackgroundTask()
    })
  }

  func endBackgroundTask() {
    let mainQueue = DispatchQueue.main
    mainQueue.async { [weak self] in
      if let timer = self?.myTimer {
        timer.invalidate()
        self?.myTimer = nil
        UIApplication.shared.endBackgroundTask(self!.backgroundTaskIdentifier)
        self!.backgroundTaskIdentifier = UIBackgroundTaskIdentifier.invalid
      }
    }
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    if backgroundTaskIdentifier != UIBackgroundTaskIdentifier.invalid {
      endBackgroundTask()
    }
  }
}
