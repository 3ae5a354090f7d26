import ControlAPI
import Multitasking

/// Apps that do with sound what they are told.
enum SoundApps {
  static let music: AppID = "com.example.music"
  static let radio: AppID = "com.example.radio"
  static let game: AppID = "com.example.game"

  static func bundle(_ app: AppID) -> ProbeBundle {
    ProbeBundle(
      app, schemes: [scheme(app)], backgroundModes: app == game ? [] : ["audio"],
      program: BuiltPrograms.soundProbe)
  }

  static func scheme(_ app: AppID) -> String {
    app.bundleIdentifier.split(separator: ".").last.map(String.init) ?? ""
  }
}

extension DeviceDriver {
  func installSoundApps() throws {
    for app in [SoundApps.music, SoundApps.radio, SoundApps.game] {
      try install(SoundApps.bundle(app))
    }
  }

  /// Brings an app to the front and has it do something: `play?player=1`.
  func tell(_ app: AppID, _ order: String) throws {
    let verb = order.split(separator: "?").first.map(String.init) ?? order
    let before = printed(by: app).count { $0.hasPrefix("done \(verb)") || $0.hasPrefix("error") }
    try call(.openURL(url: "\(SoundApps.scheme(app)):\(order)"))
    try wait(for: "\(app) to have done \(order)") { _ in
      printed(by: app).count { $0.hasPrefix("done \(verb)") || $0.hasPrefix("error") } > before
    }
  }

  /// An app plays a sound in front, of a category that may go on in the background.
  func start(
    _ app: AppID, _ file: String, options: Int = 0, _ arguments: String..., loops: Int = 0
  ) throws {
    try call(.launch(ControlCommand.Launch(app: app, arguments: arguments)))
    try wait(untilPrinted: "active", by: app)
    try tell(app, "category?is=Playback&options=\(options)")
    try tell(app, "load?file=\(file)")
    try tell(app, "play?loops=\(loops)")
    try wait(untilPrinted: "play 1 true", by: app)
  }
}
