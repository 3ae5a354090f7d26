import Foundation
import Testing

@testable import UIKit

extension InterfaceTests {
  /// Navigation controllers, their bars, and what bars cover.
  @MainActor
  struct NavigationTests {
    init() { _ = InProcessApp.application }

    private func shown(_ root: UIViewController) -> (UINavigationController, UIWindow) {
      let navigation = UINavigationController(rootViewController: root)
      let window = UIWindow()
      window.rootViewController = navigation
      window.makeKeyAndVisible()
      InProcessApp.commit()
      return (navigation, window)
    }

    private func texts(_ view: UIView) -> [String] {
      guard !view.isHidden else { return [] }
      let own = (view as? UILabel)?.text.map { [$0] } ?? []
      return own + view.subviews.flatMap(texts)
    }

    @Test("What is pushed appears, what it covers goes, and comes back")
    func stack() {
      let log = Log()
      let root = SpyController("root", log)
      let (navigation, window) = shown(root)
      #expect(log.lines == ["root loaded", "root will appear", "root did appear"])
      log.lines = []
      let detail = SpyController("detail", log)
      navigation.pushViewController(detail, animated: true)
      InProcessApp.commit()
      #expect(
        log.lines.sorted() == [
          "detail did appear", "detail loaded", "detail will appear", "root did go", "root will go",
        ])
      #expect(detail.navigationController === navigation)
      #expect(navigation.topViewController === detail)
      #expect(root.view.window == nil)
      log.lines = []
      #expect(navigation.popViewController(animated: true) === detail)
      InProcessApp.commit()
      #expect(navigation.viewControllers == [root])
      #expect(root.view.window === window)
      #expect(log.lines.contains("detail did go") && log.lines.contains("root did appear"))
      // The root stays.
      #expect(navigation.popViewController(animated: true) == nil)
      window.isHidden = true
    }

    @Test("The bar shows title, buttons and the way back")
    func bar() {
      let root = UIViewController()
      root.title = "News"
      root.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Edit")
      let (navigation, window) = shown(root)
      #expect(texts(navigation.navigationBar) == ["News", "Edit"])
      let detail = UIViewController()
      navigation.pushViewController(detail, animated: false)
      detail.navigationItem.title = "Article"
      InProcessApp.commit()
      #expect(Set(texts(navigation.navigationBar)) == ["Article", "News"])
      window.isHidden = true
    }

    @Test("What is on screen comes to rest: a commit asks for no other one, for ever")
    func rest() {
      let list = UITableViewController(style: .grouped)
      list.title = "List"
      list.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Edit")
      let (_, window) = shown(list)
      let registry = UIApplication.shared.windowRegistry
      for _ in 0..<3 { registry.commit() }
      #expect(!registry.isCommitScheduled)
      window.isHidden = true
    }

    @Test("Bars count as insets: plain, with a large title, and hidden")
    func insets() {
      let root = UIViewController()
      let (navigation, window) = shown(root)
      #expect(root.view.safeAreaInsets == UIEdgeInsets(top: 91, left: 0, bottom: 34, right: 0))
      navigation.navigationBar.prefersLargeTitles = true
      InProcessApp.commit()
      #expect(root.view.safeAreaInsets.top == 143)
      navigation.setNavigationBarHidden(true, animated: false)
      InProcessApp.commit()
      #expect(root.view.safeAreaInsets.top == 47)
      #expect(root.view.frame == window.bounds)
      window.isHidden = true
    }

    @Test("What was scrolled to stays below the bars when they grow")
    func scrolled() throws {
      let list = UITableViewController()
      let source = TableTests.Source([TableTests.rows(100)])
      list.tableView.dataSource = source
      list.tableView.delegate = source
      list.tableView.scrollToRow(at: IndexPath(row: 10, section: 0), at: .top, animated: false)
      #expect(list.tableView.contentOffset.y == 500)
      let (navigation, window) = shown(list)
      #expect(list.tableView.contentOffset.y == 409)
      navigation.navigationBar.prefersLargeTitles = true
      InProcessApp.commit()
      #expect(list.tableView.contentOffset.y == 357)
      window.isHidden = true
    }

    @Test("The way back has a name also where what it leads to has none")
    func back() {
      let (navigation, window) = shown(UIViewController())
      navigation.pushViewController(UIViewController(), animated: false)
      InProcessApp.commit()
      #expect(texts(navigation.navigationBar).contains("Back"))
      window.isHidden = true
    }

    @Test("A view controller that is on the stack can't be pushed again")
    func twice() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        _ = InProcessApp.application
        let root = UIViewController()
        UINavigationController(rootViewController: root).pushViewController(root, animated: false)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains("Pushing the same view controller instance more than once is not supported"))
    }

    @Test("Subviews follow their superview as their masks say")
    func autoresizing() {
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      let (wide, right, middle) = (
        UIView(frame: CGRect(x: 10, y: 0, width: 80, height: 10)),
        UIView(frame: CGRect(x: 80, y: 0, width: 20, height: 10)),
        UIView(frame: CGRect(x: 40, y: 40, width: 20, height: 20))
      )
      wide.autoresizingMask = .flexibleWidth
      right.autoresizingMask = .flexibleLeftMargin
      middle.autoresizingMask = [
        .flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin,
      ]
      for subview in [wide, right, middle] { view.addSubview(subview) }
      view.frame.size = CGSize(width: 200, height: 300)
      #expect(wide.frame == CGRect(x: 10, y: 0, width: 180, height: 10))
      #expect(right.frame == CGRect(x: 180, y: 0, width: 20, height: 10))
      #expect(middle.frame == CGRect(x: 90, y: 140, width: 20, height: 20))
    }
  }
}
