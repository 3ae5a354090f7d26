import AVFoundation

/// One thing to do, as a URL says it: `sound:load?player=1&file=/tmp/a.wav`.
@MainActor
struct Order {
  private let verb: String
  private let values: [String: String]

  init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    verb = components?.path ?? ""
    var values: [String: String] = [:]
    for item in components?.queryItems ?? [] { values[item.name] = item.value ?? "" }
    self.values = values
  }

  private var player: Int { Int(values["player"] ?? "") ?? 1 }
  private var number: Double { Double(values["to"] ?? "") ?? 0 }

  func carryOut(_ players: Players) throws {
    let session = AVAudioSession.sharedInstance()
    switch verb {
    case "category":
      try session.setCategory(
        AVAudioSession.Category(rawValue: "AVAudioSessionCategory" + (values["is"] ?? "")),
        mode: values["mode"] == "spoken" ? .spokenAudio : .default,
        options: AVAudioSession.CategoryOptions(rawValue: UInt(values["options"] ?? "") ?? 0))
    case "activate": try session.setActive(true)
    case "deactivate": try session.setActive(false, options: .notifyOthersOnDeactivation)
    case "deactivate-silently": try session.setActive(false)
    case "load": try players.load(player, values["file"] ?? "", asData: values["data"] != nil)
    case "play":
      if let loops = values["loops"].flatMap({ Int($0) }) { players[player]?.numberOfLoops = loops }
      Transcript.line("play \(player) \(players[player]?.play() == true)")
    case "pause": players[player]?.pause()
    case "stop": players[player]?.stop()
    case "seek": players[player]?.currentTime = number
    case "volume": players[player]?.volume = Float(number)
    case "forget": players.forget(player)
    case "many": try players.loadMany(Int(number), values["file"] ?? "")
    case "levels": players.tellLevels(player)
    case "tell": players.tell(player)
    case "die": exit(3)
    default: Transcript.line("unknown \(verb)")
    }
    Transcript.line("done \(verb)")
  }
}
