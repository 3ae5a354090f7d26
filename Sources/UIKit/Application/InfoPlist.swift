import AppLink
import Foundation

/// What the app's Info.plist says, as far as this module asks.
///
/// Read from the bundle that the device started, which is where `Bundle.main` looks too if the
/// executable runs from inside it.
struct InfoPlist {
  private let values: [String: Any]

  /// The plist of this process's bundle; empty without one. A test gives its app another one.
  @MainActor static var main = InfoPlist(
    bundlePath: ProcessInfo.processInfo.environment[LinkLimits.EnvironmentKey.bundlePath])

  init(bundlePath: String?) {
    guard let bundlePath,
      let data = FileManager.default.contents(atPath: "\(bundlePath)/Info.plist"),
      let plist = try? PropertyListSerialization.propertyList(from: data, format: nil)
    else {
      values = [:]
      return
    }
    values = plist as? [String: Any] ?? [:]
  }

  var supportsMultipleScenes: Bool {
    manifest["UIApplicationSupportsMultipleScenes"] as? Bool ?? false
  }

  /// The storyboard that iOS would load before `didFinishLaunching`.
  var mainStoryboard: String? { values["UIMainStoryboardFile"] as? String }

  var backgroundModes: [String] { values["UIBackgroundModes"] as? [String] ?? [] }

  /// F20.
  var permittedTaskIdentifiers: [String] {
    values["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? []
  }

  var bundleIdentifier: String? { values["CFBundleIdentifier"] as? String }

  var executable: String? { values["CFBundleExecutable"] as? String }

  /// The configurations for scenes of `role`, in the order of the file.
  func sceneConfigurations(role: String) -> [SceneConfiguration] {
    let all = manifest["UISceneConfigurations"] as? [String: Any] ?? [:]
    let entries = all[role] as? [[String: Any]] ?? []
    return entries.map {
      SceneConfiguration(
        name: $0["UISceneConfigurationName"] as? String,
        sceneClass: $0["UISceneClassName"] as? String,
        delegateClass: $0["UISceneDelegateClassName"] as? String,
        storyboard: $0["UISceneStoryboardFile"] as? String)
    }
  }

  /// One entry of `UISceneConfigurations`.
  struct SceneConfiguration: Hashable {
    var name: String?
    var sceneClass: String?
    var delegateClass: String?
    var storyboard: String?
  }

  private var manifest: [String: Any] {
    values["UIApplicationSceneManifest"] as? [String: Any] ?? [:]
  }
}
