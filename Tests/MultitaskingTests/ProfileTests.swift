import Testing

@testable import Multitasking

@Suite("The profile table")
struct ProfileTests {
  @Test("The profiles hold the numbers of the specification (§10)")
  func numbers() {
    let (classic, modern) = (Profile.classic, Profile.modern)
    #expect(classic.launchWatchdog == .seconds(20) && modern.launchWatchdog == .seconds(20))
    #expect(classic.sceneUpdateWatchdog == .seconds(10))
    #expect(classic.enterBackgroundBudget == .seconds(10))
    #expect(modern.enterBackgroundBudget == .seconds(5))
    #expect(classic.terminateBudget == .seconds(5) && modern.terminateBudget == .seconds(5))
    #expect(classic.backgroundTaskAllowance == .seconds(180))
    #expect(modern.backgroundTaskAllowance == .seconds(30))
    #expect(classic.taskTimeoutCode.description == "0x8badf00d")
    #expect(modern.taskTimeoutCode.description == "0x2182bad2")
    #expect(modern.backgroundTasksMax == 1_000)
    #expect(modern.backgroundTaskWarningAge == .seconds(30))
    #expect(Profile.named(.classic) == classic && Profile.named(.modern) == modern)
  }

  @Test("Both profiles agree with themselves", arguments: Profile.Name.allCases)
  func valid(_ name: Profile.Name) throws { try Profile.named(name).validate() }

  @Test("Every setting takes what it reads, and its key occurs once")
  func roundTrip() throws {
    #expect(Set(Profile.settings.map(\.key)).count == Profile.settings.count)
    for name in Profile.Name.allCases {
      for setting in Profile.settings {
        var profile = Profile.named(name)
        try profile.set(setting.key, to: setting.read(profile))
        #expect(profile == Profile.named(name), "\(setting.key)")
      }
    }
  }

  /// For each unit values that differ from both profiles, and values that are none.
  private func examples(_ setting: ProfileSetting) -> (good: [String], bad: [String]) {
    switch setting.unit {
    case .seconds: (["0", "1.25", "31536000"], ["", "x", "-1", "nan", "inf", "31536001", "1 s"])
    case .bytes: (["none", "1"], ["", "0", "-1", "1.5", "1 MiB"])
    case .count: (["1", "7"], ["", "0", "-1", "1.5", "x"])
    case .metres: (["1", "700"], ["", "-1", "1.5", "x", "5 km"])
    case .percent: (["1", "100"], ["", "-1", "101", "x", "50%"])
    case .flag: (["true", "false"], ["", "yes", "1", "TRUE"])
    case .choice:
      setting.key == "optOut"
        ? (Profile.OptOut.allCases.map(\.rawValue), ["", "Book", "none"])
        : (Profile.CallPresentation.allCases.map(\.rawValue), ["", "fullscreen"])
    case .text: (["9", "18.1.2"], ["", "9.", ".9", "9..1", "nine", "\u{bd}", "-1", "+1"])
    }
  }

  @Test("Every setting takes its values and no others")
  func values() throws {
    for setting in Profile.settings {
      let (good, bad) = examples(setting)
      for text in good {
        var profile = Profile.classic
        try profile.set(setting.key, to: text)
        var again = profile
        try again.set(setting.key, to: setting.read(profile))
        #expect(again == profile, "\(setting.key) \(text)")
      }
      for text in bad {
        var profile = Profile.classic
        let error = #expect(throws: ProfileError.self, "\(setting.key) \"\(text)\"") {
          try profile.set(setting.key, to: text)
        }
        #expect(error?.code == .badValue && error?.key == setting.key)
        #expect(profile == .classic)
      }
    }
  }

  @Test("Each setting changes what it names and nothing else")
  func changes() throws {
    for setting in Profile.settings {
      let (good, _) = examples(setting)
      let other = try #require(good.first { $0 != setting.read(.classic) })
      var profile = Profile.classic
      try profile.set(setting.key, to: other)
      let changed = Profile.settings.filter { $0.read(profile) != $0.read(.classic) }
      #expect(changed.map(\.key) == [setting.key])
    }
  }

  @Test("A key that is none is named, with the next step")
  func unknownKey() {
    var profile = Profile.classic
    let error = #expect(throws: ProfileError.self) { try profile.set("speed", to: "1") }
    #expect(error?.code == .unknownKey)
    #expect(
      error?.description
        == "the profile has no setting \"speed\"; `greenroom profile` lists them")
  }

  @Test("A bad value is told with its unit and the value of now")
  func badValue() {
    var profile = Profile.modern
    let error = #expect(throws: ProfileError.self) {
      try profile.set("expirationLead", to: "soon")
    }
    #expect(
      error?.message == "\"soon\" is not a value for expirationLead (seconds, now 4.5)")
  }

  @Test(
    "Values that contradict each other are found (T21, T22, L81)",
    arguments: [
      ("backgroundTaskAllowance", "3", "expirationLead"),
      ("expirationHandlerBudget", "6", "expirationHandlerBudget"),
      ("memoryWarningInterval", "2", "memoryWarningInterval"),
    ])
  func contradictions(_ key: String, _ value: String, _ blamed: String) throws {
    var profile = Profile.classic
    try profile.set(key, to: value)
    let error = #expect(throws: ProfileError.self) { try profile.validate() }
    #expect(error?.code == .contradiction && error?.key == blamed)
    #expect(error?.message.isEmpty == false)
  }

  @Test("Fractions of a second are exact")
  func fractions() throws {
    var profile = Profile.classic
    for (text, nanoseconds) in [("0.29", 290_000_000), ("19.97", 19_970_000_000), ("1e-9", 1)] {
      try profile.set("launchWatchdog", to: text)
      #expect(profile.launchWatchdog.inNanoseconds == Int64(nanoseconds))
    }
  }
}
