/// Whether Linux could start the executable at all.
enum ExecutableFormatCheck {
  static func findings(_ path: String, shownIn bundle: String) -> [Finding] {
    let file = "\(bundle)/\(BundleFiles.lastComponent(path))"
    // Far less than the program; the limit only has to cover the magic number.
    guard let start = BundleFiles.prefix(of: path, count: 4) else {
      return [
        Finding(
          severity: .warning, code: "executable-unreadable", file: file, key: "CFBundleExecutable",
          message: "The executable cannot be read, so its format is unknown.")
      ]
    }
    if start.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || start.starts(with: Array("#!".utf8)) {
      return []
    }
    let machO: Set<[UInt8]> = [
      [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE],
    ]
    return [
      Finding(
        severity: .warning, code: "executable-format", file: file, key: "CFBundleExecutable",
        message: machO.contains(start)
          ? "The executable is a Mach-O file, which is for Apple's systems."
          : "The executable is neither an ELF file nor a script with a ‘#!’ line.",
        nextStep: "Build it for Linux.")
    ]
  }
}
