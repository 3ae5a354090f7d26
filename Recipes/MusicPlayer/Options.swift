import AVFAudio

/// What the launch arguments ask for.
struct Options {
  /// `--category NAME`: how the app gets on with the sound of others.
  private(set) var category = AVAudioSession.Category.playback
  /// `--options NAME,NAME`
  private(set) var categoryOptions: AVAudioSession.CategoryOptions = []
  /// `--tracks FILE,FILE`: files of the bundle; without it, all that it has.
  private(set) var tracks: [URL]
  /// `--loops COUNT`: how often each track is repeated; -1: for ever.
  private(set) var loops = 0
  /// What is wrong with the arguments; they are otherwise ignored.
  private(set) var hints: [String] = []

  private static let categories: [String: AVAudioSession.Category] = [
    "playback": .playback, "ambient": .ambient, "soloAmbient": .soloAmbient,
  ]
  private static let options: [String: AVAudioSession.CategoryOptions] = [
    "mixWithOthers": .mixWithOthers, "duckOthers": .duckOthers,
    "interruptSpokenAudioAndMixWithOthers": .interruptSpokenAudioAndMixWithOthers,
  ]

  init(_ arguments: some Sequence<String>) {
    tracks = Bundle.main.paths(forResourcesOfType: "wav", inDirectory: nil).sorted()
      .map { URL(fileURLWithPath: $0) }
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      let value =
        ["--category", "--options", "--tracks", "--loops"].contains(argument)
        ? rest.next() ?? "" : ""
      switch argument {
      case "--category":
        if let category = Options.categories[value] {
          self.category = category
        } else {
          hints.append("--category takes playback, ambient or soloAmbient, not \"\(value)\"")
        }
      case "--options": take(options: value)
      case "--tracks":
        tracks = value.split(separator: ",").map {
          Bundle.main.bundleURL.appendingPathComponent(String($0))
        }
      case "--loops":
        if let count = Int(value) {
          loops = count
        } else {
          hints.append("--loops takes a number, not \"\(value)\"")
        }
      default:
        hints.append(
          "\"\(argument)\" is not an option; --category, --options, --tracks and --loops are")
      }
    }
  }

  private mutating func take(options names: String) {
    for name in names.split(separator: ",") {
      if let option = Options.options[String(name)] {
        categoryOptions.insert(option)
      } else {
        hints.append("--options knows \(Options.options.keys.sorted()), not \"\(name)\"")
      }
    }
  }
}
