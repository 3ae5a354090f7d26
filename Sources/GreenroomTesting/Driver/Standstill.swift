import CVirtualTime
import Glibc

/// A test that waits for something while its device's time stands still: it would wait for ever.
enum Standstill {
  static let sentence =
    "the test waits while the time of its device stands still: let time pass with "
    + "device.advance(by:), not with a sleep"

  static func report(_ driver: Driver) -> Never {
    let waits = World.waits.split(separator: "\n").joined(separator: "\n")
    TestReport.current?.update(
      driver, fault: sentence + (waits.isEmpty ? "" : "\nwhat each thread waits for:\n\(waits)"))
    let line = Array("GreenroomTesting: \(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    _exit(VIRTUAL_TIME_EXIT_QUIESCENT)
  }
}
