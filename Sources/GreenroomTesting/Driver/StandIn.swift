import Glibc
import Multitasking

/// An app without code, for tests that need another app beside the one under test: it answers
/// everything at once.
enum StandIn {
  static func perform(_ effect: Effect, of app: AppID, on driver: Driver) {
    switch effect.action {
    case .spawn: driver.handle(.connected(app))
    case .deliver(let delivery):
      driver.handle(.started(app, delivery: delivery.id))
      switch delivery.message {
      case .didEnterBackground, .runInBackground, .expireBackgroundTasks:
        driver.handle(.handled(app, delivery: delivery.id, tasks: OpenTasks.none))
      case .willTerminate:
        driver.handle(.handled(app, delivery: delivery.id, tasks: nil))
        driver.handle(.exited(app, .exited(code: 0)))
      default:
        driver.handle(.handled(app, delivery: delivery.id, tasks: nil))
      }
    case .kill: driver.handle(.exited(app, .signaled(SIGKILL)))
    case .freeze, .thaw, .recordExit, .recordForceQuit, .forget, .refuse, .keepBackgroundRecord,
      .answerSubmission, .hold, .audio, .reclaimSockets, .location:
      break
    }
  }
}
