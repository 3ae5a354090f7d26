import Foundation

/// Makes objects of classes that are known only at run time.
///
/// Foundation's `NSObject.init` is not `required`, and making it so in ``UIResponder`` would break
/// every app that writes `override init()`. What is left is the class's own `init()` slot, where
/// Swift keeps the app's `init()`, or a trap ("unimplemented initializer") if it has none.
enum Instantiation {
  @MainActor
  static func make<Object: NSObject>(_ type: Object.Type) -> Object {
    // Every class here derives from NSObject, so that its `init()` slot is where NSObject's is;
    // the object that comes out is of the class that went in.
    let object = unsafeBitCast(type, to: _InitializerSlot.Type.self).init()
    return unsafeDowncast(object, to: Object.self)
  }
}

/// Not for apps. Never made itself: it has `init()` in the same slot as `NSObject`, and lets it be
/// called on a metatype. Public and open, so that no optimizer may bind the call to this class.
open class _InitializerSlot: NSObject {
  public required override init() { super.init() }
}
