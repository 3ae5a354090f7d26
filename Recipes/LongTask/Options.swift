/// What the launch arguments ask for.
struct Options {
  /// `--forget`: the task is never ended.
  private(set) var forgets = false
  /// `--finish-after SECONDS`: the work takes this long.
  private(set) var finishesAfter: Double?
  /// What is wrong with the arguments; they are otherwise ignored.
  private(set) var hints: [String] = []

  init(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--forget": forgets = true
      case "--finish-after":
        let value = rest.next()
        if let seconds = value.flatMap(Double.init), (0.1...86_400).contains(seconds) {
          finishesAfter = seconds
        } else {
          hints.append("--finish-after takes a number of seconds, not \(value ?? "nothing")")
        }
      default:
        hints.append("\"\(argument)\" is not an option; --forget and --finish-after SECONDS are")
      }
    }
  }
}
