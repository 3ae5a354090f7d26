import ControlAPI

/// Pairs of begin and end of a background task, inside an app that a device runs.
struct TaskRows {
  let device: BenchmarkDevice

  func measure() throws -> [Row] {
    let launch = ControlCommand.Launch(
      app: BenchmarkDevice.app, arguments: ["--pairs"], terminatesRunning: true)
    let foreground = Figure(try device.printed("foreground-pairs", after: .launch(launch)))
    let peer = Figure(
      try device.printed("mutex-pairs", after: .environment([.significantTimeChange])))
    let background = Figure(try device.printed("background-pairs", after: .home))
    return [
      row("task begin and end, foreground", foreground, peer),
      row("task begin and end, background", background, peer),
    ]
  }

  private func row(_ what: String, _ ours: Figure, _ peer: Figure) -> Row {
    Row(what, ours, against: peer, goal: "< 200 ns", isMet: ours.p50 < 200)
  }
}
