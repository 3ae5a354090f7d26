/// When each app has to be looked at again. Apps that can't be worth a wake before some tick are not
/// touched before it, however many there are.
///
/// A heap. It follows from what is known of the apps, and nothing that is decided follows from it:
/// after a restart every app is looked at once.
struct AttentionQueue: Sendable {
  private struct Entry: Sendable {
    var tick: Int
    var app: Int
    var stamp: UInt32

    func comesBefore(_ other: Entry) -> Bool {
      tick != other.tick ? tick < other.tick : app < other.app
    }
  }

  private var heap: [Entry] = []
  /// An entry counts only if it is the latest of its app.
  private var stamps: [UInt32] = []

  /// Looks at an app from `tick` on, and no longer when it was to be looked at before; nil: not at
  /// all.
  mutating func put(_ app: Int, from tick: Int?) {
    while stamps.count <= app { stamps.append(0) }
    stamps[app] &+= 1
    guard let tick else { return }
    heap.append(Entry(tick: tick, app: app, stamp: stamps[app]))
    rise(heap.count - 1)
  }

  /// Takes out an app that is to be looked at by `tick`, the one that has waited longest.
  mutating func next(by tick: Int) -> Int? {
    while let first = heap.first, first.tick <= tick {
      removeFirst()
      if stamps[first.app] == first.stamp { return first.app }
    }
    return nil
  }

  /// Calls `body` with apps that are to be looked at before a tick, which each call may bring nearer,
  /// and leaves them where they are.
  func visit(before limit: Int, _ body: (_ app: Int, _ tick: Int) -> Int) {
    var limit = limit
    var places = heap.isEmpty ? [] : [0]
    while let place = places.popLast() {
      let entry = heap[place]
      // What lies below comes later still.
      guard entry.tick < limit else { continue }
      if stamps[entry.app] == entry.stamp { limit = min(limit, body(entry.app, entry.tick)) }
      for child in [2 * place + 2, 2 * place + 1] where child < heap.count { places.append(child) }
    }
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    var place = 0
    while true {
      var least = place
      for child in (2 * place + 1)...(2 * place + 2)
      where child < heap.count && heap[child].comesBefore(heap[least]) {
        least = child
      }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      guard heap[place].comesBefore(heap[parent]) else { return }
      heap.swapAt(place, parent)
      place = parent
    }
  }
}
