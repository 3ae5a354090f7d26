import UIKit

/// Everything that an app must not do, on request.
enum Misbehaviour {
  /// `--ignore-sigterm`.
  static func prepare() {
    if Arguments.has("--ignore-sigterm") { signal(SIGTERM, SIG_IGN) }
  }

  /// `--hang METHOD`, `--crash METHOD`, `--exit METHOD`.
  static func inside(_ method: String) {
    if Arguments.value(of: "--hang") == method {
      while true { pause() }
    }
    if Arguments.value(of: "--crash") == method { fatalError("the probe was asked to crash") }
    if Arguments.value(of: "--exit") == method { exit(3) }
  }

  /// `--fork-children N`, `--spin`, and what goes over the link.
  @MainActor static func afterLaunch() {
    if let seconds = Arguments.value(of: "--tick").flatMap(Double.init) { Ticker.start(seconds) }
    if Arguments.has("--nested-run-loop") { NestedRunLoop.run() }
    if let count = Arguments.value(of: "--fork-children").flatMap(Int.init) {
      for number in 0..<count { spawnChild(number + 1) }
    }
    if Arguments.has("--spin") {
      for _ in 0..<2 { Thread.detachNewThread { spin() } }
    }
    if Arguments.has("--garbage") {
      write((0..<4096).map { _ in UInt8.random(in: 1...255) })
    }
    if Arguments.has("--huge-frame") { write([0x7f, 0xff, 0xff, 0xff]) }
    if Arguments.has("--endless-frames") {
      let frame = frame(of: #"{"started":{"id":0}}"#)
      Thread.detachNewThread { while write(frame) {} }
    }
    if Arguments.has("--many-frames") {
      let frame = frame(of: #"{"started":{"id":0}}"#)
      Thread.detachNewThread { for _ in 0..<20_000 where !write(frame) { break } }
    }
    if let count = Arguments.value(of: "--threads").flatMap(Int.init) { ManyThreads.start(count) }
    if let seconds = Arguments.value(of: "--block-main").flatMap(Double.init) {
      Thread.sleep(forTimeInterval: seconds)
    }
    VirtualTimeMisuse.ifAsked()
    if Arguments.has("--close-link") { shutdown(link, Int32(SHUT_WR)) }
  }

  private static var link: Int32 {
    ProcessInfo.processInfo.environment["GREENROOM_LINK_FD"].flatMap { Int32($0) } ?? -1
  }

  private static func frame(of json: String) -> [UInt8] {
    let payload = Array(json.utf8)
    return withUnsafeBytes(of: UInt32(payload.count).bigEndian) { Array($0) } + payload
  }

  @discardableResult
  private static func write(_ bytes: [UInt8]) -> Bool {
    send(link, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0
  }

  /// A process of the app's own group that would outlive it.
  private static func spawnChild(_ number: Int) {
    var pid = pid_t()
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("3600"), nil]
    defer { for argument in arguments { free(argument) } }
    if posix_spawnp(&pid, "sleep", nil, nil, arguments, environ) == 0 {
      print("child \(number)")
    }
  }

  private static func spin() {
    var number: UInt64 = 1
    while number != 0 { number = number &* 6_364_136_223_846_793_005 &+ 1 | 1 }
  }
}
