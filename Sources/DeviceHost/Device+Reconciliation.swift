import AppBundles
import ControlAPI
import Foundation
import Multitasking
import ProcessControl

// What a boot finds of an earlier one, which may have ended at any instruction.
extension Device {
  func reconcile() throws {
    for leftover in try groups.endLeftovers() {
      note(
        "ended \(leftover.name) (\(leftover.processIDs.count) processes"
          + (leftover.wasFrozen ? ", frozen" : "") + "), left by a daemon that died")
    }
    for row in try store.apps() {
      let app = AppID(row.bundleIdentifier)
      var lastExit = row.lastExit
      if row.isRunning {
        let record = ExitRecord(reason: .deviceCrashed, at: bootedAt, from: .background)
        try store.noteExit(record, of: app)
        lastExit = record
      }
      do {
        let bundle = try AppBundle(at: paths.folder + "/" + row.bundle, profile: bundleProfile)
        handle(
          .installed(bundle.manifest, lastExit: lastExit, isForceQuit: row.isForceQuit))
      } catch {
        note("\(app) can't be used: \(error)")
      }
    }
    removeUnknownBundles()
  }
}
