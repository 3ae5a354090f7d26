/// Opting out of multitasking and adopting scenes: one is classic, the other modern.
enum LifeCycleCheck {
  static func findings(_ plist: Examined) -> [Finding] {
    switch plist.profile {
    case .classic: classic(plist)
    case .modern: exitsOnSuspend(plist) + scenes(plist)
    }
  }

  private static func classic(_ plist: Examined) -> [Finding] {
    let key = "UIApplicationSceneManifest"
    guard plist.info[key] != nil else { return [] }
    // L13: scenes came with iOS 13.
    return [
      plist.warning(
        "no-effect", key: key, "The key has no effect in the classic profile, which has no scenes.",
        next: "Run the app in the modern profile, or handle its life cycle in the app delegate.")
    ]
  }

  private static func exitsOnSuspend(_ plist: Examined) -> [Finding] {
    let key = "UIApplicationExitsOnSuspend"
    // O6. Without the key the app is suspended too, so `false` is not worth a word.
    guard plist.info[key]?.boolean == true else { return [] }
    return [
      plist.warning(
        "no-effect", key: key,
        "The key has no effect in the modern profile: the app is suspended, not terminated.",
        next: "Remove it, or run the app in the classic profile.")
    ]
  }

  private static func scenes(_ plist: Examined) -> [Finding] {
    let key = "UIApplicationSceneManifest"
    guard let manifest = plist.info[key]?.dictionary else { return [] }
    let place = "\(key).UISceneConfigurations"
    let roles = manifest["UISceneConfigurations"]?.dictionary ?? [:]
    let configurations = roles.keys.sorted().flatMap { roles[$0]?.array ?? [] }
    if configurations.isEmpty {
      return [
        plist.note(
          "no-scene-configurations", key: place, "There are no scene configurations.",
          next: "Implement application(_:configurationForConnecting:options:), or add one.")
      ]
    }
    return roles.keys.sorted().flatMap { role in
      (roles[role]?.array ?? []).enumerated().compactMap { index, configuration -> Finding? in
        guard let fields = configuration.dictionary, fields["UISceneDelegateClassName"] == nil
        else { return nil }
        return plist.note(
          "no-scene-delegate", key: "\(place).\(quoted(role).dropFirst().dropLast())[\(index)]",
          "The scene configuration names no delegate class.",
          next: "Set UISceneDelegateClassName, or set delegateClass in code.")
      }
    }
  }
}
