import CVirtualTimeProbe
import Foundation
import Glibc

/// What children of `Parent` do.
enum Child {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "child": { arguments in
      guard let what = arguments.first, let run = deeds[what] else { exit(64) }
      run(Array(arguments.dropFirst()))
    }
  ]

  private static let deeds: [String: @Sendable ([String]) -> Void] = [
    "exits": { _ in
      Thread.sleep(forTimeInterval: 5)
      exit(42)
    },
    "sleeps": { Thread.sleep(forTimeInterval: Double($0[0]) ?? 0) },
    "echoes": { _ in
      while case let data = FileHandle.standardInput.availableData, !data.isEmpty {
        tell("heard \(String(decoding: data, as: UTF8.self).dropLast())")
      }
      tell("end of input")
    },
    "reads-lines": { _ in while let line = readLine() { tell("heard \(line)") } },
    "ticks": { _ in tick() },
    "says": { print("child \($0[0])") },
    "traps": { _ in
      Thread.sleep(forTimeInterval: 33)
      fatalError("as told")
    },
    "aborts": { _ in
      Thread.sleep(forTimeInterval: 33)
      abort()
    },
    "reads-nothing": { _ in
      Thread.sleep(forTimeInterval: 33)
      raise(SIGSEGV)
    },
    "becomes": { arguments in
      Thread.sleep(forTimeInterval: 1)
      let words = [Parent.own, "child", arguments[0]]
      var strings: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      execv(Parent.own, &strings)
      exit(127)
    },
    "has-children": { _ in
      let ended = DispatchSemaphore(value: 0)
      Parent.start(["exits"], ended: ended)
      ended.wait()
    },
    "waits": { arguments in _ = probe_wait(arguments[0]) },
  ]

  /// All kinds of timers, and a reader.
  private static func tick() {
    let timer = Timer(timeInterval: 10, repeats: true) { _ in tell("timer") }
    RunLoop.main.add(timer, forMode: .default)
    DispatchQueue.global().asyncAfter(deadline: .now() + 100) { tell("overdue: global") }
    DispatchQueue.main.asyncAfter(deadline: .now() + 200) { tell("overdue: main") }
    Task {
      try? await Task.sleep(for: .seconds(300))
      tell("overdue: task")
    }
    FileHandle.standardInput.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
      } else {
        tell("heard \(String(decoding: data, as: UTF8.self).dropLast())")
      }
    }
    RunLoop.main.run()
  }
}
