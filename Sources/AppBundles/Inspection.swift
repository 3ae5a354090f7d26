/// What the strict loader and the doctor both look at: they cannot disagree about what is an error.
struct Inspection {
  let bundleFile: String
  let plistFile: String
  /// Absolute and without symbolic links.
  private(set) var path: String?
  private(set) var executablePath: String?
  private(set) var info: [String: PlistValue]?
  private(set) var errors: [BundleError] = []

  /// - Parameter name: how messages call the bundle, when that is not its path.
  init(of given: String, shownAs name: String? = nil) {
    var shown = name ?? given
    while shown.utf8.count > 1, shown.hasSuffix("/") { shown.removeLast() }
    bundleFile = shown
    plistFile = "\(shown)/Info.plist"
    guard openDirectory(given) else { return }
    readInfo()
    if let info {
      checkIdentifier(info)
      checkExecutable(info)
      errors += TypeCheck.errors(in: info, file: plistFile)
      errors += Placeholders.errors(in: info, file: plistFile)
      errors += URLTypeCheck.errors(in: info, file: plistFile)
    }
  }

  private mutating func openDirectory(_ given: String) -> Bool {
    guard let real = BundleFiles.resolved(given), BundleFiles.status(of: real)?.kind == .directory
    else {
      errors.append(
        BundleError(
          .notADirectory, file: bundleFile, message: "There is no directory here.",
          nextStep: "Give the path of a directory ‘Name.app’ with an Info.plist in it."))
      return false
    }
    let name = BundleFiles.lastComponent(real)
    if !name.hasSuffix(".app") || name == ".app" {
      errors.append(
        BundleError(
          .notAnApp, file: bundleFile,
          message: "The name of the directory, \(quoted(name)), is not of the form ‘Name.app’.",
          nextStep: "Rename the directory."))
    }
    path = real
    return true
  }

  private mutating func readInfo() {
    guard let path else { return }
    do {
      info = try Self.readPlist("\(path)/Info.plist", shownAs: plistFile)
    } catch {
      errors.append(error)
    }
  }

  static func readPlist(
    _ path: String, shownAs file: String
  ) throws(BundleError) -> [String: PlistValue] {
    guard BundleFiles.status(of: path, followingLinks: false) != nil else {
      throw BundleError(
        .missingInfoPlist, file: file, message: "There is no Info.plist.",
        nextStep: "Add one with at least CFBundleIdentifier and CFBundleExecutable.")
    }
    let limit = BundleLimits.infoPlistBytesMax
    guard let bytes = BundleFiles.read(path, limit: limit) else {
      throw BundleError(
        .unreadableInfoPlist, file: file, message: "The file cannot be read.",
        nextStep: "Make it a regular file with read permission.")
    }
    guard bytes.count <= limit else {
      throw BundleError(
        .infoPlistTooLarge, file: file, message: "The file is larger than \(limit) bytes.",
        nextStep: "Move large data to a resource of its own.")
    }
    do {
      return try PlistReader.dictionary(from: bytes)
    } catch {
      throw BundleError(
        .malformedInfoPlist, file: file, message: error.message,
        nextStep: "Write an XML or binary property list with a dictionary at the top.")
    }
  }

  private mutating func checkIdentifier(_ info: [String: PlistValue]) {
    let key = "CFBundleIdentifier"
    guard let value = info[key] else {
      errors.append(
        BundleError(
          .missingIdentifier, file: plistFile, key: key, message: "The bundle has no identifier.",
          nextStep: "Add one in reverse DNS form, for example ‘com.example.Rise’."))
      return
    }
    // A wrong type is reported with all the others, an unexpanded placeholder with its like.
    guard let identifier = value.string, !Placeholders.isFound(in: identifier) else { return }
    if let reason = BundleIdentifier.objection(to: identifier) {
      let better = BundleIdentifier.nearest(to: identifier)
      errors.append(
        BundleError(
          .invalidIdentifier, file: plistFile, key: key,
          message: "\(quoted(identifier)) \(reason).",
          nextStep: "Write \(better.map { quoted($0) } ?? "one like ‘com.example.Rise’")."))
    }
  }

  private mutating func checkExecutable(_ info: [String: PlistValue]) {
    let key = "CFBundleExecutable"
    guard let path, let value = info[key] else {
      errors.append(
        BundleError(
          .missingExecutableKey, file: plistFile, key: key,
          message: "The bundle does not name its executable.",
          nextStep: "Add the name of the program in the bundle."))
      return
    }
    guard let name = value.string, !Placeholders.isFound(in: name) else { return }
    guard BundleFiles.isFileName(name) else {
      errors.append(
        BundleError(
          .invalidExecutableName, file: plistFile, key: key,
          message: "\(quoted(name)) is not the name of a file in the bundle.",
          nextStep: "Write the bare file name, without a path."))
      return
    }
    if let error = Self.objection(
      toExecutable: "\(path)/\(name)", within: path, shownAs: "\(bundleFile)/\(name)")
    {
      errors.append(error)
    } else {
      executablePath = "\(path)/\(name)"
    }
  }

  /// Why a file cannot be started, or nil.
  static func objection(
    toExecutable path: String, within directory: String?, shownAs shown: String
  ) -> BundleError? {
    let key = directory == nil ? nil : "CFBundleExecutable"
    guard let real = BundleFiles.resolved(path), let status = BundleFiles.status(of: real) else {
      return BundleError(
        .executableMissing, file: shown, key: key, message: "The executable is not there.",
        nextStep: "Build it, or correct the name.")
    }
    if let directory, !real.hasPrefix(directory == "/" ? "/" : "\(directory)/") {
      return BundleError(
        .executableOutsideBundle, file: shown, key: key,
        message: "The executable is a symbolic link that leads out of the bundle.",
        nextStep: "Copy the program into the bundle.")
    }
    guard status.kind == .regular else {
      return BundleError(
        .executableNotRegular, file: shown, key: key,
        message: "The executable is not a regular file.", nextStep: "Put the program in its place.")
    }
    guard BundleFiles.canExecute(real, mode: status.mode) else {
      return BundleError(
        .executableNotExecutable, file: shown, key: key,
        message: "The file may not be executed.", nextStep: "Set its mode with ‘chmod +x’.")
    }
    return nil
  }
}
