// swift-format-ignore-file

import UIKit

@main
class AppDelegate: NSObject, UIApplicationDelegate {
    var worker: Worker?
    let opener: URLOpener = UIApplication.shared

    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey : Any]? = nil) -> Bool {
        worker = Worker(runner: application)
        opener.open(URL(string: "https://example.com")!, options: [:], completionHandler: nil)
        return true
    }
}
