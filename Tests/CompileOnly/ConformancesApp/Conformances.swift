// swift-format-ignore-file

import UIKit

// What apps put between themselves and UIKit, to replace it in tests. Swift 5.

protocol URLOpener {
    func canOpenURL(_ url: URL) -> Bool
    func open(_ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any], completionHandler completion: ((Bool) -> Void)?)
}

extension UIApplication: URLOpener {}

protocol BackgroundTaskRunner {
    func beginBackgroundTask(withName taskName: String?, expirationHandler handler: (() -> Void)?) -> UIBackgroundTaskIdentifier
    func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier)
}

extension UIApplication: BackgroundTaskRunner {}

protocol ApplicationStateProviding: AnyObject {
    var applicationState: UIApplication.State { get }
    var backgroundTimeRemaining: TimeInterval { get }
}

extension UIApplication: ApplicationStateProviding {}

protocol DeviceInfo {
    var systemName: String { get }
    var systemVersion: String { get }
    var identifierForVendor: UUID? { get }
    var isBatteryMonitoringEnabled: Bool { get set }
}

extension UIDevice: DeviceInfo {}

extension UIApplication {
    var firstKeyWindow: UIWindow? {
        connectedScenes
            .filter { $0.activationState == .foregroundActive }
            .compactMap { $0 as? UIWindowScene }
            .first?.windows
            .first(where: \.isKeyWindow)
    }

    static var topViewController: UIViewController? {
        var top = UIApplication.shared.windows.first { $0.isKeyWindow }?.rootViewController
        while let presented = top?.presentedViewController { top = presented }
        return top
    }
}

final class Worker {
    private let runner: BackgroundTaskRunner
    private var task: UIBackgroundTaskIdentifier = .invalid
    private var observers: [NSObjectProtocol] = []

    init(runner: BackgroundTaskRunner) {
        self.runner = runner
        observers.append(NotificationCenter.default.addObserver(forName: UIApplication.willResignActiveNotification, object: nil, queue: nil) { [weak self] _ in
            self?.start()
        })
        observers.append(NotificationCenter.default.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: .main) { [weak self] note in
            guard let application = note.object as? UIApplication else { return }
            self?.stop()
            _ = application
        })
    }

    deinit {
        observers.forEach(NotificationCenter.default.removeObserver)
    }

    func start() {
        task = runner.beginBackgroundTask(withName: "work") { [weak self] in self?.stop() }
        DispatchQueue.global().async { [weak self] in
            Thread.sleep(forTimeInterval: 0.1)
            DispatchQueue.main.async { self?.stop() }
        }
    }

    func stop() {
        guard task != .invalid else { return }
        runner.endBackgroundTask(task)
        task = .invalid
    }
}
