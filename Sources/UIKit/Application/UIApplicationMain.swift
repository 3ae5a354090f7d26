import AppLink
import CUIKit
import Foundation

/// Creates the application object and its delegate, and runs the app.
///
/// The delegate is made when the device says "launch". Never returns. Apple's page:
/// `UIApplicationMain(_:_:_:_:)`.
///
/// - Parameters:
///   - argc: not used; the arguments of the process count.
///   - argv: not used.
///   - principalClassName: the name of ``UIApplication`` or of a subclass; nil: `UIApplication`.
///   - delegateClassName: the name of the delegate's class, from `NSStringFromClass`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
@preconcurrency @MainActor
public func UIApplicationMain(
  _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
  AppStart.run(
    principalClass: AppStart.principalClass(named: principalClassName),
    delegateClass: delegateClassName.map(AppStart.delegateClass(named:)))
}

extension UIApplicationDelegate {
  /// The entry point that `@main` needs. The system calls it.
  public static func main() {
    AppStart.run(principalClass: UIApplication.self, delegateClass: self)
  }
}

/// From `main` to the first turn of the run loop.
@MainActor
enum AppStart {
  static func run(principalClass: UIApplication.Type, delegateClass: AnyClass?) -> Never {
    cuikit_buffer_lines()
    let link: DeviceLink
    do {
      link = try DeviceLink.inherited()
    } catch {
      ProcessEnd.fail(error)
    }
    UIApplication.startingSend = { link.send($0, descriptor: $1) }
    let application = Instantiation.make(principalClass)
    let lifeCycle = LifeCycle(application: application, delegateClass: delegateClass)
    application.lifeCycle = lifeCycle
    let queue = DeliveryQueue { lifeCycle.handle($0) }
    link.send(.hello(protocolVersion: LinkLimits.protocolVersion))
    let scheduling = application.taskScheduling
    let services = application.services
    link.startReading {
      if !scheduling.take($0.message), !services.take($0.message) { queue.append($0) }
    }
    MainRunLoop.runForever()
  }

  static func principalClass(named name: String?) -> UIApplication.Type {
    guard let name else { return UIApplication.self }
    guard let principalClass = NSClassFromString(name) as? UIApplication.Type else {
      fatalError(
        "Unable to instantiate the UIApplication subclass instance. No class named \(name) is loaded."
      )
    }
    return principalClass
  }

  static func delegateClass(named name: String) -> AnyClass {
    guard let delegateClass = NSClassFromString(name) else {
      fatalError(
        "Unable to instantiate the UIApplication delegate instance. No class named \(name) is loaded."
      )
    }
    return delegateClass
  }
}

// MARK: - @UIApplicationMain

// The compiler emits `UIApplicationMain(argc, argv, nil, NSStringFromClass(AppDelegate.self))` with
// the two *C* symbols: the second by its name alone, the first as declared in the Clang module
// `UIKit`. What goes from one to the other is an `NSString?` to the compiler, which only retains
// and releases it; here it is a box, so that no class needs to be looked up by its name.

private final class DelegateClass: Sendable {
  let value: AnyClass
  init(_ value: AnyClass) { self.value = value }
}

@_cdecl("NSStringFromClass")
func boxedDelegateClass(_ metatype: UnsafeRawPointer) -> UnsafeMutableRawPointer {
  // The argument is the pointer to the class that the compiler passes as `AnyClass`: same bits.
  Unmanaged.passRetained(DelegateClass(unsafeBitCast(metatype, to: AnyClass.self))).toOpaque()
}

@_cdecl("UIApplicationMain") @MainActor
func mainOfAttribute(
  _ argc: Int32, _ argv: UnsafeMutableRawPointer?, _ principalClass: UnsafeMutableRawPointer?,
  _ delegateClass: UnsafeMutableRawPointer?
) -> Int32 {
  let box = delegateClass.map { Unmanaged<DelegateClass>.fromOpaque($0).takeUnretainedValue() }
  AppStart.run(principalClass: UIApplication.self, delegateClass: box?.value)
}
