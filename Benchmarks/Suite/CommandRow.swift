import ControlAPI

/// `greenroom home`, from the shell's point of view.
struct CommandRow {
  let programs: Programs
  let device: BenchmarkDevice

  func measure() throws -> [Row] {
    var ours: [Int64] = []
    var peer: [Int64] = []
    for _ in 0..<200 {
      try device.perform(.open(app: BenchmarkDevice.app, scene: nil, newScene: false))
      ours.append(try Program.time(programs.greenroom, ["home", "--device", "bench"]))
      peer.append(try Program.time("/bin/true"))
      Stopwatch.pause(milliseconds: BenchmarkDevice.settleMilliseconds)
    }
    let figure = Figure(ours)
    return [
      Row(
        "`greenroom home`, against /bin/true", figure, against: Figure(peer), goal: "<= 5 ms",
        isMet: figure.p50 <= 5e6)
    ]
  }
}
