// swift-format-ignore-file

import UIKit

class ViewController: UIViewController {
}
