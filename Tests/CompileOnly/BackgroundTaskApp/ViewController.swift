// swift-format-ignore-file

import UIKit

class ViewController: UIViewController {
    override func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        super.present(viewControllerToPresent, animated: flag, completion: completion)
    }
}

// As subclasses were written before Swift had isolation.
class TimedApplication: UIApplication {
    override func open(_ url: URL, options: [UIApplication.OpenExternalURLOptionsKey : Any] = [:], completionHandler completion: ((Bool) -> Void)? = nil) {
        super.open(url, options: options, completionHandler: completion)
    }

    override func beginBackgroundTask(expirationHandler handler: (() -> Void)? = nil) -> UIBackgroundTaskIdentifier {
        return super.beginBackgroundTask(withName: "timed", expirationHandler: handler)
    }
}
