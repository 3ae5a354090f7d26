import Multitasking
import SeededRandom

/// Every step that the explorer tries in every situation.
enum Alphabet {
  static func steps(_ apps: [AppManifest]) -> [World.Step] {
    // Where one app plays in the background, all play.
    let sounding = apps.contains { $0.backgroundModes.contains(.audio) } ? apps.map(\.id) : []
    var steps: [World.Step] = [
      .wait, .pass(.seconds(60)),
      .event(.homePressed), .event(.switcherOpened), .event(.switcherClosed),
      .event(.alertShown), .event(.alertDismissed),
      .event(.callIncoming), .event(.callAnswered(covering: .phone)),
      .event(.callAnswered(covering: .overlay)), .event(.callDeclined), .event(.callEnded),
      .event(.locked), .event(.unlocked),
      .event(.environment(.orientation(.landscapeLeft))),
      .event(.environment(.orientation(.portrait))),
      .event(.memoryPressure(.warning)), .event(.memoryPressure(.critical)),
      .event(.shutDown),
    ]
    if !sounding.isEmpty {
      steps += [
        .event(.sound(.headphones(isPlugged: true))),
        .event(.sound(.headphones(isPlugged: false))),
        .event(.sound(.servicesLost)), .event(.sound(.servicesRestored)),
      ]
    }
    let isLocated = apps.contains { $0.backgroundModes.contains(.location) }
    if isLocated {
      steps += [
        .move(0), .move(100), .move(3_000), .event(.position(.lost)),
        .event(.position(.service(isEnabled: false))), .event(.position(.service(isEnabled: true))),
      ]
    }
    for app in apps {
      let id = app.id
      steps += [
        .event(.opened(id)), .event(.forceQuit(id)), .event(.terminated(id)),
        .event(.suspended(id)), .event(.resumed(id)),
        .event(.launchedInBackground(id, .command)),
        .event(.connected(id)), .event(.linkBroke(id, .closed)),
        .event(.linkBroke(id, .frameTooLarge)), .event(.debugger(id, isAttached: true)),
        .begin(id), .answer(id, tasks: nil), .answer(id, tasks: 0), .answer(id, tasks: 1),
        .tasks(id, 0), .tasks(id, 1),
        .exit(id, .exited(code: 0)), .exit(id, .signaled(9)),
      ]
      if app.backgroundModes.contains(.fetch) {
        steps += [
          .event(.work(id, .fetchSimulated)), .finishWork(id),
          .event(.work(id, .pushed(Push(payload: "{}", isContentAvailable: true)))),
        ]
      }
      if sounding.contains(id) {
        let mixing = AudioConfiguration(.playback, options: .mixWithOthers)
        steps += [
          .sound(id, .configured(AudioConfiguration(.playback), request: 1)),
          .sound(id, .configured(mixing, request: 1)),
          .sound(id, .activated(request: 1)),
          .sound(id, .deactivated(notifiesOthers: true, request: 1)),
          .sound(id, .played(player: 1, at: nil, request: 1)),
          .sound(id, .paused(player: 1, request: 1)), .sound(id, .finished(player: 1)),
        ]
      }
      if isLocated {
        steps += [LocationDecision.once, .whenInUse, .always, .denied, .reset].map {
          .event(.location(id, .decided($0)))
        }
        steps += [
          .locate(id, .asked(.always)),
          .locate(id, .updating(manager: 1, LocationNeeds(allowsBackground: true))),
          .locate(id, .stoppedUpdating(manager: 1)),
          .locate(id, .requestedOnce(manager: 2, LocationNeeds())),
          .locate(id, .significantChanges(true)), .locate(id, .visits(true)),
          .locate(
            id, .monitoring(Region(identifier: "r", latitude: 0, longitude: 0, radius: 200))),
          .locate(id, .updating(manager: 3, LocationNeeds(isLive: true))),
          .locate(id, .backgroundActivity(session: 1, isOn: true)),
          .locate(id, .deferring(manager: 1, distance: 500, timeout: .seconds(60))),
        ]
      }
      for identifier in app.permittedTaskIdentifiers {
        steps += [
          .event(
            .work(
              id, .submitted(TaskRequest(identifier: identifier, kind: .processing), request: 1))),
          .event(.work(id, .taskLaunchSimulated(identifier: identifier))),
          .event(.work(id, .taskExpirationSimulated(identifier: identifier))),
        ]
      }
      if app.supportsMultipleScenes {
        steps += [
          .event(.openedNewScene(id)), .event(.opened(id, scene: .main)),
          .event(.sceneClosed(id, SceneID(2))), .event(.sceneClosed(id, .main)),
        ]
      }
      for scheme in app.urlSchemes { steps.append(.event(.urlOpened("\(scheme):x", source: nil))) }
    }
    return steps
  }

  /// A step for a random walk: likelier the ones that let things go on.
  static func random(
    _ steps: [World.Step], _ apps: [AppManifest], using generator: inout SplitMix64
  ) -> World.Step {
    switch generator.next() % 8 {
    case 0, 1: return steps[Int(generator.next() % UInt64(steps.count))]
    case 2: return .wait
    case 3: return .pass(.milliseconds(Int64(generator.next() % 7_000)))
    default:
      let app = apps[Int(generator.next() % UInt64(apps.count))].id
      switch generator.next() % 9 {
      case 0: return .event(.connected(app))
      case 1: return .begin(app)
      case 2: return .answer(app, tasks: Int(generator.next() % 3))
      case 3: return .event(.opened(app))
      case 4: return .event(.homePressed)
      case 5: return .exit(app, .signaled(9))
      case 6: return .finishWork(app)
      default: return .answer(app, tasks: nil)
      }
    }
  }
}
