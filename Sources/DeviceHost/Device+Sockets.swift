import Multitasking
import ProcessControl

// Network connections of apps that are suspended (N1).
extension Device {
  func reclaimSockets(of app: AppID) {
    attempt("take the network connections of \(app)") {
      guard let processIDs = try processes[app]?.group.processIDs() else { return }
      let count = try SocketReclaim.reclaim(from: processIDs)
      guard count > 0 else { return }
      let delay = configuration.profile.socketReclaimDelay?.spoken ?? "a while"
      note(
        "\(app): \(count) network \(count == 1 ? "socket was" : "sockets were") taken, since it has "
          + "been suspended for \(delay) (N1)")
    }
  }
}
