import Multitasking

/// Looks at a bundle and says everything that is wrong or odd about it.
///
/// ```swift
/// for finding in Doctor.examine(at: "Rise.app", profile: .modern) { print(finding) }
/// // warning: Rise.app/Info.plist: UIBackgroundModes[0]: ‘fetched’ is no background mode. Did you
/// // mean ‘fetch’? [unknown-background-mode]
/// ```
public struct Doctor {
  /// All findings, errors first, each group in the order of the checks.
  ///
  /// Never throws. There is an error among the findings exactly if ``AppBundle`` refuses the bundle.
  public static func examine(at path: String, profile: BundleProfile) -> [Finding] {
    let inspection = Inspection(of: path)
    var findings = inspection.errors.map { Finding($0) }
    if let executable = inspection.executablePath {
      findings += ExecutableFormatCheck.findings(executable, shownIn: inspection.bundleFile)
    }
    if let info = inspection.info {
      let file = inspection.plistFile
      findings += TypeCheck.warnings(in: info, file: file)
      findings += Placeholders.warnings(in: info, file: file)
      let plist = Examined(info: info, file: file, profile: profile)
      findings += KeyNameCheck.findings(plist)
      findings += LifeCycleCheck.findings(plist)
      findings += BackgroundModeCheck.findings(plist)
      findings += BackgroundTaskCheck.findings(plist)
      findings += LocationCheck.findings(plist)
      findings += URLTypeCheck.findings(plist)
    }
    let rank: (Finding) -> Int = { Finding.Severity.allCases.firstIndex(of: $0.severity)! }
    return findings.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
  }
}

/// What a check gets to see.
struct Examined {
  let info: [String: PlistValue]
  let file: String
  let profile: BundleProfile

  /// The valid background modes, whether or not the profile knows them.
  var modes: Set<BackgroundMode> {
    Set((info["UIBackgroundModes"]?.strings ?? []).compactMap(BackgroundMode.init))
  }

  func warning(_ code: String, key: String, _ message: String, next: String? = nil) -> Finding {
    Finding(
      severity: .warning, code: code, file: file, key: key, message: message, nextStep: next)
  }

  func note(_ code: String, key: String, _ message: String, next: String? = nil) -> Finding {
    Finding(severity: .note, code: code, file: file, key: key, message: message, nextStep: next)
  }
}
