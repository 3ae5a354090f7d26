/// Keys with names that nobody reads: misspelt, or on the wrong level.
enum KeyNameCheck {
  static func findings(_ plist: Examined) -> [Finding] {
    let known = Set(KnownKeys.device.keys).union(KnownKeys.documented.keys)
    return plist.info.keys.sorted().compactMap { key -> Finding? in
      // `UISupportedInterfaceOrientations~ipad` and `CFBundleIcons-iphoneos` are variants.
      let base = key.prefix { $0 != "~" && $0 != "-" }
      if known.contains(String(base)) || known.contains(key) { return nil }
      if let home = KnownKeys.homes[key] {
        return plist.warning(
          "misplaced-key", key: key, "The key has no effect at the top of Info.plist.",
          next: "Move it into \(home).")
      }
      guard let meant = Misspelling.nearest(to: key, in: known) else { return nil }
      let shown = String(quoted(key).dropFirst().dropLast())
      return plist.warning(
        "misspelt-key", key: shown, "Nobody reads a key of this name.",
        next: "Did you mean ‘\(meant)’?")
    }
  }
}
