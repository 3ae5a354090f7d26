import AppBundles
import Foundation
import Multitasking
import UIKit

/// An app of the test's process, as a bundle on disk: its Info.plist is read by the code that reads
/// those of real bundles, with the same errors.
struct Installation: Sendable {
  let classes: AppProcess.Classes
  let manifest: AppManifest
  let bundlePath: String

  init<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, principalClass: UIApplication.Type, id: String?,
    info: [String: any Sendable], infoPlist: String?, profile: Profile
  ) throws(DeviceError) {
    classes = AppProcess.Classes(delegate: Delegate.self, principal: principalClass)
    var plist: [String: Any] = try infoPlist.map(Self.read) ?? [:]
    for (key, value) in info { plist[key] = value }
    let name = String(describing: Delegate.self)
    if let id { plist["CFBundleIdentifier"] = id }
    let known = plist["CFBundleIdentifier"] as? String
    // Xcode's own templates leave both to the build.
    if plist["CFBundleIdentifier"] == nil || known?.contains("$(") == true {
      plist["CFBundleIdentifier"] = "com.example.\(name)"
    }
    plist["CFBundleExecutable"] = name
    let path = FileManager.default.temporaryDirectory.path + "/\(name).app"
    do {
      try Self.write(plist, at: path, executable: name)
    } catch {
      throw DeviceError(.system, "the app's bundle could not be written: \(error)")
    }
    do {
      let bundle = try AppBundle(
        at: path, profile: profile.name == .classic ? .classic : .modern)
      manifest = bundle.manifest
      bundlePath = bundle.path
    } catch {
      throw .badInfoPlist(error)
    }
  }

  private static func read(_ path: String) throws(DeviceError) -> [String: Any] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DeviceError(.badInfoPlist, "\(path) can't be read", nextStep: "give its full path")
    }
    guard
      let plist = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let values = plist as? [String: Any]
    else {
      throw DeviceError(
        .badInfoPlist, "\(path) is not a property list with a dictionary at the top")
    }
    return values
  }

  private static func write(_ plist: [String: Any], at path: String, executable: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    let data = try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
    try data.write(to: URL(fileURLWithPath: path + "/Info.plist"))
    // A bundle has a program; this one's is the test's own process.
    try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: path + "/" + executable))
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path + "/" + executable)
  }
}
