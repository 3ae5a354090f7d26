import AppBundles
import ControlAPI
import Foundation
import Multitasking

// Bundles and containers on disk.
//
// A bundle is copied to a folder of its own and becomes the app by one row in the database: it is
// installed completely or not at all. Folders that no row names are removed at boot.
extension Device {
  var bundleProfile: BundleProfile {
    configuration.profile.name == .classic ? .classic : .modern
  }

  func bundle(of app: AppID) throws -> AppBundle {
    guard let row = try store.app(app) else {
      throw ControlError(Refusal.unknownApp(app))
    }
    return try AppBundle(at: paths.folder + "/" + row.bundle, profile: bundleProfile)
  }

  /// The app's HOME, created on first use; it survives updates.
  func container(of app: AppID) throws -> String {
    let data = paths.containers + "/" + app.bundleIdentifier + "/Data"
    for folder in ["Documents", "Library/Caches", "Library/Preferences", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: data + "/" + folder, withIntermediateDirectories: true)
    }
    return data
  }

  /// Checks and copies a bundle on a thread of its own, then installs it.
  ///
  /// Not on a global queue: after its first use libdispatch watches its pool of threads once a
  /// second for the rest of the process's life, and an idle device would not be idle.
  func install(from path: String, done: @escaping @MainActor (Result<AppID, ControlError>) -> Void)
  {
    let profile = bundleProfile
    let bundles = paths.bundles
    let copying = Thread {
      let result = Device.copy(path, into: bundles, profile)
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          done(result.flatMap { staged in self.adopt(staged) })
        }
      }
    }
    copying.name = "install"
    copying.start()
  }

  struct StagedBundle: Sendable {
    var manifest: AppManifest
    var version: String?
    /// Relative to the device's folder.
    var path: String
  }

  private nonisolated static func copy(
    _ path: String, into bundles: String, _ profile: BundleProfile
  ) -> Result<StagedBundle, ControlError> {
    let files = FileManager.default
    do {
      let source = try AppBundle(at: path, profile: profile)
      let name = source.path.split(separator: "/").last ?? "App.app"
      let folder = bundles + "/" + UUID().uuidString
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let target = folder + "/" + name
      do {
        try source.copy(to: target)
        // What was copied is what counts: the source may have changed meanwhile.
        let copy = try AppBundle(at: target, profile: profile)
        let relative = "Bundles/" + target.dropFirst(bundles.count + 1)
        return .success(
          StagedBundle(manifest: copy.manifest, version: copy.version, path: relative))
      } catch {
        try? files.removeItem(atPath: folder)
        throw error
      }
    } catch let error as BundleError {
      return .failure(
        ControlError(
          .badBundle, "\(error)", object: error.file,
          nextStep: "`greenroom doctor \(path)` examines it"))
    } catch {
      return .failure(ControlError(.system, "\(path) can't be copied: \(error)", object: path))
    }
  }

  private func adopt(_ staged: StagedBundle) -> Result<AppID, ControlError> {
    let app = staged.manifest.id
    do {
      let previous = try store.app(app)
      _ = try container(of: app)
      _ = try store.install(app, bundle: staged.path, version: staged.version)
      // Ends a running process before its files go.
      handle(
        .installed(
          staged.manifest, lastExit: previous?.lastExit,
          isForceQuit: previous?.isForceQuit ?? false))
      if let previous { removeBundle(previous.bundle) }
      return .success(app)
    } catch {
      removeBundle(staged.path)
      return .failure(ControlError(.system, "\(app) can't be installed: \(error)"))
    }
  }

  /// Removes what is kept of an app, and its files. Nothing else is touched: bundles that are being
  /// copied have no row yet.
  func removeApp(_ app: AppID) throws {
    let row = try store.app(app)
    try store.remove(app)
    pictures.remove(app)
    try? FileManager.default.removeItem(atPath: paths.containers + "/" + app.bundleIdentifier)
    if let row { removeBundle(row.bundle) }
  }

  /// An app whose bundle can't be used is unknown to the policy; it can be removed all the same.
  func removeUnusableApp(_ app: AppID) -> Bool {
    guard policy.state(of: app) == nil, (try? store.app(app)) ?? nil != nil else { return false }
    forget(app)
    return true
  }

  private func removeBundle(_ relative: String) {
    let folder = (paths.folder + "/" + relative) as NSString
    try? FileManager.default.removeItem(atPath: folder.deletingLastPathComponent)
  }

  /// Removes folders of bundles that no app is made of. For a boot, when nothing is being copied.
  func removeUnknownBundles() {
    guard let rows = try? store.apps() else { return }
    let known = Set(rows.compactMap { $0.bundle.split(separator: "/").dropFirst().first })
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: paths.bundles)) ?? []
    for entry in entries where !known.contains(entry[...]) {
      try? FileManager.default.removeItem(atPath: paths.bundles + "/" + entry)
    }
  }
}
