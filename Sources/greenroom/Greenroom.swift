import ArgumentParser

// Each verb says its name, also where it is that of its type: to make names of types, the library
// asks the runtime for conformances that no type has, which took a quarter of the start.
@main
struct Greenroom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "greenroom",
    abstract: "iOS multitasking on Linux: run apps as an iPhone does, and ask why.",
    discussion: """
      A device is a daemon (`greenroom boot`). Its apps are bundles (`greenroom bundle`, \
      `install`) that run as real processes; the verbs of life cycle do what a person would do, \
      and `log` and `explain` say what came of it and why. With --json errors are JSON too, on \
      stderr: an object `error` with code, message and nextStep.

      EXIT CODES
        0   done
        1   something else failed
        64  the command line is wrong
        65  a bundle or an Info.plist is wrong
        66  no such app, scene, device or file
        67  a story is not written as one
        69  no device is booted
        70  the machine did not do what was asked
        71  an app could not be started
        74  an app or the device did not answer in time
        75  not now: the device refuses and says why
        76  something is not as a story expects
      """,
    version: "greenroom 0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Devices",
        subcommands: [Boot.self, Shutdown.self, List.self, ShowProfile.self, Erase.self]),
      CommandGroup(
        name: "Apps",
        subcommands: [
          Bundle.self, Doctor.self, Install.self, Uninstall.self, ListApps.self,
          AppInfoCommand.self,
          GetAppContainer.self, Launch.self, Terminate.self, Kill.self, Spawn.self,
        ]),
      CommandGroup(
        name: "What a person does",
        subcommands: [
          Open.self, OpenURL.self, Home.self, Switcher.self, Alert.self, Call.self, Lock.self,
          Unlock.self,
        ]),
      CommandGroup(
        name: "Conditions",
        subcommands: [
          MemoryWarning.self, Suspend.self, Resume.self, Power.self, NetworkCommand.self,
          Refresh.self, Audio.self, Location.self, Privacy.self, Rotate.self, Locale.self,
          TimeChange.self,
        ]),
      CommandGroup(
        name: "Work in the background",
        subcommands: [Fetch.self, PushCommand.self, BackgroundTask.self]),
      CommandGroup(name: "Time", subcommands: [Time.self, Run.self]),
      CommandGroup(
        name: "What happened, and why",
        subcommands: [Explain.self, Log.self, Energy.self, Views.self, IO.self]),
      CommandGroup(name: "Tests", subcommands: [Test.self]),
    ])
}
