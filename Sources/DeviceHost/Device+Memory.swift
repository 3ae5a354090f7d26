import Dispatch
import Multitasking
import ProcessControl

// Memory of the machine and of apps. None of it is a function of what happens on the device.
extension Device {
  func memoryPressure(_ pressure: MemoryPressure) {
    sampleFootprints()
    handle(.memoryPressure(pressure))
  }

  /// An app that is just ending has none any more.
  func sampleFootprints() {
    guard watchesMachine else { return }
    for (app, process) in processes.sorted(by: { $0.key < $1.key }) {
      guard let footprint = try? Footprint(of: process.processID) else { continue }
      handle(.footprint(app, bytes: Int(footprint.privateBytes)))
    }
  }

  /// The apps whose code may run: only these have limits and grow.
  var running: [AppID: AppProcess] {
    processes.filter { ![.suspended, .notRunning].contains(policy.state(of: $0.key)?.name) }
  }

  /// Only a device whose profile limits an app's memory looks at it regularly, and only while some
  /// app runs.
  func watchFootprints() {
    guard configuration.profile.memoryLimit != nil, watchesMachine else { return }
    let isNeeded = !running.isEmpty
    guard isNeeded != (footprintTimer != nil) else { return }
    guard isNeeded else {
      footprintTimer?.cancel()
      footprintTimer = nil
      return
    }
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.sampleFootprints() }
    }
    footprintTimer = source
    source.resume()
  }
}
