import Foundation
import Glibc

/// What virtual time cannot follow, or will not let an app do, on request.
enum VirtualTimeMisuse {
  /// `--spin-on-clock`, `--compute`, `--connect`, `--look-up`, `--open-random`, `--deadlock`.
  static func ifAsked() {
    if Arguments.has("--spin-on-clock") { spinOnClock() }
    if Arguments.has("--compute") { compute() }
    if Arguments.has("--connect") { connectToNetwork() }
    if Arguments.has("--look-up") { lookUp() }
    if Arguments.has("--open-random") { openRandom() }
    if Arguments.has("--deadlock") { deadlock() }
  }

  private static func spinOnClock() {
    let end = Date(timeIntervalSinceNow: 5)
    while Date() < end {}
    Transcript.line("the clock went on")
  }

  private static func compute() {
    var number: UInt64 = 1
    while number != 0 { number = number &* 6_364_136_223_846_793_005 &+ 1 | 1 }
  }

  private static func connectToNetwork() {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(9).bigEndian
    address.sin_addr.s_addr = UInt32(0xc000_0201).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    Transcript.line("connect \(result) \(String(cString: strerror(errno)))")
  }

  private static func lookUp() {
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo("example.com", "80", nil, &found)
    Transcript.line("getaddrinfo \(result)")
  }

  private static func openRandom() {
    let number = open("/dev/random", O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = read(number, &bytes, bytes.count)
    Transcript.line("random \(count) \(bytes)")
  }

  /// Waits on the main thread for a lock that a thread holds which waits for the main thread.
  private static func deadlock() {
    let lock = NSLock()
    let isHeld = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Thread.current.name = "holder"
      lock.lock()
      isHeld.signal()
      DispatchQueue.main.sync {}
      lock.unlock()
    }
    isHeld.wait()
    lock.lock()
  }
}
