import AppBundles
import Testing

/// Every key, with every type that is wrong for it.
@Suite struct TypeTests {
  enum Kind: String, CaseIterable {
    case string, boolean, integer, real, date, data, array, dictionary
    var xml: String {
      switch self {
      case .string: "<string>x</string>"
      case .boolean: "<true/>"
      case .integer: "<integer>1</integer>"
      case .real: "<real>1.5</real>"
      case .date: "<date>2001-01-01T00:00:00Z</date>"
      case .data: "<data>AQI=</data>"
      case .array: "<array/>"
      case .dictionary: "<dict/>"
      }
    }
  }

  struct Case: CustomTestStringConvertible {
    let key: String
    let value: Kind
    var testDescription: String { "\(key) as \(value)" }
  }

  private static func cases(_ keys: [(String, Kind)]) -> [Case] {
    keys.flatMap { key, right in
      Kind.allCases.filter { $0 != right }.map { Case(key: key, value: $0) }
    }
  }

  private static let relied: [(String, Kind)] = [
    ("CFBundleIdentifier", .string), ("CFBundleExecutable", .string), ("CFBundleName", .string),
    ("CFBundleDisplayName", .string), ("UIApplicationExitsOnSuspend", .boolean),
    ("UIBackgroundModes", .array), ("BGTaskSchedulerPermittedIdentifiers", .array),
    ("CFBundleURLTypes", .array), ("UIApplicationSceneManifest", .dictionary),
  ]

  private func bundle(_ key: String, _ xml: String) -> TemporaryBundle {
    var keys = "<key>\(key)</key>\(xml)"
    for (name, value) in [
      ("CFBundleIdentifier", "com.example.Rise"), ("CFBundleExecutable", "Rise"),
    ]
    where name != key {
      keys += "<key>\(name)</key><string>\(value)</string>"
    }
    return TemporaryBundle(onlyKeys: keys)
  }

  @Test(arguments: cases(relied))
  func `A key the device acts on is refused with a wrong type`(_ wrong: Case) {
    let temporary = bundle(wrong.key, wrong.value.xml)
    let error = temporary.loadError()
    #expect(error?.code == .wrongType)
    #expect(error?.key == wrong.key)
    let errors = temporary.findings().filter { $0.severity == .error }
    #expect(errors.map(\.key) == [wrong.key])
  }

  private static let documented: [(String, Kind)] = [
    ("CFBundleShortVersionString", .string), ("CFBundleVersion", .string),
    ("NSLocationWhenInUseUsageDescription", .string), ("UIFileSharingEnabled", .boolean),
    ("LSApplicationQueriesSchemes", .array), ("UIAppFonts", .array),
  ]

  @Test(arguments: cases(documented))
  func `Another known key with a wrong type is a warning`(_ wrong: Case) {
    let temporary = bundle(wrong.key, wrong.value.xml)
    #expect(temporary.loadError() == nil)
    let finding = temporary.findings().first { $0.code == "wrong-type" }
    #expect(finding?.severity == .warning)
    #expect(finding?.key == wrong.key)
  }

  private static let elements: [(String, String, String)] = [
    ("UIBackgroundModes", "<array>@</array>", "UIBackgroundModes[0]"),
    (
      "BGTaskSchedulerPermittedIdentifiers", "<array><string>a</string>@</array>",
      "BGTaskSchedulerPermittedIdentifiers[1]"
    ),
    (
      "CFBundleURLTypes",
      "<array><dict><key>CFBundleURLSchemes</key><array>@</array></dict></array>",
      "CFBundleURLTypes[0].CFBundleURLSchemes[0]"
    ),
  ]

  @Test(arguments: elements, Kind.allCases.filter { $0 != .string })
  func `An element of a wrong type is refused with its place`(
    _ place: (String, String, String), kind: Kind
  ) {
    let xml = place.1.split(separator: "@", omittingEmptySubsequences: false)
    let error = bundle(place.0, xml.joined(separator: kind.xml)).loadError()
    #expect(error?.code == .wrongType)
    #expect(error?.key == place.2)
  }

  @Test(arguments: [
    (
      "<key>UIApplicationSupportsMultipleScenes</key><string>YES</string>",
      "UIApplicationSceneManifest.UIApplicationSupportsMultipleScenes"
    ),
    (
      "<key>UISceneConfigurations</key><array/>", "UIApplicationSceneManifest.UISceneConfigurations"
    ),
    (
      "<key>UISceneConfigurations</key><dict><key>role</key><dict/></dict>",
      "UIApplicationSceneManifest.UISceneConfigurations.role"
    ),
    (
      """
      <key>UISceneConfigurations</key><dict><key>role</key><array><dict>
      <key>UISceneDelegateClassName</key><true/></dict></array></dict>
      """,
      "UIApplicationSceneManifest.UISceneConfigurations.role[0].UISceneDelegateClassName"
    ),
  ])
  func `The scene manifest is checked to its leaves`(keys: String, place: String) {
    let error = bundle("UIApplicationSceneManifest", "<dict>\(keys)</dict>").loadError()
    #expect(error?.code == .wrongType)
    #expect(error?.key == place)
  }

  @Test func `Modes given as a string come with the array to write`() {
    let error = bundle("UIBackgroundModes", "<string>fetch</string>").loadError()
    #expect(error?.message == "The value is a string and must be an array of strings.")
    #expect(error?.nextStep == "Write <array><string>fetch</string></array>.")
  }

  @Test func `All wrong types are found at once`() {
    let keys = Self.relied.map { "<key>\($0.0)</key><date>2001-01-01T00:00:00Z</date>" }.joined()
    let errors = TemporaryBundle(onlyKeys: keys).findings().filter { $0.code == "wrong-type" }
    #expect(Set(errors.compactMap(\.key)) == Set(Self.relied.map(\.0)))
  }
}
