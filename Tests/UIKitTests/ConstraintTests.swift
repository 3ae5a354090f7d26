import Foundation
import Testing

@testable import UIKit

extension InterfaceTests {
  /// Views that constraints place.
  @MainActor
  struct ConstraintTests {
    init() { _ = InProcessApp.application }

    private func host(_ views: UIView...) -> UIView {
      let host = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
      for view in views {
        view.translatesAutoresizingMaskIntoConstraints = false
        host.addSubview(view)
      }
      return host
    }

    // MARK: The solver

    @Test("Equations that must hold do, whatever order they come in")
    func equations() {
      for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        var solver = ConstraintSolver()
        let (x, y) = (solver.makeVariable(), solver.makeVariable())
        // x + y = 10, x - y = 4, and 2x = 14, which follows from them.
        var equations: [LinearExpression] = []
        for (a, b, c) in [(1.0, 1.0, -10.0), (1, -1, -4), (2, 0, -14)] {
          var sum = LinearExpression(c)
          sum.add(a, of: x)
          sum.add(b, of: y)
          equations.append(sum)
        }
        let areTaken = order.map { solver.add(equations[$0], .equal) }
        #expect(areTaken == [true, true, true])
        #expect(abs(solver.value(x) - 7) < 1e-6)
        #expect(abs(solver.value(y) - 3) < 1e-6)
        // One that contradicts them is refused, and changes nothing.
        var wrong = LinearExpression(-1)
        wrong.add(1, of: x)
        let isWrongTaken = [solver.add(wrong, .equal), solver.add(wrong, .lessOrEqual)]
        #expect(isWrongTaken == [false, false])
        #expect(abs(solver.value(x) - 7) < 1e-6)
      }
    }

    @Test("Of what should hold the heavier wins; limits are kept")
    func weights() {
      var solver = ConstraintSolver()
      let x = solver.makeVariable()
      let variable = LinearExpression(variable: x)
      func isTaken(
        _ value: Double, _ relation: ConstraintSolver.Relation, _ weight: Double? = nil
      ) -> Bool { solver.add(variable - LinearExpression(value), relation, weight: weight) }
      #expect(isTaken(10, .equal, 1))
      #expect(isTaken(20, .equal, 2))
      #expect(abs(solver.value(x) - 20) < 1e-6)
      #expect(isTaken(15, .lessOrEqual))
      #expect(abs(solver.value(x) - 15) < 1e-6)
      #expect(isTaken(30, .equal, 1_000))
      #expect(abs(solver.value(x) - 15) < 1e-6)
      #expect(!isTaken(16, .greaterOrEqual))
    }

    @Test("Random systems of limits are solved as well as by trying all corners")
    func random() {
      var state: UInt64 = 3
      func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
      }
      for _ in 0..<200 {
        var solver = ConstraintSolver()
        let x = solver.makeVariable()
        let variable = LinearExpression(variable: x)
        var limits = (low: -1_000.0, high: 1_000.0)
        var wishes: [(value: Double, weight: Double)] = []
        _ = solver.add(variable - LinearExpression(-1_000), .greaterOrEqual)
        _ = solver.add(variable - LinearExpression(1_000), .lessOrEqual)
        for _ in 0..<8 {
          let value = Double(next(200) - 100)
          switch next(3) {
          case 0:
            let fits = solver.add(variable - LinearExpression(value), .lessOrEqual)
            #expect(fits == (value >= limits.low))
            if fits { limits.high = min(limits.high, value) }
          case 1:
            let fits = solver.add(variable - LinearExpression(value), .greaterOrEqual)
            #expect(fits == (value <= limits.high))
            if fits { limits.low = max(limits.low, value) }
          default:
            let weight = Double(next(5) + 1)
            _ = solver.add(variable - LinearExpression(value), .equal, weight: weight)
            wishes.append((value, weight))
          }
        }
        func cost(_ value: Double) -> Double {
          wishes.reduce(0) { $0 + abs($1.value - value) * $1.weight }
        }
        let corners = [limits.low, limits.high] + wishes.map(\.value)
        let best = corners.filter { $0 >= limits.low && $0 <= limits.high }.map(cost).min() ?? 0
        let found = solver.value(x)
        #expect((limits.low - 1e-6...limits.high + 1e-6).contains(found))
        #expect(abs(cost(found) - best) < 1e-4)
      }
    }

    // MARK: Views

    @Test("A view that is tied to all edges follows its superview")
    func edges() {
      let view = UIView()
      let host = host(view)
      NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: host.topAnchor, constant: 10),
        view.leadingAnchor.constraint(equalTo: host.leadingAnchor, constant: 20),
        view.trailingAnchor.constraint(equalTo: host.trailingAnchor, constant: -20),
        view.bottomAnchor.constraint(equalTo: host.bottomAnchor),
      ])
      host.layoutIfNeeded()
      #expect(view.frame == CGRect(x: 20, y: 10, width: 260, height: 190))
      host.frame.size = CGSize(width: 100, height: 50)
      host.layoutIfNeeded()
      #expect(view.frame == CGRect(x: 20, y: 10, width: 60, height: 40))
    }

    @Test("Middles, lengths, multipliers, and a constant that changes")
    func lengths() {
      let (box, half) = (UIView(), UIView())
      let host = host(box, half)
      let height = box.heightAnchor.constraint(equalToConstant: 40)
      NSLayoutConstraint.activate([
        box.centerXAnchor.constraint(equalTo: host.centerXAnchor),
        box.centerYAnchor.constraint(equalTo: host.centerYAnchor),
        box.widthAnchor.constraint(equalTo: host.widthAnchor, multiplier: 0.5), height,
        half.topAnchor.constraint(equalTo: box.bottomAnchor, constant: 5),
        half.leftAnchor.constraint(equalTo: box.leftAnchor),
        half.heightAnchor.constraint(equalTo: box.heightAnchor),
        half.widthAnchor.constraint(equalTo: half.heightAnchor, multiplier: 2),
      ])
      host.layoutIfNeeded()
      #expect(box.frame == CGRect(x: 75, y: 80, width: 150, height: 40))
      #expect(half.frame == CGRect(x: 75, y: 125, width: 80, height: 40))
      height.constant = 20
      host.layoutIfNeeded()
      #expect(box.frame.height == 20 && half.frame.width == 40)
      height.isActive = false
      #expect(!box.constraints.contains(height))
    }

    @Test("Labels are as large as their text; who resists less gives way")
    func content() {
      let (long, short) = (UILabel(), UILabel())
      long.text = String(repeating: "a long title ", count: 5)
      short.text = "12:30"
      short.setContentCompressionResistancePriority(.required, for: .horizontal)
      let host = host(long, short)
      NSLayoutConstraint.activate([
        long.leadingAnchor.constraint(equalTo: host.leadingAnchor),
        long.topAnchor.constraint(equalTo: host.topAnchor),
        short.leadingAnchor.constraint(equalTo: long.trailingAnchor, constant: 8),
        short.trailingAnchor.constraint(equalTo: host.trailingAnchor),
        short.firstBaselineAnchor.constraint(equalTo: long.firstBaselineAnchor),
      ])
      host.layoutIfNeeded()
      #expect(abs(short.frame.width - short.intrinsicContentSize.width) < 1)
      #expect(short.frame.maxX == 300)
      #expect(long.frame.maxX == short.frame.minX - 8)
      // To whole pixels, of which there are three a point.
      #expect(abs(long.frame.height - 20.5) < 0.4)
      #expect(short.frame.minY == 0)
      short.text = "12:30:59"
      host.layoutIfNeeded()
      #expect(abs(short.frame.width - short.intrinsicContentSize.width) < 1)
    }

    @Test("Views within views, one of them with a frame of its own")
    func nested() {
      let (outer, inner) = (UIView(), UIView())
      let host = host(outer)
      inner.translatesAutoresizingMaskIntoConstraints = false
      let fixed = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
      outer.addSubview(fixed)
      outer.addSubview(inner)
      NSLayoutConstraint.activate([
        outer.leftAnchor.constraint(equalTo: host.leftAnchor, constant: 50),
        outer.topAnchor.constraint(equalTo: host.topAnchor, constant: 50),
        outer.widthAnchor.constraint(equalToConstant: 100),
        inner.leftAnchor.constraint(equalTo: fixed.rightAnchor, constant: 5),
        inner.topAnchor.constraint(equalTo: outer.topAnchor, constant: 4),
        inner.rightAnchor.constraint(equalTo: outer.rightAnchor),
        inner.heightAnchor.constraint(equalToConstant: 30),
        outer.bottomAnchor.constraint(equalTo: inner.bottomAnchor, constant: 4),
      ])
      host.layoutIfNeeded()
      #expect(outer.frame == CGRect(x: 50, y: 50, width: 100, height: 38))
      #expect(inner.frame == CGRect(x: 20, y: 4, width: 80, height: 30))
    }

    @Test("Constraints to the safe area keep off the bars")
    func safeArea() {
      let controller = UIViewController()
      let view = UIView()
      view.translatesAutoresizingMaskIntoConstraints = false
      controller.view.addSubview(view)
      let guide = controller.view.safeAreaLayoutGuide
      NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: guide.topAnchor),
        view.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
        view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      ])
      let window = UIWindow()
      window.rootViewController = UINavigationController(rootViewController: controller)
      window.makeKeyAndVisible()
      InProcessApp.commit()
      #expect(view.frame == CGRect(x: 0, y: 91, width: 390, height: 719))
      window.isHidden = true
    }

    @Test("Cells whose content is tied to their edges are as high as it needs")
    func cells() {
      final class Cell: UITableViewCell {
        let label = UILabel()
        override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
          super.init(style: style, reuseIdentifier: reuseIdentifier)
          label.numberOfLines = 0
          label.translatesAutoresizingMaskIntoConstraints = false
          contentView.addSubview(label)
          NSLayoutConstraint.activate([
            label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),
            label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
            label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
            label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
          ])
        }
        required init?(coder: NSCoder) { nil }
      }
      final class List: UITableViewController {
        override func tableView(
          _ tableView: UITableView, numberOfRowsInSection section: Int
        ) -> Int { 3 }
        override func tableView(
          _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
          let cell = Cell(style: .default, reuseIdentifier: nil)
          cell.label.text = String(repeating: "some words ", count: 1 + 8 * indexPath.row)
          return cell
        }
      }
      let list = List()
      list.tableView.layoutIfNeeded()
      let heights = (0..<3).map {
        list.tableView.rectForRow(at: IndexPath(row: $0, section: 0)).height
      }
      let expected: [CGFloat] = [40.5, 81.5, 122.5]
      #expect(heights == expected)
      let label = list.tableView.visibleCells[1].contentView.subviews[0]
      #expect(abs(label.frame.minY - 10) < 0.01 && abs(label.frame.height - 61.5) < 0.4)
      #expect((label.frame.minX, label.frame.width) == (16, 358))
    }

    @Test("Constraints that contradict each other are reported, and the rest holds")
    func contradiction() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        _ = InProcessApp.application
        let host = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        host.addSubview(view)
        NSLayoutConstraint.activate([
          view.widthAnchor.constraint(equalToConstant: 10),
          view.widthAnchor.constraint(equalToConstant: 20),
          view.heightAnchor.constraint(equalToConstant: 30),
        ])
        host.layoutIfNeeded()
        precondition(view.frame.size == CGSize(width: 10, height: 30))
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("Unable to simultaneously satisfy constraints."))
      #expect(text.contains("UIView.width == "))
    }

    @Test("Constraints between views that share nothing trap")
    func strangers() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        _ = InProcessApp.application
        UIView().topAnchor.constraint(equalTo: UIView().topAnchor).isActive = true
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("because they have no common ancestor"))
    }
  }
}
