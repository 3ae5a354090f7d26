// swift-format-ignore-file: kept as it was written for Xcode.

import UIKit

class ViewController: UIViewController {
}
