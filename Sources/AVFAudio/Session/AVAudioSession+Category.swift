import AppLink

extension AVAudioSession {
  /// What sound is for; ``Category/soloAmbient`` at first.
  public var category: Category { state.withLock { $0.category } }
  /// Options of the category, with those that it and they imply (A8).
  public var categoryOptions: CategoryOptions { state.withLock { $0.options } }
  /// What kind of sound it is.
  public var mode: Mode { state.withLock { $0.mode } }
  /// Where sound goes, together with that of others.
  public var routeSharingPolicy: RouteSharingPolicy { state.withLock { $0.policy } }
  /// All categories.
  public var availableCategories: [Category] { Category.all }
  /// All modes.
  public var availableModes: [Mode] { Mode.all }

  /// Sets the category, without options. See ``setCategory(_:mode:policy:options:)``.
  public func setCategory(_ category: Category) throws {
    try setCategory(category, options: [])
  }

  /// Sets category and options, and keeps the mode. See ``setCategory(_:mode:policy:options:)``.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode, options: options)
  }

  /// Sets category, mode and options. See ``setCategory(_:mode:policy:options:)``.
  public func setCategory(
    _ category: Category, mode: Mode, options: CategoryOptions = []
  ) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Sets what sound is for. An active session changes its behaviour at once.
  ///
  /// - Throws: ``ErrorCode/badParam`` for options that the category does not allow (A8), for a policy of
  ///   long forms with another category than ``Category/playback``, and for what is no category; else
  ///   what the device has against it. Nothing is changed then.
  public func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    try check(category, mode, policy, options)
    let completed = options.completed(for: category)
    try AudioService.shared.demand(
      .configure(
        AudioConfiguration(
          category: category.rawValue, mode: mode.rawValue, options: completed.rawValue,
          policy: policy.rawValue)))
    state.withLock {
      $0.category = category
      $0.mode = mode
      $0.options = completed
      $0.policy = policy
    }
  }

  /// Sets the mode, and keeps everything else.
  public func setMode(_ mode: Mode) throws {
    let now = state.withLock { $0 }
    try setCategory(now.category, mode: mode, policy: now.policy, options: now.options)
  }

  private func check(
    _ category: Category, _ mode: Mode, _ policy: RouteSharingPolicy, _ options: CategoryOptions
  ) throws {
    guard Category.all.contains(category) else {
      throw NSError(.badParam, "\(category.rawValue.debugDescription) is no category of a session")
    }
    guard Mode.all.contains(mode) else {
      throw NSError(.badParam, "\(mode.rawValue.debugDescription) is no mode of a session")
    }
    if let name = options.firstNotAllowed(by: category) {
      throw NSError(.badParam, "\(category.rawValue) does not allow the option \(name)")
    }
    guard policy == .default || policy == .independent || category == .playback else {
      throw NSError(.badParam, "policies of long forms need the category playback")
    }
  }
}
