import Multitasking

// Letting time pass. The names are those of Kotlin's `runTest`.
extension Device {
  /// Lets time pass.
  ///
  /// Everything happens at its instant: the app's timers and tasks while it runs, the device's
  /// decisions. While the app is suspended its timers do not fire; those that are overdue fire when
  /// it runs again (L5). What is due exactly at the end has happened when this returns.
  ///
  /// - Parameter duration: not below zero.
  /// - Throws: ``DeviceError`` with code `badDuration`.
  public func advance(by duration: Duration) async throws {
    try await ask { try $0.advance(by: duration) }
  }

  /// Lets time pass until nothing waits for its time any more: the app is suspended, does not run,
  /// or has nothing left to do.
  ///
  /// - Parameter limit: the longest time to pass.
  /// - Throws: ``DeviceError`` with code `neverIdle` when something still waits at the limit.
  public func advanceUntilIdle(limit: Duration = .seconds(24 * 3_600)) async throws {
    try await ask { try $0.advanceUntilIdle(limit: limit) }
  }

  /// Lets everything happen that happens without time passing: after the test itself has called code
  /// of the app.
  public func runCurrent() async throws { try await ask { try $0.settle() } }
}

extension Driver {
  package func advance(by duration: Duration) throws {
    guard duration >= .zero else {
      throw DeviceError(
        .badDuration, "time does not run backwards, by \((.zero - duration).spoken)")
    }
    pass(until: now + duration)
    try settle()
  }

  package func advanceUntilIdle(limit: Duration) throws {
    let last = now + limit
    try settle()
    while let next = nextStep {
      guard next <= last else { throw DeviceError.neverIdle(after: limit) }
      pass(until: next)
      try settle()
    }
  }

  /// When something happens next, by itself.
  private var nextStep: Instant? {
    // The process's own deadlines count while the app runs; at others they stand still.
    let own = appRuns ? World.nextDeadline.map { max($0, now) } : nil
    return [own, policy.nextDeadline].compactMap(\.self).min()
  }
}
