import ArgumentParser
import ControlAPI
import DeviceHost
import Dispatch
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

  @Option(help: "A descriptor to tell on when the device is ready.")
  var readyFD: CInt?

  @Flag(
    help: "Refuse to boot in real time: libVirtualTime.so has to be preloaded, with its variables.")
  var virtual = false

  @Flag(help: "End when standard input does.")
  var untilInputEnds = false

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGHUP, SIG_IGN)
    raiseDescriptorLimit()
    // In virtual time its clients are outside of its world.
    VirtualTime.current?.acceptOutsideInput()
    do {
      if virtual, VirtualTime.current == nil {
        throw DeviceError(
          .time, "virtual time is asked for, and its library is not at work in this process",
          nextStep: "check GREENROOM_VIRTUAL_TIME_LIBRARY, or install greenroom anew")
      }
      try serve()
    } catch {
      tell("\(error)")
      throw error
    }
  }

  private func serve() throws {
    var options = BootOptions(profile: profile, freezer: freezer)
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
    let server = try ControlServer(device)
    device.onShutdown = {
      server.close()
      held.release()
      // Lets the answer to `shutdown` go out first.
      DispatchQueue.main.async { Glibc.exit(0) }
    }
    let source = try EndSignals.listen { device.shutDown() }
    let input = untilInputEnds ? listenToInput { device.shutDown() } : nil
    tell("ready")
    withExtendedLifetime((held, server, source, input)) { dispatchMain() }
  }

  /// Whoever holds the other end of the input is gone when it ends.
  private func listenToInput(_ body: @escaping @MainActor () -> Void) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated {
        var bytes = [UInt8](repeating: 0, count: 64)
        guard read(STDIN_FILENO, &bytes, bytes.count) <= 0 else { return }
        source.cancel()
        body()
      }
    }
    source.resume()
    return source
  }

  /// Every app takes some descriptors; 1,024 are soon used up.
  private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private func tell(_ line: String) {
    guard let readyFD else { return }
    let bytes = Array((line + "\n").utf8)
    _ = write(readyFD, bytes, bytes.count)
    close(readyFD)
  }
}

extension Profile.Name: ExpressibleByArgument {}
