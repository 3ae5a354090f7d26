import AppBundles
import Foundation
import Multitasking

/// An app to install: the probe, or any other program, under an identifier and with keys.
struct ProbeBundle: Sendable {
  enum Scenes: Sendable { case none, single, multiple }

  var id: AppID
  var scenes = Scenes.none
  var schemes: [String] = []
  var exitsOnSuspend = false
  var backgroundModes: [String] = []
  var permittedTasks: [String] = []
  var version = "1.0"
  /// Further keys of Info.plist, with texts.
  var keys: [String: String] = [:]
  /// Nil: the probe. Else the text of a shell script.
  var script: String?
  /// Nil: the probe. Else another program.
  var program: String?

  init(
    _ id: AppID, scenes: Scenes = .none, schemes: [String] = [], exitsOnSuspend: Bool = false,
    backgroundModes: [String] = [], permittedTasks: [String] = [],
    version: String = "1.0", script: String? = nil, program: String? = nil
  ) {
    self.id = id
    self.scenes = scenes
    self.schemes = schemes
    self.exitsOnSuspend = exitsOnSuspend
    self.backgroundModes = backgroundModes
    self.permittedTasks = permittedTasks
    self.version = version
    self.script = script
    self.program = program
  }

  /// Makes `Name.app` in a folder and returns its path.
  func assemble(in folder: String) throws -> String {
    let name = id.bundleIdentifier.split(separator: ".").last.map(String.init) ?? "App"
    let work = folder + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    let plist = work + "/Info.plist"
    let data = try PropertyListSerialization.data(
      fromPropertyList: info, format: .xml, options: 0)
    try data.write(to: URL(fileURLWithPath: plist))
    var executable = program ?? BuiltPrograms.probe
    if let script {
      executable = work + "/program"
      try Data(("#!/bin/sh\n" + script + "\n").utf8).write(to: URL(fileURLWithPath: executable))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable)
    }
    return try BundleWriter.assemble(
      executable: executable, infoPlist: plist, name: name, into: work, extraResources: [])
  }

  private var info: [String: Any] {
    var info: [String: Any] = [
      "CFBundleIdentifier": id.bundleIdentifier, "CFBundlePackageType": "APPL",
      "CFBundleShortVersionString": version, "CFBundleVersion": "1",
    ]
    for (key, text) in keys { info[key] = text }
    if !schemes.isEmpty { info["CFBundleURLTypes"] = [["CFBundleURLSchemes": schemes]] }
    if !backgroundModes.isEmpty { info["UIBackgroundModes"] = backgroundModes }
    if !permittedTasks.isEmpty { info["BGTaskSchedulerPermittedIdentifiers"] = permittedTasks }
    if exitsOnSuspend { info["UIApplicationExitsOnSuspend"] = true }
    if scenes != .none {
      info["UIApplicationSceneManifest"] = [
        "UIApplicationSupportsMultipleScenes": scenes == .multiple,
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
