import Foundation
import Multitasking
import ProcessControl

// What an app's background work costs, as far as the machine tells.
extension Device {
  /// What the app's processes have used since the last question.
  func cost(of app: AppID) -> WorkCost? {
    // What is measured of the machine is no function of what happens on a virtual device.
    guard held == nil, let process = processes[app], let used = try? process.group.cpuUsage() else {
      return nil
    }
    let before = process.cpuTold
    process.cpuTold = used
    return WorkCost(cpu: .nanoseconds(Int64(used - min(before, used))))
  }
}
