import ControlAPI
import Multitasking

/// Where an app is when something happens to it or to its device.
enum Moment: String, CaseIterable, Sendable {
  case launching, active, inactive, background, suspended, terminating

  /// What makes the probe stay there.
  private var arguments: [String] {
    switch self {
    case .launching: ["--hang", "didFinishLaunching"]
    case .background: ["--begin-task", "x"]
    case .terminating: ["--hang", "applicationWillTerminate"]
    case .active, .inactive, .suspended: []
    }
  }

  /// The state that the exit record tells.
  var state: AppState.Name {
    switch self {
    case .launching, .inactive: .inactive
    case .active, .terminating: .active
    case .background: .background
    case .suspended: .suspended
    }
  }

  /// Launches the app, with further arguments, and brings it there.
  func reach(_ app: AppID, on device: any DeviceDriver, _ more: String...) throws {
    try device.call(.launch(ControlCommand.Launch(app: app, arguments: arguments + more)))
    if self == .launching {
      return try device.wait(untilPrinted: "delegate didFinishLaunching", by: app)
    }
    try device.wait(untilPrinted: ClassicMessages.becomesActive[1], by: app)
    switch self {
    case .launching, .active: break
    case .inactive:
      try device.call(.alert(show: true))
      try device.wait(untilPrinted: ClassicMessages.resignsActive[1], by: app)
    case .background:
      try device.home()
      try device.wait(untilPrinted: "task begun", by: app)
      try device.wait(untilPrinted: ClassicMessages.entersBackground[1], by: app)
    case .suspended: try device.sendAway(app)
    case .terminating:
      try device.call(.terminate(app: app))
      try device.wait(untilPrinted: "delegate applicationWillTerminate", by: app)
    }
  }
}
