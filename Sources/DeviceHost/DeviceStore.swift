import ControlAPI
import Foundation
import GRDB
import Multitasking
import RefreshLearning

/// What a device must not forget: its settings and its apps, in SQLite.
///
/// Written before the effect that depends on it.
@MainActor
final class DeviceStore {
  private let database: DatabaseQueue

  /// An installed app.
  struct InstalledApp: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "app"

    var bundleIdentifier: String
    /// The bundle, relative to the device's folder.
    var bundle: String
    var version: String?
    var isForceQuit: Bool
    /// As it is stored: a device must boot also when it can't read it.
    var lastExitText: String?
    /// Set while a process of the app may exist.
    var isRunning: Bool
    /// The order of installation.
    var position: Int
    /// `UIDevice.identifierForVendor` for this app.
    var vendorIdentifier: String
    /// Requests, history and settings of its background work, as they are stored.
    var backgroundText: String?
    /// What has been learned of it.
    var habits: Data?
    /// Permissions and what it monitors, as they are stored.
    var locationText: String?

    enum CodingKeys: String, CodingKey {
      case bundleIdentifier, bundle, version, isForceQuit, isRunning, position, vendorIdentifier
      case habits
      case lastExitText = "lastExit"
      case backgroundText = "background"
      case locationText = "location"
    }

    /// Nil when there is none, and when it can't be read.
    var location: LocationRecord? {
      locationText.flatMap {
        try? JSONDecoder().decode(LocationRecord.self, from: Data($0.utf8))
      }
    }

    /// Nil when there is none, and when it can't be read.
    var background: BackgroundRecord? {
      backgroundText.flatMap {
        try? JSONDecoder().decode(BackgroundRecord.self, from: Data($0.utf8))
      }
    }

    /// Nil when there is none, and when it can't be read.
    var lastExit: ExitRecord? {
      lastExitText.flatMap { try? JSONDecoder().decode(ExitRecord.self, from: Data($0.utf8)) }
    }
  }

  /// Opens the database at `path`, creating or migrating it.
  ///
  /// - Throws: ``DeviceError`` with code `store` when the file is not a database of a device, or
  ///   can't be written. The file is left as it is.
  init(path: String) throws(DeviceError) {
    do {
      var configuration = Configuration()
      configuration.prepareDatabase { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
      }
      database = try DatabaseQueue(path: path, configuration: configuration)
      try DeviceStore.migrator.migrate(database)
    } catch {
      throw DeviceError(
        .store, "\(path) is not a device's database: \(error)",
        nextStep: "move it away to start with an empty device; bundles and containers stay")
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: settings and apps") { db in
      try db.create(table: "setting") { table in
        table.primaryKey("key", .text)
        table.column("value", .text).notNull()
      }
      try db.create(table: "app") { table in
        table.primaryKey("bundleIdentifier", .text)
        table.column("bundle", .text).notNull()
        table.column("version", .text)
        table.column("isForceQuit", .boolean).notNull()
        table.column("lastExit", .jsonText)
        table.column("isRunning", .boolean).notNull()
        table.column("position", .integer).notNull()
        table.column("vendorIdentifier", .text).notNull()
      }
    }
    migrator.registerMigration("2: background work") { db in
      try db.alter(table: "app") { table in
        table.add(column: "background", .jsonText)
        table.add(column: "habits", .blob)
      }
    }
    migrator.registerMigration("3: location") { db in
      try db.alter(table: "app") { table in table.add(column: "location", .jsonText) }
    }
    return migrator
  }

  func setting(_ key: String) throws -> String? {
    try database.read { db in
      try String.fetchOne(db, sql: "SELECT value FROM setting WHERE key = ?", arguments: [key])
    }
  }

  func set(_ key: String, to value: String) throws {
    try database.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", arguments: [key, value])
    }
  }

  /// Keeps whether a device lives in virtual time, for good: what it remembers is full of instants.
  ///
  /// - Throws: ``DeviceError`` with code `time` when it was booted otherwise before.
  func keepTimeKind(isVirtual: Bool, of name: String) throws(DeviceError) {
    let kind = isVirtual ? "virtual" : "real"
    do {
      let hasBooted = try setting("boot") != nil
      let before = try setting("time") ?? (hasBooted ? "real" : nil)
      if let before, before != kind {
        throw DeviceError(
          .time, "\(name) lives in \(before) time",
          nextStep: isVirtual
            ? "choose another name: `greenroom boot NAME --virtual`"
            : "boot it with --virtual, or choose another name")
      }
      try set("time", to: kind)
    } catch let error as DeviceError {
      throw error
    } catch {
      throw DeviceError(.store, "the kind of its time can't be kept: \(error)")
    }
  }

  /// In the order of installation.
  func apps() throws -> [InstalledApp] {
    try database.read { db in try InstalledApp.order(Column("position")).fetchAll(db) }
  }

  /// Those that can be read, in the order of installation; `note` is told of the others.
  func readableApps(note: (String) -> Void) throws -> [InstalledApp] {
    let rows = try database.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM app ORDER BY position")
    }
    return rows.compactMap { row in
      do {
        let app = try InstalledApp(row: row)
        if app.lastExitText != nil, app.lastExit == nil {
          note("why \(app.bundleIdentifier) ended last can't be read in the database; forgotten")
        }
        if app.backgroundText != nil, app.background == nil {
          note(
            "what \(app.bundleIdentifier) waited for can't be read in the database; forgotten: its "
              + "task requests, its history and its switches")
        }
        if app.locationText != nil, app.location == nil {
          note(
            "what \(app.bundleIdentifier) may know of the location can't be read in the database; "
              + "forgotten: its permission and what it monitors")
        }
        return app
      } catch {
        note("an app in the database can't be read and is left out: \(error)")
        return nil
      }
    }
  }

  func app(_ id: AppID) throws -> InstalledApp? {
    try database.read { db in try InstalledApp.fetchOne(db, key: id.bundleIdentifier) }
  }

  /// Adds an app or replaces what is known of it; what it did and was stays.
  func install(_ id: AppID, bundle: String, version: String?) throws -> InstalledApp {
    try database.write { db in
      var app =
        try InstalledApp.fetchOne(db, key: id.bundleIdentifier)
        ?? InstalledApp(
          bundleIdentifier: id.bundleIdentifier, bundle: bundle, version: version,
          isForceQuit: false, lastExitText: nil, isRunning: false,
          position: (try Int.fetchOne(db, sql: "SELECT MAX(position) FROM app") ?? 0) + 1,
          vendorIdentifier: UUID().uuidString, backgroundText: nil, habits: nil, locationText: nil)
      app.bundle = bundle
      app.version = version
      try app.save(db)
      return app
    }
  }

  func remove(_ id: AppID) throws {
    _ = try database.write { db in try InstalledApp.deleteOne(db, key: id.bundleIdentifier) }
  }

  func noteStart(of id: AppID) throws {
    try update("isRunning", to: true, of: id)
  }

  func noteForceQuit(_ isForceQuit: Bool, of id: AppID) throws {
    try update("isForceQuit", to: isForceQuit, of: id)
  }

  func noteExit(_ record: ExitRecord, of id: AppID) throws {
    let json = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
    try database.write { db in
      try db.execute(
        sql: "UPDATE app SET isRunning = 0, lastExit = ? WHERE bundleIdentifier = ?",
        arguments: [json, id.bundleIdentifier])
    }
  }

  /// Keeps what is known of an app, and what has been learned beside the apps, in one step.
  func noteBackground(
    _ record: BackgroundRecord, habits: [UInt8], learned: LearnerClock, of id: AppID
  ) throws {
    let encoder = JSONEncoder()
    let json = String(decoding: try encoder.encode(record), as: UTF8.self)
    let clock = String(decoding: try encoder.encode(learned), as: UTF8.self)
    try database.write { db in
      try db.execute(
        sql: "UPDATE app SET background = ?, habits = ? WHERE bundleIdentifier = ?",
        arguments: [json, Data(habits), id.bundleIdentifier])
      try db.execute(
        sql: "INSERT OR REPLACE INTO setting (key, value) VALUES ('learned', ?)",
        arguments: [clock])
    }
  }

  func noteLocation(_ record: LocationRecord, of id: AppID) throws {
    let json = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
    try database.write { db in
      try db.execute(
        sql: "UPDATE app SET location = ? WHERE bundleIdentifier = ?",
        arguments: [json, id.bundleIdentifier])
    }
  }

  /// What earlier boots have learned beside the apps; nil when there is nothing, or when it can't be
  /// read, which `note` is told.
  func learned(note: (String) -> Void) throws -> LearnerClock? {
    guard let text = try setting("learned") else { return nil }
    let learned = try? JSONDecoder().decode(LearnerClock.self, from: Data(text.utf8))
    if learned == nil {
      note("what the device has learned can't be read in the database; it learns anew")
    }
    return learned
  }

  private func update(_ column: String, to value: Bool, of id: AppID) throws {
    try database.write { db in
      try db.execute(
        sql: "UPDATE app SET \(column) = ? WHERE bundleIdentifier = ?",
        arguments: [value, id.bundleIdentifier])
    }
  }
}
