#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes bundles.
public enum BundleWriter {
  /// Makes `Name.app` of a program and an `Info.plist`, and returns its path.
  ///
  /// ```swift
  /// let path = try BundleWriter.assemble(
  ///   executable: ".build/debug/Rise", infoPlist: "Rise/Info.plist", name: nil, into: "Apps",
  ///   extraResources: ["Rise/alarm.caf"])
  /// ```
  ///
  /// `CFBundleExecutable` is set to the program's file name, `CFBundleName` to the bundle's name if
  /// it is missing. `$(EXECUTABLE_NAME)`, `$(PRODUCT_NAME)`, `$(TARGET_NAME)`,
  /// `$(PRODUCT_MODULE_NAME)`, `$(PRODUCT_BUNDLE_PACKAGE_TYPE)` and `$(DEVELOPMENT_LANGUAGE)` are
  /// replaced, and `$(PRODUCT_BUNDLE_IDENTIFIER)` if `CFBundleIdentifier` says what it is; also as
  /// `${…}` and with `:rfc1034identifier` and `:c99extidentifier`. Other settings stay as they are.
  ///
  /// The bundle is written beside its destination and renamed, so it is complete or absent. One that
  /// is there already is moved away just before and comes back if the rename fails.
  ///
  /// - Parameters:
  ///   - executable: the program; a symbolic link is followed, the mode is kept without the
  ///     set-user-ID and set-group-ID bits.
  ///   - infoPlist: the path of an `Info.plist`; without one the identifier is `local.` and the name.
  ///   - name: with or without `.app`; by default the program's file name.
  ///   - directory: must be there.
  ///   - extraResources: files and directories for the top of the bundle.
  /// - Throws: ``BundleError`` if something cannot be read or written, and for everything that
  ///   ``AppBundle`` would refuse in the result.
  public static func assemble(
    executable: String, infoPlist: String?, name: String?, into directory: String,
    extraResources: [String]
  ) throws(BundleError) -> String {
    if let error = Inspection.objection(toExecutable: executable, within: nil, shownAs: executable)
    {
      throw error
    }
    let program = BundleFiles.lastComponent(executable)
    let name = try bundleName(name ?? program)
    let info = try infoDictionary(from: infoPlist, name: name, program: program)

    let bundle = "\(name).app"
    guard BundleFiles.status(of: directory)?.kind == .directory else {
      throw BundleError(
        .notADirectory, file: directory, message: "There is no directory here.",
        nextStep: "Make it, or give another one.")
    }
    let staging = try Staging(beside: directory)
    defer { staging.remove() }
    let root = "\(staging.path)/\(bundle)"
    try Staging.makeDirectory(root)
    for resource in extraResources {
      let base = BundleFiles.lastComponent(resource)
      guard BundleFiles.isFileName(base), base != "Info.plist", base != program,
        BundleFiles.status(of: "\(root)/\(base)", followingLinks: false) == nil
      else {
        throw BundleError(
          .unusableResource, file: resource,
          message: "The bundle has another file of the name \(quoted(base)), or it is no name.",
          nextStep: "Rename the resource.")
      }
      try ResourceCopy.copy(resource, to: "\(root)/\(base)")
    }
    try ResourceCopy.copyFile(executable, to: "\(root)/\(program)")
    try Staging.write(encoded(info, file: infoPlist ?? bundle), to: "\(root)/Info.plist")

    let inspection = Inspection(of: root, shownAs: "\(directory)/\(bundle)")
    if let error = inspection.errors.first { throw error }
    return try staging.publish(bundle, in: directory)
  }

  private static func bundleName(_ given: String) throws(BundleError) -> String {
    let name = given.hasSuffix(".app") ? String(given.dropLast(4)) : given
    guard BundleFiles.isFileName(name), BundleFiles.isFileName("\(name).app") else {
      throw BundleError(
        .invalidName, file: given, message: "\(quoted(given)) cannot name a bundle.",
        nextStep: "Choose a file name without a path.")
    }
    return name
  }

  private static func infoDictionary(
    from path: String?, name: String, program: String
  ) throws(BundleError) -> [String: PlistValue] {
    var info: [String: PlistValue]
    if let path {
      info = try Inspection.readPlist(path, shownAs: path)
    } else {
      let part = Placeholders.mapped(name, replacement: "-")
      info = [
        "CFBundleIdentifier": .string("local.\(part)"), "CFBundlePackageType": .string("APPL"),
      ]
    }
    info["CFBundleExecutable"] = .string(program)
    if info["CFBundleName"] == nil { info["CFBundleName"] = .string(name) }

    var settings = [
      "EXECUTABLE_NAME": program, "PRODUCT_NAME": name, "TARGET_NAME": name,
      "PRODUCT_MODULE_NAME": Placeholders.mapped(name, replacement: "_"),
      "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL", "DEVELOPMENT_LANGUAGE": "en",
    ]
    if let raw = info["CFBundleIdentifier"]?.string {
      let identifier = Placeholders.expand(raw, with: settings)
      // `$(PRODUCT_BUNDLE_IDENTIFIER)` as its own value says nothing.
      if !Placeholders.isFound(in: identifier) {
        settings["PRODUCT_BUNDLE_IDENTIFIER"] = identifier
      }
    }
    return info.mapValues { Placeholders.expand($0, with: settings) }
  }

  private static func encoded(
    _ info: [String: PlistValue], file: String
  ) throws(BundleError) -> [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    do {
      return Array(try encoder.encode(info))
    } catch {
      throw BundleError(
        .malformedInfoPlist, file: file, message: "The Info.plist cannot be written as XML.",
        nextStep: "Remove the values that XML cannot hold.")
    }
  }
}
