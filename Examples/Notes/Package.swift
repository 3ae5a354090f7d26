// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Notes",
  dependencies: [.package(name: "greenroom", path: "../..")],
  targets: [
    .executableTarget(
      name: "Notes", dependencies: [.product(name: "UIKit", package: "greenroom")]),
    .testTarget(
      name: "NotesTests",
      dependencies: [
        "Notes", .product(name: "GreenroomTesting", package: "greenroom"),
        .product(name: "GreenroomXCTest", package: "greenroom"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
