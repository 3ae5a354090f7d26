import AppLink
import Foundation
import Testing

@testable import UIKit

/// Views, view controllers and the device, in the test process.
@MainActor
@Suite(.serialized)
struct InterfaceTests {
  init() { _ = InProcessApp.application }

  // MARK: Views

  /// Writes down what it is told.
  final class SpyView: UIView {
    var log: [String] = []
    override func didMoveToSuperview() { log.append("superview \(superview != nil)") }
    override func didMoveToWindow() { log.append("window \(window != nil)") }
    override func layoutSubviews() { log.append("layout") }
  }

  @Test("A view's frame, bounds and center agree")
  func geometry() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    #expect(view.center == CGPoint(x: 60, y: 45))
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
    view.center = CGPoint(x: 0, y: 0)
    #expect(view.frame == CGRect(x: -50, y: -25, width: 100, height: 50))
  }

  @Test("Subviews keep their order, and have one superview at a time")
  func tree() {
    let parent = UIView()
    let (first, second, third) = (UIView(), UIView(), UIView())
    parent.addSubview(first)
    parent.addSubview(third)
    parent.insertSubview(second, belowSubview: third)
    #expect(parent.subviews == [first, second, third])
    parent.bringSubviewToFront(first)
    #expect(parent.subviews == [second, third, first])
    let other = UIView()
    other.addSubview(second)
    #expect(parent.subviews == [third, first])
    #expect(second.superview === other)
    second.tag = 7
    #expect(other.viewWithTag(7) === second)
    #expect(second.isDescendant(of: other))
    second.removeFromSuperview()
    #expect(second.superview == nil)
  }

  @Test("A view hears of its superview and of its window, and is laid out once per change")
  func moves() {
    let window = UIWindow()
    let view = SpyView()
    let container = UIView()
    container.addSubview(view)
    window.addSubview(container)
    #expect(view.log == ["superview true", "window true"])
    view.layoutIfNeeded()
    view.layoutIfNeeded()
    #expect(view.log == ["superview true", "window true", "layout"])
    container.removeFromSuperview()
    #expect(view.log.last == "window false")
  }

  @Test("Adding a view to itself traps")
  func cycle() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let view = UIView()
      view.addSubview(view)
    }
  }

  @Test("A view tree that is too large for a message is cut, and says so")
  func largeTree() throws {
    let window = UIWindow()
    for _ in 0..<900 {
      let view = UIView()
      view.accessibilityIdentifier = String(repeating: "long", count: 100)
      window.addSubview(view)
    }
    let tree = ViewTree.describe([window], request: 1)
    #expect(throws: Never.self) { try Frame.encode(AppMessage.viewTree(request: 1, tree: tree)) }
    let described = try #require(tree.subviews.first)
    #expect(described.isTruncated == true)
    #expect((100..<900).contains(described.subviews.count))
  }

  // MARK: View controllers

  @MainActor
  final class Log {
    var lines: [String] = []
  }

  final class SpyController: UIViewController {
    let name: String
    let log: Log
    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    override func viewDidLoad() { log.lines.append("\(name) loaded") }
    override func viewWillAppear(_ animated: Bool) { log.lines.append("\(name) will appear") }
    override func viewDidAppear(_ animated: Bool) { log.lines.append("\(name) did appear") }
    override func viewWillDisappear(_ animated: Bool) { log.lines.append("\(name) will go") }
    override func viewDidDisappear(_ animated: Bool) { log.lines.append("\(name) did go") }
  }

  @Test("A root view controller appears with its window, and goes when it is replaced")
  func root() {
    let log = Log()
    let window = UIWindow()
    window.rootViewController = SpyController("a", log)
    #expect(log.lines == [])
    window.makeKeyAndVisible()
    #expect(log.lines == ["a loaded", "a will appear"])
    InProcessApp.commit()
    #expect(log.lines.removeFirst(3) == ["a loaded", "a will appear", "a did appear"])
    window.rootViewController = SpyController("b", log)
    InProcessApp.commit()
    #expect(
      log.lines == ["a will go", "b loaded", "b will appear", "a did go", "b did appear"])
    #expect(UIApplication.shared.keyWindow === window)
    #expect(window.windowScene?.activationState == .foregroundActive)
    log.lines = []
    window.isHidden = true
    InProcessApp.commit()
    #expect(log.lines == ["b will go", "b did go"])
  }

  @Test("What is presented over the full screen hides its presenter until it is dismissed")
  func presentation() {
    let log = Log()
    let window = UIWindow()
    let root = SpyController("root", log)
    window.rootViewController = root
    window.makeKeyAndVisible()
    InProcessApp.commit()
    log.lines = []
    let sheet = SpyController("sheet", log)
    sheet.modalPresentationStyle = .fullScreen
    root.present(sheet, animated: true) { log.lines.append("presented") }
    InProcessApp.commit()
    #expect(
      log.lines == [
        "sheet loaded", "root will go", "sheet will appear", "root did go", "sheet did appear",
        "presented",
      ])
    #expect(root.presentedViewController === sheet)
    log.lines = []
    sheet.dismiss(animated: true) { log.lines.append("dismissed") }
    InProcessApp.commit()
    #expect(
      log.lines == [
        "sheet will go", "root will appear", "sheet did go", "root did appear", "dismissed",
      ])
    #expect(root.presentedViewController == nil)
  }

  @Test("A child appears with its view, after its parent has")
  func children() {
    let log = Log()
    let window = UIWindow()
    let root = SpyController("root", log)
    window.rootViewController = root
    window.makeKeyAndVisible()
    InProcessApp.commit()
    log.lines = []
    let child = SpyController("child", log)
    root.addChild(child)
    root.view.addSubview(child.view)
    child.didMove(toParent: root)
    InProcessApp.commit()
    #expect(log.lines == ["child loaded", "child will appear", "child did appear"])
    #expect(child.next === root.view)
    child.view.removeFromSuperview()
    child.removeFromParent()
    InProcessApp.commit()
    #expect(log.lines.suffix(2) == ["child will go", "child did go"])
  }

  @Test("The responder chain: view, controller, window, scene, application")
  func responderChain() {
    let window = UIWindow()
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    let chain = Array(sequence(first: root.view as UIResponder, next: \.next))
    #expect(
      chain == [root.view, root, window, window.windowScene!, UIApplication.shared])
  }

  @Test("Colours are equal by their components")
  func colours() {
    #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(UIColor.red != UIColor.red.withAlphaComponent(0.5))
    #expect(UIColor(hue: 1.0 / 3, saturation: 1, brightness: 1, alpha: 1) == .green)
    #expect(UIColor.orange.hex == "#ff8000ff")
  }

  final class NamedColor: UIColor, @unchecked Sendable {
    override class var red: UIColor { UIColor(white: 0.5, alpha: 1) }
  }

  @Test("Colours can be copied, archived and subclassed")
  func colorClass() throws {
    let color = UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    #expect(color.copy() as? UIColor === color)
    let data = try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data) == color)
    let other = try NSKeyedArchiver.archivedData(
      withRootObject: NSString("red"), requiringSecureCoding: true)
    #expect(UIColor(coder: try NSKeyedUnarchiver(forReadingFrom: other)) == nil)
    let type: UIColor.Type = NamedColor.self
    #expect(type.red == .gray)
    #expect(NamedColor(hue: 0.5, saturation: 1, brightness: 1, alpha: 1) == UIColor.cyan)
  }

  // MARK: The device

  @Test(
    "Several scenes: where the Info.plist wants them and the life cycle is scenes (L8)",
    arguments: [(true, true), (true, false), (false, true)])
  func severalScenes(isDeclared: Bool, usesScenes: Bool) async throws {
    let expected = isDeclared && usesScenes
    let bundle = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: bundle) }
    let plist = ["UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": isDeclared]]
    try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
      .write(to: bundle.appending(path: "Info.plist"))
    await #expect(processExitsWith: .success) {
      @MainActor [path = bundle.path as String, usesScenes, expected = expected as Bool] in
      setenv(LinkLimits.EnvironmentKey.bundlePath, path, 1)
      let application = UIApplication()
      let lifeCycle = LifeCycle(application: application, delegateClass: nil)
      application.lifeCycle = lifeCycle
      lifeCycle.handle(Delivery(id: 1, message: .launch(scenes: usesScenes)))
      precondition(application.supportsMultipleScenes == expected)
    }
  }

  @Test("Battery and orientation are unknown, and silent, until they are asked for (L90)")
  func conditions() {
    let device = UIDevice.current
    var heard: [Notification.Name] = []
    let names = [
      UIDevice.batteryLevelDidChangeNotification, UIDevice.orientationDidChangeNotification,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: device, queue: nil) { _ in
        MainActor.assumeIsolated { heard.append(name) }
      }
    }
    defer { observers.forEach(NotificationCenter.default.removeObserver) }
    var environment = DeviceMessage.Environment.steady
    environment.batteryLevel = 0.25
    environment.orientation = "landscapeLeft"
    InProcessApp.handle(
      .environmentChanged(environment, kinds: [.batteryLevel, .orientation]))
    #expect(heard.isEmpty)
    #expect(device.batteryLevel == -1)
    #expect(device.orientation == .unknown)

    device.isBatteryMonitoringEnabled = true
    device.beginGeneratingDeviceOrientationNotifications()
    defer {
      device.isBatteryMonitoringEnabled = false
      device.endGeneratingDeviceOrientationNotifications()
    }
    InProcessApp.handle(
      .environmentChanged(environment, kinds: [.batteryLevel, .orientation]))
    #expect(heard == names)
    #expect(device.batteryLevel == 0.25)
    #expect(device.orientation == .landscapeLeft)
  }

  @Test("The device is what the launch message says")
  func description() {
    #expect(UIDevice.current.systemVersion == "18.0")
    #expect(UIDevice.current.userInterfaceIdiom == .phone)
    #expect(UIDevice.current.isMultitaskingSupported)
    #expect(UIDevice.current.identifierForVendor != nil)
    #expect(UIScreen.main.bounds == CGRect(x: 0, y: 0, width: 390, height: 844))
  }

  @Test("canOpenURL knows the installed schemes, whatever their case")
  func canOpenURL() throws {
    InProcessApp.handle(.installedSchemes(["Probe"]))
    #expect(UIApplication.shared.canOpenURL(try #require(URL(string: "PROBE://x"))))
    #expect(!UIApplication.shared.canOpenURL(try #require(URL(string: "other://x"))))
    let settings = try #require(URL(string: UIApplication.openSettingsURLString))
    #expect(!UIApplication.shared.canOpenURL(settings))
  }

  final class OldDelegate: NSObject, UIApplicationDelegate {
    var opened: [String] = []
    func application(
      _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool {
      opened.append("\(url) from \(sourceApplication ?? "nobody")")
      return true
    }
  }

  @Test("A delegate with the form of before iOS 9 gets the URLs through it")
  func oldOpenURL() {
    let delegate = OldDelegate()
    let application = InProcessApp.application
    application.delegate = delegate
    defer { application.delegate = nil }
    InProcessApp.handle(.open("probe://a", source: "com.example"))
    InProcessApp.handle(.open("probe://b"))
    #expect(delegate.opened == ["probe://a from com.example", "probe://b from nobody"])
  }

  @Test("A nameless task is called after its caller (T29)")
  func namelessTask() throws {
    let application = UIApplication.shared
    let task = application.beginBackgroundTask()
    var names: [String] = []
    application.backgroundTasks.settle { names = $0.names }
    application.endBackgroundTask(task)
    let name = try #require(names.first)
    #expect(name.hasPrefix("Called by "))
    #expect(name.contains(", from $s"))
    #expect(name.contains("namelessTask"))
  }

  // MARK: Instantiation

  class Plain: NSObject {
    var value = 1
    override init() {
      super.init()
      value += 1
    }
  }

  final class NoInitializer: NSObject {
    let value: Int
    init(value: Int) { self.value = value }
  }

  @Test("Objects made from a class run that class's init()")
  func instantiation() {
    let type: NSObject.Type = Plain.self
    #expect((Instantiation.make(type) as? Plain)?.value == 2)
  }

  @Test("A class without init() traps, as on iOS")
  func noInitializer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let type: NSObject.Type = NoInitializer.self
      _ = Instantiation.make(type)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("unimplemented initializer 'init()'"))
  }
}

extension Array {
  /// Takes the first elements out.
  fileprivate mutating func removeFirst(_ count: Int) -> [Element] {
    defer { self = Array(dropFirst(count)) }
    return Array(prefix(count))
  }
}
