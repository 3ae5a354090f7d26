import UIKit

// Unit tests often run with an empty delegate.
let isTesting = NSClassFromString("XCTestCase") != nil
let delegateClass: AnyClass = isTesting ? TestingDelegate.self : AppDelegate.self

UIApplicationMain(
  CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(delegateClass))
