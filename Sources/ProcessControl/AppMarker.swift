/// The two environment variables by which a process is known to belong to an app of a device, even
/// after the daemon that started it has died, and wherever it has moved since: a new session, a new
/// process group and a new parent keep the environment.
///
/// Both are needed. People set the first one alone in their shells to choose a device.
public struct AppMarker: Hashable, Sendable {
  /// Holds the directory of the device.
  public static let deviceVariable = "GREENROOM_DEVICE_DIR"
  /// Holds the name of the group, which is the bundle identifier of the app.
  public static let bundleVariable = "GREENROOM_BUNDLE_ID"

  /// The directory of the device.
  public var deviceDirectory: String

  /// Marks the apps of the device in a directory. The path is compared as text: always pass the
  /// same absolute path for the same device.
  public init(deviceDirectory: String) {
    self.deviceDirectory = deviceDirectory
  }

  /// The variables for the processes of a group.
  func environment(group: String) -> [String: String] {
    [Self.deviceVariable: deviceDirectory, Self.bundleVariable: group]
  }

  /// The name of the group that an environment (as in /proc/PID/environ) belongs to.
  func group(inEnvironment bytes: [UInt8]) -> String? {
    var isOurDevice = false
    var group: String?
    let device = Array("\(Self.deviceVariable)=\(deviceDirectory)".utf8)
    let bundle = Array("\(Self.bundleVariable)=".utf8)
    for entry in bytes.split(separator: 0) {
      if entry.elementsEqual(device) { isOurDevice = true }
      if entry.starts(with: bundle) {
        group = String(decoding: entry.dropFirst(bundle.count), as: UTF8.self)
      }
    }
    return isOurDevice ? group : nil
  }
}
