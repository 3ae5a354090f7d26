import ArgumentParser
import ControlAPI
import DeviceHost
import Dispatch
import Foundation
import Glibc
import Multitasking
import ProcessControl

/// The device's process. `greenroom boot` starts it; by hand it stays in the foreground.
@main
@MainActor
struct Daemon: @preconcurrency ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "greenroomd",
    abstract: "Runs one virtual iPhone: its apps are real processes of this machine.",
    discussion: """
      `greenroom boot` is the usual way to start it. Ends on `greenroom shutdown`, SIGTERM and \
      SIGINT, and takes its apps along. With --ready-fd it writes one line to that descriptor: \
      "ready", or why it can't boot.
      """)

  @Argument(help: "The device's folder.")
  var folder: String

  @Option(help: "classic (iOS 7) or modern (iOS 26).")
  var profile: Profile.Name?

  @Option(name: .customLong("set"), help: "A setting of the profile, as key=value.")
  var settings: [String] = []

  @Flag(help: "A device whose Home button ends apps (O1, O2).")
  var noMultitasking = false

  @Option(help: "How apps are frozen: auto, cgroup or signal.")
  var freezer: String?

  @Option(
    help:
      "Where sound goes: user (this user's sound server), private (one that nobody hears) or auto.")
  var sound: String?

  @Flag(help: "Boot locked: nothing is done in the background before the first unlock (F25).")
  var locked = false

  @Option(help: "A descriptor to tell on when the device is ready.")
  var readyFD: CInt?

  @Flag(
    help: "Refuse to boot in real time: libVirtualTime.so has to be preloaded, with its variables.")
  var virtual = false

  @Option(
    help:
      "Play a story (JSON, as in a request), tell the answers on --ready-fd, one a line, and end.")
  var story: String?

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGHUP, SIG_IGN)
    raiseDescriptorLimit()
    // In virtual time its clients are outside of its world. A story needs none: what comes from
    // outside comes when it likes, and no two runs would be the same.
    if story == nil { VirtualTime.current?.acceptOutsideInput() }
    do {
      if virtual, VirtualTime.current == nil {
        throw DeviceError(
          .time, "virtual time is asked for, and its library is not at work in this process",
          nextStep: "check GREENROOM_VIRTUAL_TIME_LIBRARY, or install greenroom anew")
      }
      try serve()
    } catch {
      tell("\(error)")
      closeReady()
      throw error
    }
  }

  private func serve() throws {
    var options = BootOptions(
      profile: profile, freezer: freezer, isLocked: locked, sound: sound)
    if noMultitasking { options.isMultitaskingSupported = false }
    for setting in settings {
      guard let equals = setting.firstIndex(of: "=") else {
        throw ValidationError("--set takes key=value, not \"\(setting)\"")
      }
      options.settings[String(setting[..<equals])] =
        String(setting[setting.index(after: equals)...])
    }
    let held = try DeviceFolder(taking: DevicePaths(folder: folder))
    let device = try Device(paths: held.paths, options: options)
    if let story { return try play(story, device, held) }
    let server = try ControlServer(device)
    device.onShutdown = {
      server.close()
      held.release()
      // Lets the answer to `shutdown` go out first.
      DispatchQueue.main.async { Glibc.exit(0) }
    }
    let source = try EndSignals.listen { device.shutDown() }
    tell("ready")
    closeReady()
    withExtendedLifetime((held, server, source)) { dispatchMain() }
  }

  /// Without a control socket: nobody else has a part in it.
  private func play(_ path: String, _ device: Device, _ held: DeviceFolder) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let story = try JSONDecoder().decode(Story.self, from: data)
    device.onShutdown = {
      held.release()
      DispatchQueue.main.async { Glibc.exit(0) }
    }
    let source = try EndSignals.listen { device.shutDown() }
    tell("ready")
    device.play(story) { response in
      let line = (try? JSONEncoder().encode(response)) ?? Data()
      // Nobody reads any more: nobody waits for the rest.
      let isHeard = tell(String(decoding: line, as: UTF8.self))
      if response.isLast || !isHeard { device.shutDown() }
    }
    withExtendedLifetime((held, source)) { dispatchMain() }
  }

  /// Every app takes some descriptors; 1,024 are soon used up.
  private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// False when nobody reads it.
  @discardableResult
  private func tell(_ line: String) -> Bool {
    guard let readyFD else { return true }
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(readyFD, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes.removeFirst(count)
    }
    return true
  }

  private func closeReady() { if let readyFD { close(readyFD) } }
}

extension Profile.Name: ExpressibleByArgument {}
