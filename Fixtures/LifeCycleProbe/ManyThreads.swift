import Dispatch
import Foundation

/// `--threads N`: threads of every kind that wait for one another and for time, without end.
enum ManyThreads {
  static func start(_ count: Int) {
    let board = Board()
    for number in 0..<count {
      let pause = 7 + Double(number * 13 % 31)
      switch number % 4 {
      case 0: Thread.detachNewThread { while true { board.take(number, after: pause) } }
      case 1: repeatOnQueue(board, number, pause)
      case 2:
        Task.detached {
          while true {
            try await Task.sleep(nanoseconds: UInt64(pause * 1e9))
            board.add(number)
          }
        }
      default:
        let source = DispatchSource.makeTimerSource(queue: .global())
        source.schedule(deadline: .now() + pause, repeating: pause)
        source.setEventHandler {
          board.add(number)
          _ = source
        }
        source.resume()
      }
    }
  }

  private static func repeatOnQueue(_ board: Board, _ number: Int, _ pause: Double) {
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) {
      board.add(number)
      repeatOnQueue(board, number, pause)
    }
  }
}

/// What the threads share. Which of those that wait is woken shows in what it prints.
// @unchecked: everything is touched under the condition's lock.
private final class Board: @unchecked Sendable {
  private let condition = NSCondition()
  private var items: [Int] = []
  private var taken = 0

  func add(_ number: Int) {
    condition.lock()
    items.append(number)
    condition.signal()
    condition.unlock()
  }

  /// Takes an item, waiting for it a while, and rests.
  func take(_ number: Int, after pause: Double) {
    condition.lock()
    let limit = Date(timeIntervalSinceNow: pause)
    while items.isEmpty { guard condition.wait(until: limit) else { break } }
    if !items.isEmpty {
      let item = items.removeFirst()
      taken += 1
      if taken % 50 == 0 { Transcript.line("board \(taken): thread \(number) took \(item)") }
    }
    condition.unlock()
    Thread.sleep(forTimeInterval: 1)
  }
}
