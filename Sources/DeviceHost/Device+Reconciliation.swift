import AppBundles
import ControlAPI
import Foundation
import Multitasking
import ProcessControl

// What a boot finds of an earlier one, which may have ended at any instruction.
extension Device {
  func reconcile() throws {
    handle(clock.setting)
    let leftovers = try groups.endLeftovers()
    for leftover in leftovers {
      note(
        "ended \(leftover.name) (\(leftover.processIDs.count) processes"
          + (leftover.wasFrozen ? ", frozen" : "") + "), left by a daemon that died")
    }
    let frozen = Set(leftovers.filter(\.wasFrozen).map(\.name))
    for row in try store.readableApps(note: note) {
      let app = AppID(row.bundleIdentifier)
      var lastExit = row.lastExit
      if row.isRunning {
        let record = ExitRecord(
          reason: .deviceCrashed, at: bootedAt,
          // What it was beyond that, the earlier daemon has taken along.
          from: frozen.contains(app.bundleIdentifier) ? .suspended : .background)
        try store.noteExit(record, of: app)
        lastExit = record
      }
      do {
        let bundle = try AppBundle(at: paths.folder + "/" + row.bundle, profile: bundleProfile)
        handle(
          .installed(
            bundle.manifest, lastExit: lastExit, isForceQuit: row.isForceQuit,
            background: KeptBackground(
              record: row.background ?? BackgroundRecord(),
              habits: row.background == nil ? [] : row.habits.map(Array.init) ?? [],
              location: row.location)))
      } catch {
        note("\(app) can't be used: \(error)")
      }
    }
    removeUnknownBundles()
  }
}
