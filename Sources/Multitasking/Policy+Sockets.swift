// Network connections of suspended apps (N1-N3, C6): the system may want their sockets back.
extension Policy {
  /// A suspended app and when its sockets are taken.
  struct SocketReclaim: Hashable, Sendable {
    var app: AppID
    var at: Instant
  }

  /// From the freeze on.
  mutating func scheduleReclaim(_ place: Int) {
    guard let delay = profile.socketReclaimDelay else { return }
    // All wait equally long: the list is in the order of its times.
    socketReclaims.append(SocketReclaim(app: apps[place].id, at: now + delay))
  }

  /// It runs again, or is gone.
  mutating func cancelReclaim(_ place: Int) {
    guard !socketReclaims.isEmpty else { return }
    let app = apps[place].id
    socketReclaims.removeAll { $0.app == app }
  }

  mutating func reclaimSockets() {
    while let first = socketReclaims.first, first.at <= now {
      socketReclaims.removeFirst()
      guard let delay = profile.socketReclaimDelay else { continue }
      emit(first.app, .reclaimSockets, .suspendedFor(delay))
    }
  }
}
