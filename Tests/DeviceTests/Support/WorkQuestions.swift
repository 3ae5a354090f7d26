import ControlAPI
import GRDB
import Multitasking

// What apps wait for and have done in the background.
extension DeviceDriver {
  func work(of app: AppID) throws -> AppWork {
    guard case .work(let works) = try call(.work(.list(app: app))), let work = works.first else {
      throw TimedOut(what: "the work of \(app)")
    }
    return work
  }

  /// Lets time pass until the latest decision about an app has an outcome.
  @discardableResult
  func waitForOutcome(of app: AppID) throws -> WorkRecord.Outcome {
    try wait(for: "an outcome of \(app)") { _ in
      guard let last = try self.work(of: app).history.last else { return false }
      return last.outcome != .running
    }
    guard let last = try work(of: app).history.last else { throw TimedOut(what: "a decision") }
    return last.outcome
  }
}

extension TestDevice {
  /// Changes what a device that is shut down remembers.
  func damage(_ statements: String) throws {
    let database = try DatabaseQueue(path: paths.database)
    try database.write { try $0.execute(sql: statements) }
    try database.close()
  }
}
