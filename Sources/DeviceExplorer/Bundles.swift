import AppBundles
import Foundation
import Multitasking

/// The apps that can be installed: the probe under different names and keys, made once.
enum Bundles {
  static let countMax = 20

  static func app(_ index: Int) -> AppID { AppID("com.example.app\(index)") }
  static func scheme(_ index: Int) -> String { "app\(index)" }

  static func path(_ bundle: SeededStory.Bundle, _ index: Int, in folder: String) -> String {
    "\(folder)/\(bundle.rawValue)\(index)/App.app"
  }

  static func makeAll(in folder: String) throws {
    try make(
      SeededStory.Bundle.allCases.flatMap { bundle in (0..<countMax).map { (bundle, $0) } },
      in: folder)
  }

  /// Makes those that are not there yet.
  static func make(_ wanted: [(SeededStory.Bundle, Int)], in folder: String) throws {
    for (bundle, index) in wanted where access(path(bundle, index, in: folder), R_OK) != 0 {
      let work = "\(folder)/\(bundle.rawValue)\(index)"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let plist = work + "/Info.plist"
      try PropertyListSerialization.data(
        fromPropertyList: info(bundle, index), format: .xml, options: 0
      ).write(to: URL(fileURLWithPath: plist))
      _ = try BundleWriter.assemble(
        executable: Programs.folder + "/LifeCycleProbe", infoPlist: plist, name: "App",
        into: work, extraResources: [])
    }
  }

  private static func info(_ bundle: SeededStory.Bundle, _ index: Int) -> [String: Any] {
    var info: [String: Any] = [
      "CFBundleIdentifier": app(index).bundleIdentifier, "CFBundlePackageType": "APPL",
      "CFBundleShortVersionString": "1.0", "CFBundleVersion": "1",
      "CFBundleURLTypes": [["CFBundleURLSchemes": [scheme(index)]]],
    ]
    if bundle == .optsOut { info["UIApplicationExitsOnSuspend"] = true }
    if bundle == .scenes || bundle == .manyScenes {
      info["UIApplicationSceneManifest"] = [
        "UIApplicationSupportsMultipleScenes": bundle == .manyScenes,
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [
            [
              "UISceneConfigurationName": "Default",
              "UISceneDelegateClassName": "LifeCycleProbe.SceneDelegate",
            ]
          ]
        ],
      ]
    }
    return info
  }
}

/// The programs that lie beside this one.
enum Programs {
  static let folder: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    // Tests may be started by a runner from elsewhere; their bundle is among its arguments then.
    let places = [own] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    let folders = places.map { ($0 as NSString).deletingLastPathComponent }
    return folders.first { access($0 + "/greenroomd", X_OK) == 0 } ?? folders[0]
  }()
}
