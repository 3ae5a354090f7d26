import AppLink
import Foundation
import Multitasking

/// What apps looked like last, and who waits to see what they look like now.
///
/// A snapshot lies in memory until its app is frozen or gone, and then in a file: an app that sends
/// one after the other costs the disk nothing, and one that ends leaves its picture, as on iOS.
@MainActor
final class AppPictures {
  /// Why an app did not describe its screen.
  enum Silence {
    /// It was frozen before it answered.
    case frozen
    case ended
  }

  typealias Answer = (Result<DisplayList, Refused>) -> Void

  struct Refused: Error {
    var silence: Silence
  }

  private let folder: String
  private var latest: [AppID: DisplayList] = [:]
  /// By the app that was asked: no other can answer.
  private var requests: [AppID: [UInt64: Answer]] = [:]
  private var nextRequest: UInt64 = 1

  init(folder: String) { self.folder = folder }

  // MARK: Snapshots

  func take(snapshot: DisplayList, of app: AppID) { latest[app] = snapshot.bounded }

  /// Writes the snapshot that is in memory, if there is one.
  func keep(_ app: AppID) throws {
    guard let list = latest.removeValue(forKey: app) else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      // Replaced in one step: a daemon that dies here leaves the one before.
      try JSONEncoder().encode(list).write(
        to: URL(fileURLWithPath: path(of: app)), options: .atomic)
    } catch {
      latest[app] = list
      throw error
    }
  }

  /// What an app looked like last; nil if it has left no picture, or none that can be read.
  func snapshot(of app: AppID) -> DisplayList? {
    if let list = latest[app] { return list }
    guard let file = FileHandle(forReadingAtPath: path(of: app)) else { return nil }
    defer { try? file.close() }
    // No snapshot is larger than the frame in which it came.
    guard let data = try? file.read(upToCount: LinkLimits.frameBytesMax) else { return nil }
    return (try? JSONDecoder().decode(DisplayList.self, from: data))?.bounded
  }

  func remove(_ app: AppID) {
    latest[app] = nil
    try? FileManager.default.removeItem(atPath: path(of: app))
  }

  private func path(of app: AppID) -> String { "\(folder)/\(app.bundleIdentifier).json" }

  // MARK: Requests

  /// Notes that somebody asks an app; returns the number under which it has to answer.
  func ask(_ app: AppID, _ answer: @escaping Answer) -> UInt64 {
    let request = nextRequest
    nextRequest += 1
    requests[app, default: [:]][request] = answer
    return request
  }

  func answer(_ request: UInt64, of app: AppID, _ content: DisplayList) {
    requests[app]?.removeValue(forKey: request)?(.success(content.bounded))
  }

  /// Forgets a question; true if it was still open.
  func giveUp(_ request: UInt64, of app: AppID) -> Bool {
    requests[app]?.removeValue(forKey: request) != nil
  }

  /// Tells all who wait for an app that it will not answer.
  func refuse(_ app: AppID, because silence: Silence) {
    let waiting = requests.removeValue(forKey: app) ?? [:]
    for (_, answer) in waiting.sorted(by: { $0.key < $1.key }) {
      answer(.failure(Refused(silence: silence)))
    }
  }
}
