import AppLink
import CGStreamer
import Dispatch
import Glibc
import MediaLink
import Synchronization

/// Tells the session bus who plays what, and hears what others on it ask for (MPRIS): `playerctl`, the
/// media keys of a desktop.
@MainActor
enum SessionBus {
  private nonisolated static let listener = Mutex<(@MainActor @Sendable (RemoteCommand) -> Void)?>(
    nil)
  private static var hasStarted = false

  /// Whether there is one. Without an address GIO would start a bus of its own.
  private static var isThere: Bool {
    guard let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }) else {
      return false
    }
    return !address.isEmpty && !address.hasPrefix("disabled:")
  }

  /// - Parameter asked: Called with what somebody asks for.
  static func present(
    _ presentation: Presentation?, asked: @escaping @MainActor @Sendable (RemoteCommand) -> Void
  ) {
    guard isThere else { return }
    if !hasStarted, presentation != nil {
      hasStarted = true
      listener.withLock { $0 = asked }
      greenroom_mpris_start("org.mpris.MediaPlayer2.greenroom.instance\(getpid())") { command in
        SessionBus.take(command)
      }
    }
    if hasStarted { tell(presentation) }
  }

  /// On the bus's thread.
  private nonisolated static func take(_ command: greenroom_mpris_command) {
    guard let command = commands.first(where: { $0.flag.rawValue == command.rawValue })?.command
    else { return }
    let listener = listener.withLock { $0 }
    DispatchQueue.main.async { MainActor.assumeIsolated { listener?(command) } }
  }

  private nonisolated static var commands: [(flag: greenroom_mpris_command, command: RemoteCommand)]
  {
    [
      (GREENROOM_MPRIS_PLAY, .play), (GREENROOM_MPRIS_PAUSE, .pause),
      (GREENROOM_MPRIS_TOGGLE, .togglePlayPause), (GREENROOM_MPRIS_STOP, .stop),
      (GREENROOM_MPRIS_NEXT, .nextTrack), (GREENROOM_MPRIS_PREVIOUS, .previousTrack),
    ]
  }

  private static func tell(_ presentation: Presentation?) {
    let playing = presentation?.nowPlaying ?? NowPlaying()
    let flags = commands.filter { presentation?.commands.contains($0.command) == true }
      .reduce(0) { $0 | $1.flag.rawValue }
    text(presentation?.app ?? "Greenroom") { app in
      text(playing.title ?? "") { title in
        text(playing.artist ?? "") { artist in
          text(playing.album ?? "") { album in
            var state = greenroom_mpris_state(
              app: app, title: title, artist: artist, album: album,
              length: microseconds(playing.duration), position: microseconds(playing.elapsed),
              is_playing: presentation?.isPlaying ?? false, is_present: presentation != nil,
              commands: flags)
            greenroom_mpris_tell(&state)
          }
        }
      }
    }
  }

  private static func text(_ text: String, _ body: (UnsafePointer<CChar>) -> Void) {
    text.withCString(body)
  }

  private static func microseconds(_ seconds: Double?) -> Int64 {
    guard let seconds, seconds.isFinite, seconds > 0, seconds < 1e9 else { return 0 }
    return Int64(seconds * 1e6)
  }
}
