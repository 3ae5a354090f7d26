import Foundation

/// The properties of a display.
///
/// Apple's page: `UIScreen`.
@preconcurrency @MainActor
open class UIScreen: NSObject {
  private static let instance = UIScreen()

  /// The device's own display.
  open class var main: UIScreen { instance }

  /// All displays: the device's own.
  open class var screens: [UIScreen] { [instance] }

  /// The display's size in points.
  open var bounds: CGRect {
    let device = DeviceConditions.shared.device
    return CGRect(x: 0, y: 0, width: device.screenWidth, height: device.screenHeight)
  }

  /// Pixels for each point.
  open var scale: CGFloat { CGFloat(DeviceConditions.shared.device.screenScale) }

  /// The display's own pixels for each point: there is no other scale than the logical one.
  open var nativeScale: CGFloat { scale }

  /// The display's size in pixels.
  open var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }
}
