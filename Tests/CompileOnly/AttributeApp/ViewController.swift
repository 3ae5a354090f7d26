// swift-format-ignore-file

import UIKit

class ViewController: UIViewController {

    private let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .white
        label.text = "Hello"
        label.frame = CGRect(x: 20, y: 40, width: 200, height: 30)
        view.addSubview(label)

        NotificationCenter.default.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main) { [weak self] _ in
            self?.label.text = "Away"
        }
    }

    override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        // Dispose of any resources that can be recreated.
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        if let delegate = UIApplication.shared.delegate as? AppDelegate {
            delegate.window?.backgroundColor = UIColor(red: 0.5, green: 0.25, blue: 0, alpha: 1)
        }
    }
}
