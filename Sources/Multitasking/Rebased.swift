import RefreshLearning

// For exhaustive exploration: two policies that will behave alike compare equal.
extension Policy {
  /// The same situation with everything removed that can't matter any more: the time of day, the
  /// numbers of past deliveries, when things began whose limits are over.
  package func rebased() -> Policy {
    var copy = self
    copy.now = .zero
    copy.environment.significantTimeChanges = 0
    copy.environment.settingsChanges = 0
    copy.environment.urlSchemeChanges = 0
    copy.lockedAt = screen.isLocked ? lockedAt.map(relative) : nil
    copy.nextChance = nextChance.map(relative)
    // Each app's work is numbered from 1 below.
    copy.nextWork = UInt64((apps.map { $0.process?.work.count ?? 0 }.max() ?? 0) + 1)
    copy.nextLook = nextLook.map(relative)
    copy.learner = RefreshLearner(at: 0)
    for index in copy.socketReclaims.indices {
      copy.socketReclaims[index].at = relative(socketReclaims[index].at)
    }
    copy.location.rebase(self)
    copy.lastActivation = UInt64(soundUsers.count)
    let activations = soundUsers.compactMap { apps[$0].process?.audio.activation }.sorted()
    for place in soundUsers {
      _ = copy.apps[place].withProcess { process in
        let rank = activations.firstIndex(of: process.audio.activation) ?? 0
        if process.audio.activation > 0 { process.audio.activation = UInt64(rank + 1) }
        process.audio.lastStop = .paused
      }
    }
    let order = apps.indices.sorted {
      (apps[$0].lastUsed ?? .zero, $0) < (apps[$1].lastUsed ?? .zero, $1)
    }
    for (rank, place) in order.enumerated() {
      copy.apps[place].rebase(self, usedRank: rank)
    }
    return copy
  }

  func relative(_ instant: Instant) -> Instant {
    Instant(nanoseconds: max(instant.nanoseconds - now.nanoseconds, -1_000_000_000_000))
  }
}

extension App {
  fileprivate mutating func rebase(_ policy: Policy, usedRank: Int) {
    lastUsed = lastUsed == nil ? nil : Instant(nanoseconds: Int64(usedRank))
    lastExit = lastExit?.rebased
    background.rebase(policy)
    location.rebase(policy)
    locationAccount = LocationAccount()
    switch phase {
    case .notRunning: break
    case .dying(let death):
      phase = .dying(Death(reason: .shutDown, since: .zero, relaunch: death.relaunch))
    case .alive:
      _ = withProcess { $0.rebase(policy) }
    }
  }
}

extension Process {
  fileprivate mutating func rebase(_ policy: Policy) {
    switch stage {
    case .launching: launchedAt = policy.relative(launchedAt)
    case .foreground: launchedAt = .zero
    case .background(var background):
      launchedAt = .zero
      background.enteredAt = .zero
      background.allowanceEndsAt = policy.relative(background.allowanceEndsAt)
      background.expirationSentAt = background.expirationSentAt.map(policy.relative)
      if background.pausedAt != nil {
        // What is left is all that counts, and it does not run.
        background.allowanceEndsAt = .zero + background.allowanceLeft(at: policy.now)
        background.pausedAt = .zero
      }
      background.tasks.lastEnded = nil
      switch background.hold {
      case .grace(let until, let why):
        // Of the reasons, only this one makes a difference to the invariants.
        let why = why == .noReasonToRun ? why : .lifeCycleMessageNotTaken
        background.hold = .grace(until: policy.relative(until), because: why)
      case .assertions(let assertions):
        background.hold = .assertions(
          assertions.map {
            Assertion(
              kind: rebased($0.kind), since: .zero, endsAt: $0.endsAt.map(policy.relative))
          })
      }
      stage = .background(background)
    case .suspended(let suspension):
      launchedAt = .zero
      stage = .suspended(
        Suspension(
          since: .zero, reason: .suspendedByCommand, allowanceLeft: suspension.allowanceLeft))
      // Their time begins anew at the thaw.
      for index in awaited.indices {
        awaited[index].sentAt = policy.now
        if awaited[index].startedAt != nil { awaited[index].startedAt = policy.now }
      }
    case .terminating(var termination):
      launchedAt = .zero
      termination.deadline = policy.relative(termination.deadline)
      termination.reason = .shutDown
      stage = .terminating(termination)
    }
    location.rebase(policy)
    for index in work.indices { work[index].rebase(policy, number: index) }
    environmentSeen.significantTimeChanges -= policy.environment.significantTimeChanges
    environmentSeen.settingsChanges -= policy.environment.settingsChanges
    environmentSeen.urlSchemeChanges -= policy.environment.urlSchemeChanges
    for index in awaited.indices {
      awaited[index].delivery = UInt64(index + 1)
      awaited[index].startedAt = awaited[index].startedAt.map(policy.relative)
      awaited[index].sentAt = index == limited ? policy.relative(awaited[index].sentAt) : .zero
    }
    nextDelivery = UInt64(awaited.count + 1)
    linkClosedAt = linkClosedAt.map(policy.relative)
    warnedAt = warnedAt.map(policy.relative)
  }
}

extension Process {
  /// The same reason, with the number that its work has in ``Work/rebase(_:number:)``.
  fileprivate func rebased(_ kind: Assertion.Kind) -> Assertion.Kind {
    guard case .work(let id) = kind, let index = work.firstIndex(where: { $0.id == id }) else {
      return kind
    }
    return .work(UInt64(index + 1))
  }
}

extension Work {
  fileprivate mutating func rebase(_ policy: Policy, number: Int) {
    id = UInt64(number + 1)
    startedAt = startedAt.map(policy.relative)
    endsAt = endsAt.map(policy.relative)
    expiredAt = expiredAt.map(policy.relative)
    progressedAt = progressedAt.map(policy.relative)
  }
}

extension BackgroundRecord {
  fileprivate mutating func rebase(_ policy: Policy) {
    history = []
    refreshedAt = refreshedAt.map(policy.relative)
    pushes = pushes.map(policy.relative)
    for index in requests.indices {
      requests[index].submittedAt = Instant(nanoseconds: Int64(index))
    }
  }
}

extension Invariants {
  /// The same beliefs, without the numbers of past deliveries and the time of day.
  package func rebased(to policy: Policy) -> Invariants {
    var copy = self
    for app in tracks.keys {
      copy.tracks[app]?.lastDelivery = 0
      copy.tracks[app]?.grantEndsAt = tracks[app]?.grantEndsAt.map(policy.relative)
      if tracks[app]?.exit != nil { copy.tracks[app]?.exit = policy.lastExit(of: app)?.rebased }
    }
    return copy
  }
}

extension ExitRecord {
  fileprivate var rebased: ExitRecord {
    ExitRecord(reason: .shutDown, at: .zero, from: .background)
  }
}
