public import Multitasking

/// An app on disk: a directory `Name.app` with an `Info.plist` and an executable.
///
/// ```swift
/// let rise = try AppBundle(at: "Apps/Rise.app", profile: .classic)
/// print(rise.manifest.id, rise.executablePath)
/// ```
///
/// What the device relies on was right when the bundle was loaded: the identifier, the executable,
/// and the types of the keys it acts on. ``Doctor`` says what else looks like a mistake.
public struct AppBundle: Sendable {
  /// The absolute path of the directory, without symbolic links.
  public let path: String
  /// The program, inside ``path``.
  public let executablePath: String
  /// What the policy needs, as the profile's iOS understands it.
  public let manifest: AppManifest
  /// `CFBundleShortVersionString`.
  public let version: String?
  /// `CFBundleVersion`.
  public let build: String?
  /// `Info.plist` as it stands there.
  public let info: [String: PlistValue]

  /// Loads a bundle and checks it.
  ///
  /// Background modes that the profile's iOS does not know are left out of the manifest: iOS 7 has
  /// no mode `processing`. What scenes and `UIApplicationExitsOnSuspend` mean there is the policy's
  /// business (L13, O6).
  /// Background modes that nobody knows, and URL schemes that are reserved or no schemes, are left
  /// out as iOS does.
  ///
  /// - Throws: the first ``BundleError``; ``Doctor/examine(at:profile:)`` lists them all.
  public init(at path: String, profile: BundleProfile) throws(BundleError) {
    let inspection = Inspection(of: path)
    if let error = inspection.errors.first { throw error }
    guard let real = inspection.path, let info = inspection.info,
      let executable = inspection.executablePath
    else { preconditionFailure("An inspection without errors has found everything.") }
    self.path = real
    executablePath = executable
    self.info = info
    version = info["CFBundleShortVersionString"]?.string
    build = info["CFBundleVersion"]?.string
    manifest = AppManifest(info: info, profile: profile)
  }

  /// Copies the bundle to a path where nothing is yet, with its permissions and without its owner,
  /// set-user-ID bits, and whatever is neither a file nor a directory.
  ///
  /// - Throws: ``BundleError``; what was copied until then stays.
  public func copy(to target: String) throws(BundleError) {
    try ResourceCopy.copy(path, to: target)
  }

  /// `BGTaskSchedulerPermittedIdentifiers` (F20), in the order of the plist.
  public var permittedTaskIdentifiers: [String] {
    manifest.permittedTaskIdentifiers
  }
}

extension AppManifest {
  init(info: [String: PlistValue], profile: BundleProfile) {
    let identifier = info["CFBundleIdentifier"]?.string ?? ""
    let scenes = info["UIApplicationSceneManifest"]?.dictionary
    let names = ["CFBundleDisplayName", "CFBundleName", "CFBundleExecutable"]
    let modes = (info["UIBackgroundModes"]?.strings ?? []).compactMap(BackgroundMode.init)
    let schemes = URLTypeCheck.schemes(in: info).map(\.name)
    self.init(
      id: AppID(identifier),
      displayName: names.lazy.compactMap { info[$0]?.string }.first { !$0.isEmpty },
      exitsOnSuspend: info["UIApplicationExitsOnSuspend"]?.boolean == true,
      backgroundModes: Set(modes).filter { $0.isKnown(to: profile) }
        .sorted { $0.rawValue < $1.rawValue },
      urlSchemes: Set(schemes.filter(URLTypeCheck.isUsable).map { $0.lowercased() }).sorted(),
      usesScenes: scenes != nil,
      supportsMultipleScenes: scenes?["UIApplicationSupportsMultipleScenes"]?.boolean == true,
      permittedTaskIdentifiers: info["BGTaskSchedulerPermittedIdentifiers"]?.strings ?? [],
      location: LocationManifest(info: info))
  }
}

extension LocationManifest {
  init(info: [String: PlistValue]) {
    let purposes = info["NSLocationTemporaryUsageDescriptionDictionary"]?.dictionary ?? [:]
    self.init(
      usage: Usage.allCases.filter { info[$0.rawValue]?.string?.isEmpty == false },
      purposes: purposes.keys.sorted(),
      isAccuracyReduced: info["NSLocationDefaultAccuracyReduced"]?.boolean == true)
  }
}

extension BackgroundMode {
  /// iOS 7 had nine modes; the other three came with iOS 13 and 16.
  func isKnown(to profile: BundleProfile) -> Bool {
    switch (self, profile) {
    case (.processing, .classic), (.nearbyInteraction, .classic), (.pushToTalk, .classic): false
    default: true
    }
  }
}
