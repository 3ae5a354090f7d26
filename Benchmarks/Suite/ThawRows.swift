import ControlAPI
import Multitasking

/// From the device's decision to open a suspended app to the app's code.
struct ThawRows {
  let programs: Programs
  let device: BenchmarkDevice
  /// The journal's times on `CLOCK_MONOTONIC`.
  let offset: Int64

  static let blocks = 6
  static let roundsPerBlock = 50

  func measure() throws -> [Row] {
    var toDelegate: [Int64] = []
    var toAnswer: [Int64] = []
    var raw: [RawFreezer] = []
    let groups = try BenchmarkGroups.make(programs, .cgroup)
    for _ in 0..<ThawRows.blocks {
      for _ in 0..<ThawRows.roundsPerBlock {
        try device.perform(.open(app: BenchmarkDevice.app, scene: nil, newScene: false))
        try device.perform(.home)
        try device.perform(.suspend(app: BenchmarkDevice.app))
      }
      let rounds = Round.all(in: try device.journal(ThawRows.roundsPerBlock * 12))
      // The delegate keeps its times to itself until asked: printing them would cost time.
      try device.perform(.open(app: BenchmarkDevice.app, scene: nil, newScene: false))
      let times = try device.printed("foreground", after: .environment([.significantTimeChange]))
        .map { $0 + offset }
      try device.perform(.home)
      try device.perform(.suspend(app: BenchmarkDevice.app))
      for round in rounds {
        // Rounds of earlier blocks have none.
        guard let time = times.first(where: { (round.opened..<round.handled).contains($0) }) else {
          continue
        }
        toDelegate.append(time - round.opened)
        toAnswer.append(round.handled - round.opened)
      }
      raw.append(
        try RawFreezer.run(
          programs.raw, .cgroup, rounds: 40,
          pauseMicroseconds: BenchmarkDevice.settleMilliseconds * 1_000,
          in: BenchmarkGroups.directory(of: groups)))
    }
    guard toAnswer.count >= 200 else {
      throw BenchmarkError("only \(toAnswer.count) openings came off: the machine is too busy")
    }
    let peer = raw.map(\.thaw_to_answer).sorted { $0.p50 < $1.p50 }[raw.count / 2]
    return [
      Row(
        "thaw: decision to the app's delegate", Figure(toDelegate), against: peer, atMost: 3),
      Row("thaw: decision to the app's answer", Figure(toAnswer), against: peer, atMost: 3),
    ]
  }

  /// One opening of the suspended app, as the journal has it.
  private struct Round {
    var opened: Int64
    var handled: Int64

    static func all(in entries: [JournalEntry]) -> [Round] {
      var rounds: [Round] = []
      var pending: (opened: Int64, delivery: UInt64)?
      for entry in entries {
        guard case .event(let event, let effects) = entry.content else { continue }
        switch event {
        case .opened where effects.contains { $0.action == .thaw }:
          for case .deliver(let delivery) in effects.map(\.action) {
            guard case .willEnterForeground = delivery.message else { continue }
            pending = (entry.at.nanoseconds, delivery.id)
          }
        case .handled(_, let delivery, _) where delivery == pending?.delivery:
          guard let opened = pending?.opened else { continue }
          rounds.append(Round(opened: opened, handled: entry.at.nanoseconds))
          pending = nil
        default: break
        }
      }
      return rounds
    }
  }
}
