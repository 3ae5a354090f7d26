import ControlAPI
import FoundationEssentials
import Glibc
import ProcessControl

/// What the benchmarks run against: `Benchmarks/run.sh` has built, booted and installed it.
struct Programs {
  /// The folder of `greenroom` and `greenroomd`.
  var binaries: String
  /// `Benchmarks/raw/freeze_raw.c`, compiled.
  var raw: String
  /// `$GREENROOM_HOME` of this run.
  var home: String

  var greenroom: String { binaries + "/greenroom" }
}

@main
enum Suite {
  static func main() {
    do {
      try start()
    } catch {
      print("greenroom-bench: \(error)")
      exit(1)
    }
  }

  private static func start() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5 else {
      throw BenchmarkError("usage: greenroom-bench BINARIES RAW HOME RESULTS|--clean")
    }
    let programs = Programs(binaries: arguments[1], raw: arguments[2], home: arguments[3])
    if arguments[4] == "--clean" { return clean(programs) }
    try run(programs, results: arguments[4])
  }

  private static func run(_ programs: Programs, results: String) throws {
    var report = Report()
    func add(_ what: String, _ rows: () throws -> [Row]) rethrows {
      print("measuring \(what)")
      fflush(nil)
      report.rows += try rows()
    }
    let offset = Stopwatch.journalOffset
    let device = try BenchmarkDevice(programs)
    try add("freezing") { try FreezeRows(programs: programs).measure(.cgroup) }
    try add("stopping") { try FreezeRows(programs: programs).measure(.signal) }
    try device.call(.launch(ControlCommand.Launch(app: BenchmarkDevice.app)))
    Stopwatch.pause(milliseconds: 500)
    try add("the way to the app") {
      try ThawRows(programs: programs, device: device, offset: offset).measure()
    }
    try add("the command line") { try CommandRow(programs: programs, device: device).measure() }
    try add("background tasks") { try TaskRows(device: device).measure() }
    try device.perform(.suspend(app: BenchmarkDevice.app))
    try add("an idle device") { try IdleRows(device: device).measure() }
    try add("virtual devices") { try WeekRows(programs: programs).measure() }
    try add("virtual time") { try VirtualTimeRows(programs: programs).measure() }
    add("the policy") { PolicyRows().measure() }
    report.loadAfter = Report.load()
    print()
    report.print()
    try report.write(to: results)
  }

  /// Ends what an interrupted run left.
  private static func clean(_ programs: Programs) {
    for kind in [FreezerKind.cgroup, .signal] {
      guard let groups = try? BenchmarkGroups.make(programs, kind) else { continue }
      let folder = BenchmarkGroups.directory(of: groups)
      let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in left where name.hasPrefix("freeze-raw.") {
        // It ends by itself within a second or two.
        for _ in 0..<300 where rmdir("\(folder)/\(name)") != 0 { Stopwatch.pause(milliseconds: 10) }
      }
    }
  }
}
