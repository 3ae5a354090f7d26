import UIKit

/// `--delegate awaiting|oldest`: which forms of the methods there are.
let delegateClass: AnyClass =
  switch Arguments.value(of: "--delegate") {
  case "awaiting": AwaitingDelegate.self
  case "oldest": OldestDelegate.self
  default: AppDelegate.self
  }
UIApplicationMain(
  CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(delegateClass))
