// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "greenroom",
  products: [
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
    // Background behaviour under test, in virtual time.
    .library(name: "GreenroomTesting", targets: ["GreenroomTesting"]),
    .library(name: "GreenroomXCTest", targets: ["GreenroomXCTest"]),
    .executable(name: "greenroom", targets: ["greenroom"]),
    .executable(name: "greenroomd", targets: ["greenroomd"]),
    .executable(name: "greenroom-render", targets: ["greenroom-render"]),
    .executable(name: "greenroom-media", targets: ["greenroom-media"]),
    // Virtual time for any program: to be preloaded.
    .library(name: "VirtualTime", type: .dynamic, targets: ["CVirtualTime"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // When the person opens apps and when apps have news: what is worth a wake.
    .target(name: "RefreshLearning"),
    // The policy: pure, no clock, no I/O.
    .target(name: "Multitasking", dependencies: ["RefreshLearning"]),
    // What an app and its device say to each other.
    .target(name: "AppLink"),
    // The API that apps see.
    .target(name: "CUIKit"),
    // What the compiler looks for in files that import UIKit and Testing.
    .target(name: "_Testing_UIKit", path: "Sources/TestingOverlay"),
    .target(name: "UIKit", dependencies: ["AppLink", "CUIKit", "_Testing_UIKit"]),
    .target(name: "BackgroundTasks", dependencies: ["UIKit", "CUIKit", "AppLink"]),
    // Sound, as apps see it. What plays it is no part of an app.
    .target(name: "CAVFAudio"),
    .target(name: "AVFAudio", dependencies: ["UIKit", "CUIKit", "CAVFAudio", "AppLink"]),
    .target(name: "AVFoundation", dependencies: ["AVFAudio"]),
    .target(name: "MediaPlayer", dependencies: ["AVFAudio", "UIKit", "AppLink"]),
    // Bundles on disk: Info.plist in, a manifest or findings out.
    .target(name: "AppBundles", dependencies: ["Multitasking"]),
    // The sound of all apps, between the policy and whoever plays it; for both drivers.
    .target(
      name: "SoundDesk",
      dependencies: [
        "AppLink", "LinkTranslation", "MediaLink", "Multitasking", "ProcessControl", "CLinux",
      ]),
    // Where a device is, between the policy and whoever knows it; for both drivers.
    .target(name: "LocationDesk", dependencies: ["Multitasking"]),
    // The system calls that Swift cannot reach.
    .target(name: "CLinux"),
    // Virtual time for unmodified programs: stands in for the calls through which they wait.
    .target(name: "CVirtualTime", cSettings: [.define("_GNU_SOURCE")]),
    // Where a program that is not linked with it finds it.
    .target(name: "CVirtualTimeInterface"),
    // Spawn, freeze, thaw, kill: the few places that touch other processes.
    .target(name: "ProcessControl", dependencies: ["CLinux", "CVirtualTimeInterface"]),
    // Choices that follow from a seed alone, for explorers and tests.
    .target(name: "SeededRandom"),
    // Tries everything that can happen to the policy.
    .executableTarget(
      name: "policy-explorer",
      dependencies: [
        "Multitasking", "SeededRandom",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/PolicyExplorer"),
    // What a device and its media service say to each other.
    .target(name: "MediaLink", dependencies: ["AppLink"]),
    // GStreamer, for the media service alone.
    .target(
      name: "CGStreamer",
      linkerSettings: [
        .linkedLibrary("gstreamer-1.0"), .linkedLibrary("gio-2.0"), .linkedLibrary("glib-2.0"),
      ]),
    // Decodes and plays.
    .target(
      name: "MediaService",
      dependencies: ["MediaLink", "AppLink", "CGStreamer", "CLinux", "ProcessControl"]),
    // A process of its own: no other program loads a media library.
    .executableTarget(
      name: "greenroom-media",
      dependencies: [
        "MediaService", "MediaLink",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The policy's words, and those on the wire.
    .target(name: "LinkTranslation", dependencies: ["Multitasking", "AppLink"]),
    // Random stories on virtual devices, with faults.
    .executableTarget(
      name: "device-explorer",
      dependencies: [
        "ControlAPI", "AppBundles", "Multitasking", "ProcessControl", "SeededRandom", "Stories",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/DeviceExplorer"),
    // What can be asked of a device, and a client that asks.
    .target(
      name: "ControlAPI", dependencies: ["Multitasking", "AppLink", "MediaLink", "LocationDesk"]),
    // Cairo and Pango, for the renderer alone.
    .systemLibrary(name: "CPangoCairo", providers: [.apt(["libpango1.0-dev"])]),
    // Draws what a device shows.
    .target(name: "ScreenRendering", dependencies: ["ControlAPI", "AppLink", "CPangoCairo"]),
    // A process of its own: no other program loads a drawing library.
    .executableTarget(
      name: "greenroom-render", dependencies: ["ScreenRendering", "ControlAPI", "AppLink"]),
    // Scripted stories: what people write, read and checked.
    .target(name: "Stories", dependencies: ["ControlAPI", "LocationDesk", "Multitasking"]),
    // The real driver: processes, store, journal, control socket.
    .target(
      name: "DeviceHost",
      dependencies: [
        "Multitasking", "AppLink", "LinkTranslation", "AppBundles", "ControlAPI", "ProcessControl",
        "CLinux", "MediaLink", "SoundDesk", "LocationDesk",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .executableTarget(
      name: "greenroomd",
      dependencies: [
        "DeviceHost", "ControlAPI", "Multitasking", "ProcessControl",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "greenroom",
      dependencies: [
        "ControlAPI", "AppBundles", "AppLink", "LocationDesk", "Multitasking", "ProcessControl",
        "CLinux", "Stories",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The main thread of a test process: runs the main run loop, as an app's does.
    .target(name: "CTestProcess"),
    // The app under test in the test's process, against the policy, in virtual time.
    .target(
      name: "GreenroomTesting",
      dependencies: [
        "Multitasking", "AppLink", "LinkTranslation", "AppBundles", "ControlAPI", "UIKit",
        "CVirtualTime", "CTestProcess", "MediaLink", "SoundDesk", "LocationDesk",
      ]),
    // The same for XCTest.
    .target(
      name: "GreenroomXCTest",
      dependencies: ["GreenroomTesting", "LocationDesk", "Multitasking", "UIKit"]),
    // An app that tells everything it hears, and misbehaves on demand.
    .executableTarget(
      name: "LifeCycleProbe", dependencies: ["UIKit", "AppLink", "BackgroundTasks"],
      path: "Fixtures/LifeCycleProbe", exclude: ["Bundles"]),
    // An app that tells what it hears of fetches, pushes and tasks, for tests of the app's side.
    .executableTarget(
      name: "BackgroundWorkProbe", dependencies: ["BackgroundTasks", "UIKit"],
      path: "Fixtures/BackgroundWorkProbe", exclude: ["Bundles"]),
    // An app that does with sound what it is told, for the tests of what is to be heard.
    .executableTarget(
      name: "SoundProbe", dependencies: ["AVFoundation", "MediaPlayer", "UIKit"],
      path: "Fixtures/SoundProbe"),
    // A list of news, for the tests of what is to be seen.
    .executableTarget(name: "ListProbe", dependencies: ["UIKit"], path: "Fixtures/ListProbe"),
    // A program that waits in every way there is, for the tests of virtual time.
    .target(
      name: "CVirtualTimeProbe", path: "Fixtures/VirtualTimeProbe/C",
      cSettings: [.define("_GNU_SOURCE")]),
    .executableTarget(
      name: "virtual-time-probe", dependencies: ["CVirtualTimeProbe"],
      path: "Fixtures/VirtualTimeProbe/Swift"),
    // Plays a story with the recipes, and checks every step.
    .executableTarget(
      name: "greenroom-demo",
      dependencies: [
        "ControlAPI", "AppBundles", "Multitasking", "ProcessControl", "NewsFeed", "Tones",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Demo"),
    // `make bench`: what is measured, and the app that it is measured on.
    .executableTarget(
      name: "greenroom-bench",
      dependencies: ["ControlAPI", "Multitasking", "ProcessControl", "CLinux"],
      path: "Benchmarks/Suite"),
    .executableTarget(
      name: "media-bench", dependencies: ["AppLink", "MediaLink", "ProcessControl", "CLinux"],
      path: "Benchmarks/Media"),
    .executableTarget(
      name: "refresh-bench", dependencies: ["RefreshLearning"], path: "Benchmarks/Refresh"),
    .executableTarget(
      name: "TaskPairs", dependencies: ["UIKit"], path: "Benchmarks/TaskPairs",
      exclude: ["Info.plist"]),
    .testTarget(
      name: "DeviceExplorerTests",
      dependencies: [
        "device-explorer", "ControlAPI", "Multitasking", "Stories", "greenroomd", "LifeCycleProbe",
      ]),
    .testTarget(
      name: "RefreshLearningTests", dependencies: ["RefreshLearning", "refresh-bench"],
      exclude: ["Traces/NOTICE.md"], resources: [.copy("Traces")]),
    .testTarget(
      name: "MultitaskingTests", dependencies: ["Multitasking", "SeededRandom", "policy-explorer"]),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["UIKit", "AppLink", "LifeCycleProbe", "BackgroundWorkProbe", "ListProbe"]),
    .testTarget(name: "BackgroundTasksTests", dependencies: ["BackgroundTasks"]),
    .testTarget(
      name: "AVFAudioTests",
      dependencies: ["AVFoundation", "MediaPlayer", "UIKit", "AppLink", "MusicPlayer", "Tones"]),
    .target(
      name: "SupportedMembers",
      dependencies: ["AVFoundation", "BackgroundTasks", "MediaPlayer", "UIKit"],
      path: "Tests/CompileOnly/Support", exclude: ["not-yet.txt"]),
    .testTarget(
      name: "GreenroomTestingTests",
      dependencies: [
        "AppLink", "AVFoundation", "BackgroundTasks", "GreenroomTesting", "GreenroomXCTest",
        "LocationDesk", "Multitasking", "UIKit", "greenroom-media",
      ]),
    .testTarget(
      name: "ScreenRenderingTests",
      dependencies: ["ScreenRendering", "ControlAPI", "AppLink", "UIKit"]),
    .testTarget(name: "AppLinkTests", dependencies: ["AppLink"]),
    .testTarget(
      name: "LinkTranslationTests", dependencies: ["LinkTranslation", "AppLink", "Multitasking"]),
    .testTarget(name: "LocationDeskTests", dependencies: ["LocationDesk", "Multitasking"]),
    .testTarget(
      name: "SoundDeskTests", dependencies: ["SoundDesk", "MediaLink", "Multitasking", "AppLink"]),
    .testTarget(
      name: "StoriesTests",
      dependencies: ["Stories", "ControlAPI", "LocationDesk", "Multitasking", "SeededRandom"]),
    .testTarget(name: "DocumentationTests"),
    .testTarget(name: "AppBundlesTests", dependencies: ["AppBundles", "SeededRandom"]),
    // A program with many threads that compute, for the tests of freezing.
    .executableTarget(name: "spinning-app", path: "Tests/SpinningApp"),
    .testTarget(
      name: "ProcessControlTests", dependencies: ["ProcessControl", "CLinux", "spinning-app"]),
    // Programs under the preloaded library, looked at from outside.
    .testTarget(
      name: "VirtualTimeTests", dependencies: ["virtual-time-probe"],
      exclude: ["HarmlessCalls.txt"]),
    // A real device with real apps, driven through its control socket.
    .testTarget(
      name: "DeviceTests",
      dependencies: [
        "ControlAPI", "Multitasking", "AppLink", "LocationDesk", "ProcessControl", "AppBundles",
        "CLinux", "greenroom", "greenroomd", "greenroom-render", "greenroom-media",
        "LifeCycleProbe",
        "ListProbe", "SoundProbe", "MediaLink",
        "spinning-app", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

/// Apps as people write them: they only have to build. Those in Swift 5 mode are written as Xcode's
/// templates are, with whatever the compiler warns of there.
let swift5Apps = [
  "AttributeApp", "SceneTemplateApp", "ConformancesApp", "BackgroundTaskApp", "NewsListApp",
]
let swift6Apps = [
  "MainApp", "ObjectDelegateApp", "MainFileApp", "SceneWindowApp", "ConformancesApp6", "ReadmeApp",
  "NewsListApp6",
]
package.targets +=
  swift5Apps.map {
    .executableTarget(
      name: $0, dependencies: ["UIKit"], path: "Tests/CompileOnly/\($0)",
      swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])])
  }
  + swift6Apps.map {
    .executableTarget(name: $0, dependencies: ["UIKit"], path: "Tests/CompileOnly/\($0)")
  }

/// Apps that have tasks scheduled.
package.targets += [
  .executableTarget(
    name: "RefreshApp", dependencies: ["BackgroundTasks", "UIKit"],
    path: "Tests/CompileOnly/RefreshApp",
    swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
  .executableTarget(
    name: "RefreshApp6", dependencies: ["BackgroundTasks", "UIKit"],
    path: "Tests/CompileOnly/RefreshApp6"),
]

/// Apps that play.
package.targets += [
  .executableTarget(
    name: "AudioApp", dependencies: ["AVFoundation", "MediaPlayer", "UIKit"],
    path: "Tests/CompileOnly/AudioApp",
    swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
  .executableTarget(
    name: "AudioApp6", dependencies: ["AVFoundation", "MediaPlayer", "UIKit"],
    path: "Tests/CompileOnly/AudioApp6"),
]

/// Apps that each show one thing that multitasking brings.
package.targets += ["MultitaskingCheck", "LongTask", "Game", "NoMultitasking"].map {
  .executableTarget(
    name: $0, dependencies: ["UIKit"], path: "Recipes/\($0)", exclude: ["Info.plist", "README.md"])
}

/// News that are there before anybody looks, and a server that has them.
package.targets += [
  .target(name: "NewsFeed", path: "Recipes/NewsFeed"),
  .executableTarget(
    name: "News", dependencies: ["UIKit", "NewsFeed"], path: "Recipes/News",
    exclude: ["Info.plist", "README.md"]),
  .executableTarget(
    name: "NewsServer",
    dependencies: ["NewsFeed", .product(name: "FlyingFox", package: "FlyingFox")],
    path: "Recipes/NewsServer"),
]

/// Music that goes on after Home, and the tones that it plays.
package.targets += [
  .target(name: "Tones", path: "Recipes/Tones"),
  .executableTarget(name: "WriteTones", dependencies: ["Tones"], path: "Recipes/WriteTones"),
  .executableTarget(
    name: "MusicPlayer", dependencies: ["AVFAudio", "MediaPlayer", "UIKit"],
    path: "Recipes/MusicPlayer", exclude: ["Info.plist", "README.md"]),
]

// `Scripts/docs.sh` sets this. Whoever only builds does not have to fetch the documentation's tools.
if Context.environment["GREENROOM_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
