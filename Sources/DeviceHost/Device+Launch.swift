import AppLink
import CLinux
import ControlAPI
import Foundation
import Glibc
import LinkTranslation
import Multitasking
import ProcessControl

// From an installed bundle to a running process with a link.
extension Device {
  func startProcess(_ app: AppID, _ launch: ControlCommand.Launch?) throws -> AppProcess {
    let bundle = try bundle(of: app)
    if held != nil { try checkVirtualTime(bundle.executablePath) }
    let container = try container(of: app)
    var link: [CInt] = [-1, -1]
    guard greenroom_socket_pair(CInt(SOCK_STREAM.rawValue), false, &link) == 0 else {
      throw systemError("make a link")
    }
    let ours = OwnedDescriptor(owning: link[0])
    let theirs = OwnedDescriptor(owning: link[1])
    var ends: [CInt] = [-1, -1]
    // Not close-on-exec: a spawned process gets the descriptors it is given and no others.
    guard pipe(&ends) == 0 else { throw systemError("make a pipe") }
    let reading = OwnedDescriptor(owning: ends[0])
    let writing = OwnedDescriptor(owning: ends[1])
    _ = greenroom_set_nonblocking(reading.rawValue, true)

    let group = try groups.group(named: app.bundleIdentifier)
    let request = SpawnRequest(
      executable: bundle.executablePath, arguments: launch?.arguments ?? [],
      environment: environment(of: app, bundle: bundle.path, container: container, launch),
      directory: container, standardOutput: writing.rawValue, standardError: writing.rawValue,
      link: theirs.rawValue)
    let spawned: SpawnedProcess
    do {
      spawned = try group.spawn(request)
    } catch {
      try? group.remove()
      throw error
    }
    return AppProcess(
      app: app, group: group, spawned: spawned,
      channel: FrameChannel(
        ours, frameBytesMax: LinkLimits.frameBytesMax,
        queuedBytesMax: LinkLimits.queuedBytesMax,
        framesPerSecondMax: LinkLimits.messagesPerSecondMax),
      output: AppOutput(reading: reading, keepingIn: container + "/../console.log"))
  }

  /// An app that cannot load the library would run in real time beside all others.
  private func checkVirtualTime(_ executable: String) throws(DeviceError) {
    guard ProgramFile.isStatic(executable) else { return }
    throw DeviceError(
      .time, "\(executable) is statically linked: virtual time can't be preloaded",
      nextStep: "build it without -static-executable, or use a device in real time")
  }

  /// What an app finds in its environment: little, and the same each time.
  func environment(
    of app: AppID, bundle: String, container: String, _ launch: ControlCommand.Launch?
  ) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    var environment: [String: String] = [:]
    for key in ["PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "SWIFT_BACKTRACE"] {
      environment[key] = own[key]
    }
    for (key, value) in launch?.environment ?? [:] { environment[key] = value }
    if held != nil {
      // What an app needs to live in the device's world, and nothing else may change.
      for key in [
        "LD_PRELOAD", "VIRTUAL_TIME_WORLD", "SWIFT_DETERMINISTIC_HASHING", "SWIFT_BACKTRACE",
      ] {
        environment[key] = getenv(key).map { String(cString: $0) }
      }
    }
    environment["HOME"] = container
    environment["CFFIXED_USER_HOME"] = container
    environment["TMPDIR"] = container + "/tmp"
    environment[LinkLimits.EnvironmentKey.link] = "\(LinkLimits.descriptor)"
    environment[LinkLimits.EnvironmentKey.bundlePath] = bundle
    environment[LinkLimits.EnvironmentKey.lastExit] =
      policy.lastExit(of: app).map { $0.reason.description }
    environment[LinkLimits.EnvironmentKey.deviceFolder] = paths.folder
    environment[LinkLimits.EnvironmentKey.bundleIdentifier] = app.bundleIdentifier
    return environment
  }

  func launchContext(for app: AppID) -> DeviceMessage.LaunchContext {
    let vendor = (try? store.app(app))??.vendorIdentifier ?? ""
    return DeviceMessage.LaunchContext(
      profile: configuration.profile,
      isMultitaskingSupported: configuration.isMultitaskingSupported,
      description: DeviceMessage.DeviceDescription(
        name: paths.name, model: "iPhone", systemName: "iOS",
        systemVersion: configuration.profile.systemVersion, identifierForVendor: vendor,
        screenWidth: Device.display.width, screenHeight: Device.display.height,
        screenScale: Device.display.scale),
      environment: policy.environment(of: app),
      installedSchemes: Array(policy.urlSchemes.prefix(LinkLimits.urlSchemesMax)),
      audio: audioState(of: app), location: LocationAtLaunch(of: app, in: policy))
  }

  private func systemError(_ what: String) -> DeviceError {
    DeviceError(.system, "could not \(what): \(String(cString: strerror(errno)))")
  }
}
