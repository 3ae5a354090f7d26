import Multitasking

extension Event {
  /// What has happened, in words and with what matters of it. The app is named beside it.
  package var words: String {
    switch self {
    case .opened(_, nil): "opened"
    case .opened(_, let scene?): "opened, \(scene)"
    case .openedNewScene: "a new scene was opened"
    case .homePressed: "Home was pressed"
    case .switcherOpened: "the app switcher was opened"
    case .switcherClosed: "the app switcher was closed"
    case .forceQuit: "force quit"
    case .sceneClosed(_, let scene): "\(scene) was closed"
    case .alertShown: "a system alert was shown"
    case .alertDismissed: "the alert was dismissed"
    case .callIncoming: "a call comes in"
    case .callAnswered(let cover): "the call was answered (\(cover.rawValue))"
    case .callDeclined: "the call was declined"
    case .callEnded: "the call ended"
    case .locked: "the device was locked"
    case .unlocked: "the device was unlocked"
    case .urlOpened(let url, nil): "the URL \(url) was opened"
    case .urlOpened(let url, let source?): "the URL \(url) was opened by \(source)"
    case .installed: "installed"
    case .uninstalled: "uninstalled"
    case .terminated: "terminated by command"
    case .suspended: "suspended by command"
    case .resumed: "resumed by command"
    case .launchedInBackground(_, let cause): "launched in the background (\(cause.rawValue))"
    case .shutDown: "the device shuts down"
    case .environment(let change): change.words
    case .memoryPressure(let pressure): "memory pressure: \(pressure.rawValue)"
    case .footprint(_, let bytes): "it holds \(bytes / 1_024) KiB"
    case .debugger(_, let isAttached): isAttached ? "a debugger came" : "the debugger went"
    case .spawnFailed(_, let failure): "not started: \(failure.operation): \(failure.message)"
    case .connected: "connected to the device"
    case .started(_, let delivery): "began with message \(delivery)"
    case .handled(_, let delivery, let tasks):
      "done with message \(delivery)" + (tasks.map { "; \($0.words)" } ?? "")
    case .backgroundTasks(_, let tasks): tasks.words
    case .linkBroke(_, let violation): "the link broke: \(violation)"
    case .freezeFailed(_, let why): "could not be frozen: \(why)"
    case .exited(_, .exited(let code)): "its process exited with code \(code)"
    case .exited(_, .signaled(let signal)): "its process was ended by signal \(signal)"
    case .work(_, let event): event.words
    case .audio(_, let event): event.words
    case .sound(let event): event.words
    case .location(_, let event): event.words
    case .position(let event): event.words
    case .clockSet(let ahead, _): "the clock was set; it is \(ahead.spoken) ahead of the device's"
    case .deadline: "time has passed"
    }
  }
}

extension OpenTasks {
  fileprivate var words: String {
    let names = names.isEmpty ? "" : ": " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    let ended = lastEnded.map { "; \"\($0)\" ended" } ?? ""
    return switch count {
    case 0: "no background task open\(ended)"
    case 1: "1 background task open\(names)\(ended)"
    default: "\(count) background tasks open\(names)\(ended)"
    }
  }
}

extension EnvironmentChange {
  fileprivate var words: String {
    switch self {
    case .battery(let percent): "battery at \(percent) %"
    case .batteryState(let state): "battery \(state.rawValue)"
    case .lowPowerMode(let isOn): "Low Power Mode \(isOn ? "on" : "off")"
    case .orientation(let orientation): "turned to \(orientation.rawValue)"
    case .locale(let identifier): "locale \(identifier)"
    case .significantTimeChange: "a significant time change"
    case .settings: "settings of apps were changed"
    case .network(.none): "no network"
    case .network(let network): "network: \(network.rawValue)"
    case .backgroundRefresh(.available): "Background App Refresh on"
    case .backgroundRefresh(.denied): "Background App Refresh off"
    case .backgroundRefresh(.restricted): "Background App Refresh restricted"
    }
  }
}

extension WorkEvent {
  fileprivate var words: String {
    switch self {
    case .fetchInterval(nil): "asks for no background fetches"
    case .fetchInterval(let interval?):
      "asks for background fetches, \(interval == .zero ? "as often as possible" : "at least \(interval.spoken) apart")"
    case .handlersRegistered(let identifiers):
      "has launch handlers for \(identifiers.joined(separator: ", "))"
    case .submitted(let request, _): "submits \(request.kind.rawValue) task \(request.identifier)"
    case .cancelled(nil): "cancels all its task requests"
    case .cancelled(let identifier?): "cancels \(identifier)"
    case .answered(let work, let result, let cost):
      "answered work \(work): \(result.rawValue)" + (cost?.words ?? "")
    case .completed(let work, let isSuccess, let cost):
      "completed work \(work)" + (isSuccess ? "" : " without success") + (cost?.words ?? "")
    case .progressed(let work, let completed, let total):
      "work \(work) is at \(completed) of \(total)"
    case .fetchSimulated: "a background fetch is simulated"
    case .taskLaunchSimulated(let identifier): "the launch for \(identifier) is simulated"
    case .taskExpirationSimulated(let identifier): "the expiration of \(identifier) is simulated"
    case .pushed: "a remote notification arrived"
    case .refreshSwitched(let isOn):
      "Background App Refresh \(isOn ? "on" : "off") for this app"
    }
  }
}

extension AudioEvent {
  fileprivate var words: String {
    switch self {
    case .configured(let configuration, _):
      "sets its audio session to \(configuration.category.rawValue)"
        + (configuration.isMixable ? ", mixing with others" : "")
    case .activated: "activates its audio session"
    case .deactivated(let notifies, _):
      "deactivates its audio session" + (notifies ? " and notifies others" : "")
    case .prepared(let player, _): "prepares player \(player)"
    case .played(let player, _, _): "plays player \(player)"
    case .paused(let player, _): "pauses player \(player)"
    case .stopped(let player, _): "stops player \(player)"
    case .unloaded(let player): "has let go of player \(player)"
    case .overridden(let toSpeaker, _):
      toSpeaker ? "overrides the route to the speaker" : "overrides the route no more"
    case .remoteCommands(let commands):
      "answers to \(commands.isEmpty ? "no remote command" : commands.map(\.rawValue).joined(separator: ", "))"
    case .finished(let player): "player \(player) has come to the end"
    case .failed(let player, let why): "player \(player) can't go on: \(why)"
    }
  }
}

extension SoundEvent {
  fileprivate var words: String {
    switch self {
    case .headphones(let isPlugged): "headphones were \(isPlugged ? "plugged in" : "unplugged")"
    case .volume(let percent): "volume at \(percent) %"
    case .silentSwitch(let isOn): "the Ring/Silent switch is on \(isOn ? "silent" : "ring")"
    case .servicesLost: "the media service is gone"
    case .servicesRestored: "the media service is back"
    case .remoteCommand(let command): "\(command.rawValue) is asked for from outside"
    }
  }
}

extension LocationEvent {
  fileprivate var words: String {
    switch self {
    case .asked(.whenInUse): "asks for location while it is in use"
    case .asked(.always): "asks for location always"
    case .asked(.fullAccuracy(let purpose)): "asks for precise location (\(purpose))"
    case .updating(let manager, let needs):
      "location manager \(manager) updates, accuracy \(needs.desiredAccuracy.metres)"
        + (needs.distanceFilter > 0 ? ", every \(needs.distanceFilter.metres)" : "")
        + (needs.allowsBackground ? ", in the background too" : "")
    case .stoppedUpdating(let manager): "location manager \(manager) stops updating"
    case .requestedOnce(let manager, _): "location manager \(manager) asks for one location"
    case .significantChanges(let isOn):
      "\(isOn ? "monitors" : "stops monitoring") significant location changes"
    case .visits(let isOn): "\(isOn ? "monitors" : "stops monitoring") visits"
    case .monitoring(let region):
      "monitors region \(region.identifier), \(region.radius.metres) around "
        + "\(region.latitude),\(region.longitude)"
    case .stoppedMonitoring(let identifier): "stops monitoring region \(identifier)"
    case .regionStateAsked(let identifier): "asks for the state of region \(identifier)"
    case .backgroundActivity(let session, let isOn):
      "\(isOn ? "begins" : "ends") background activity session \(session)"
    case .deferring(let manager, nil, nil):
      "location manager \(manager) defers its updates no more"
    case .deferring(let manager, _, _): "location manager \(manager) defers its updates"
    case .decided(let decision): "the user decides about its location: \(decision.words)"
    }
  }
}

extension Double {
  fileprivate var metres: String {
    magnitude < 1e9 ? "\(Int(rounded())) m" : "beyond all measure"
  }
}

extension PositionEvent {
  fileprivate var words: String {
    switch self {
    case .fix(let fix): "the device is at \(fix.latitude),\(fix.longitude)"
    case .lost: "nobody knows where the device is"
    case .service(let isEnabled): "Location Services \(isEnabled ? "on" : "off")"
    }
  }
}

extension WorkCost {
  fileprivate var words: String {
    " (\(cpu.spoken) of processor time" + (bytes.map { ", \($0) bytes)" } ?? ")")
  }
}
