import AppLink
import ControlAPI
import Dispatch
import Glibc
import LinkTranslation
import Multitasking

// What the screen shows. The device tells it; `greenroom-render` draws it, outside of the device and
// of its time.
extension Device {
  /// Points, and pixels for each of them.
  nonisolated static let display = (width: 390.0, height: 844.0, scale: 2.0)

  /// The whole screen, or one app.
  ///
  /// - Parameter wantsSnapshot: The app as it looked last, without asking it.
  func screenshot(_ app: AppID?, wantsSnapshot: Bool, _ responder: Responder) {
    guard let app else {
      guard !wantsSnapshot else {
        return responder.fail(
          ControlError(.badRequest, "a snapshot of which app?", nextStep: "name one"))
      }
      return wholeScreen(responder)
    }
    guard policy.state(of: app) != nil else {
      return responder.fail(ControlError(.unknownApp(app)))
    }
    if wantsSnapshot {
      guard let picture = snapshot(of: app) else { return responder.fail(noSnapshot(of: app)) }
      return responder.answer(.screen(screen(.app(picture))))
    }
    picture(of: app) { result in
      switch result {
      case .failure(let error): responder.fail(error)
      case .success(let picture?): responder.answer(.screen(self.screen(.app(picture))))
      case .success(nil): responder.fail(self.noSnapshot(of: app))
      }
    }
  }

  private func wholeScreen(_ responder: Responder) {
    let shown = policy.screen
    let overlays = overlays(of: shown)
    if shown.isLocked { return responder.answer(.screen(screen(.lockScreen, overlays))) }
    if shown.call == .answered(covering: .phone) {
      return responder.answer(.screen(screen(.phone, overlays)))
    }
    let front = shown.front?.app
    guard let front else {
      let content =
        shown.isSwitcherOpen
        ? ScreenPicture.Content.switcher(cards: cards(front: nil))
        : .home(apps: policy.installed.map(\.displayName))
      return responder.answer(.screen(screen(content, overlays)))
    }
    picture(of: front) { result in
      switch result {
      case .failure(let error): responder.fail(error)
      case .success(let picture):
        let shownPicture = picture ?? self.picture(front, .launchScreen, nil)
        let content =
          shown.isSwitcherOpen
          ? ScreenPicture.Content.switcher(cards: self.cards(front: shownPicture))
          : .app(shownPicture)
        responder.answer(.screen(self.screen(content, overlays)))
      }
    }
  }

  private func overlays(of shown: Screen) -> [ScreenPicture.Overlay] {
    var overlays: [ScreenPicture.Overlay] = []
    switch shown.call {
    case nil, .answered(covering: .phone): break
    case .answered(covering: .overlay): overlays.append(.callOverApp)
    case .answered(covering: .nothing): overlays.append(.callIndicator)
    case .ringing(.banner): overlays.append(.incomingCallBanner)
    case .ringing(.fullScreen): overlays.append(.incomingCallFullScreen)
    }
    // The alert was there before the call, or lies over its banner: in either case it stays.
    if shown.isAlertShown, !shown.isLocked { overlays.insert(.alert, at: 0) }
    return overlays
  }

  // MARK: Apps

  /// The cards of the app switcher; the app in front as it looks now.
  private func cards(front: ScreenPicture.Picture?) -> [ScreenPicture.Picture] {
    policy.switcherCards.suffix(ControlLimits.switcherCardsMax).map { app in
      if let front, front.app == app.bundleIdentifier { return front }
      return snapshot(of: app) ?? picture(app, .launchScreen, nil)
    }
  }

  private func snapshot(of app: AppID) -> ScreenPicture.Picture? {
    pictures.snapshot(of: app).map { picture(app, .snapshot, $0) }
  }

  private func picture(
    _ app: AppID, _ source: ScreenPicture.Picture.Source, _ list: DisplayList?
  ) -> ScreenPicture.Picture {
    var list = list
    // An app may name any file; only its own are drawn.
    list?.keepFiles(in: [
      paths.containers + "/" + app.bundleIdentifier + "/",
      ((try? store.app(app)) ?? nil).map { paths.folder + "/" + $0.bundle + "/" },
    ])
    return ScreenPicture.Picture(
      app: app.bundleIdentifier, name: policy.manifest(of: app)?.displayName ?? "\(app)",
      source: source, list: list)
  }

  /// An app as it looks now, or as it looked last where it can't be asked; nil if neither is known.
  private func picture(
    of app: AppID, _ done: @escaping (Result<ScreenPicture.Picture?, ControlError>) -> Void
  ) {
    guard policy.pictureSource(of: app) == .app, let process = processes[app] else {
      return done(.success(snapshot(of: app)))
    }
    let request = pictures.ask(app) { result in
      switch result {
      case .success(let list): done(.success(self.picture(app, .app, list)))
      case .failure(let refused):
        switch refused.silence {
        case .frozen: done(.success(self.snapshot(of: app)))
        case .ended:
          done(
            .failure(
              ControlError(
                .refused, "\(app) ended before it described its screen",
                object: app.bundleIdentifier, nextStep: "`greenroom explain \(app)` tells why")))
        }
      }
    }
    // The scene in front is the one that was used last.
    let scene = policy.scenes(of: app).last ?? .main
    process.send(
      AppLink.Delivery(
        id: AppLink.Delivery.unawaited,
        message: .describeScreen(request: request, scene: scene.wire)))
    let limit = ControlLimits.screenSecondsMax
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(limit)) {
      MainActor.assumeIsolated {
        guard self.pictures.giveUp(request, of: app) else { return }
        done(
          .failure(
            ControlError(
              .timedOut,
              "\(app) did not describe its screen within \(limit) s: its main thread is busy",
              object: app.bundleIdentifier,
              nextStep: "`greenroom explain \(app)`, or --snapshot for what it looked like last")))
      }
    }
  }

  private func noSnapshot(of app: AppID) -> ControlError {
    let state = policy.state(of: app)?.name.rawValue ?? "gone"
    return ControlError(
      .refused, "\(app) is \(state) and has left no snapshot: it was not in front yet",
      object: app.bundleIdentifier, nextStep: "`greenroom open \(app)` first")
  }

  // MARK: Around it

  private func screen(
    _ content: ScreenPicture.Content, _ overlays: [ScreenPicture.Overlay] = []
  ) -> ScreenPicture {
    let environment = policy.environment
    return ScreenPicture(
      width: Device.display.width, height: Device.display.height, scale: Device.display.scale,
      status: ScreenPicture.Status(
        time: LocalTime.hourAndMinute(clock.now), date: LocalTime.day(clock.now),
        batteryLevel: Double(environment.batteryPercent) / 100,
        isCharging: environment.batteryState == .charging,
        isLowPowerModeEnabled: environment.isLowPowerModeEnabled),
      content: content, overlays: overlays)
  }
}

extension DisplayList {
  /// Leaves out images from files that lie elsewhere.
  fileprivate mutating func keepFiles(in folders: [String?]) {
    let folders = folders.compactMap { $0 }
    for index in items.indices {
      guard case .file(let path) = items[index].image?.source else { continue }
      let isOwn = folders.contains { path.hasPrefix($0) } && !path.contains("/../")
      if !isOwn { items[index].image = nil }
    }
  }
}
