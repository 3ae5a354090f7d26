/// Finds values for variables from equations and inequalities, some of which only should hold.
///
/// The simplex method as Cassowary uses it (Badros, Borning, Stuckey 2001): what is required holds
/// exactly; of the rest the sum of the errors, each times its weight, is as small as it can be. Only
/// what a layout needs: constraints are added, and nothing is taken back. Every choice goes to the
/// lowest number, so that the same constraints give the same values.
struct ConstraintSolver {
  enum Relation { case equal, lessOrEqual, greaterOrEqual }

  private enum Kind { case external, slack, error, dummy }

  /// What a basic variable is in terms of the others.
  private typealias Row = LinearExpression

  private var kinds: [Kind] = []
  private var rows: [Int: Row] = [:]
  /// What is to become as small as possible.
  private var objective = Row(0)

  /// A new variable, which may have any value.
  mutating func makeVariable() -> Int { makeSymbol(.external) }

  /// The value of a variable.
  func value(_ variable: Int) -> Double { rows[variable]?.constant ?? 0 }

  /// Adds `expression relation 0`.
  ///
  /// - Parameter weight: How bad an error is, for each unit; nil: it must hold.
  /// - Returns: false if it must hold and can't, with what there is: then it is left out.
  mutating func add(
    _ expression: LinearExpression, _ relation: Relation, weight: Double? = nil
  ) -> Bool {
    // In the words of the method: row = 0, with slack and errors in it.
    var row = Row(expression.constant)
    for (variable, coefficient) in expression.terms { substitute(variable, coefficient, &row) }
    let markers = addMarkers(relation, weight, &row)
    if row.constant < 0 { row = row * -1 }
    if let subject = subject(of: row, markers) {
      solve(&row, for: subject)
      substitute(subject, by: row)
      rows[subject] = row
    } else if row.terms.keys.allSatisfy({ kinds[$0] == .dummy }) {
      // Says something about nothing that is free: it holds, or it does not.
      guard abs(row.constant) < 1e-6 else { return false }
    } else if !addWithArtificialVariable(row) {
      return false
    }
    // The objective itself changes with every exchange, as does the copy.
    var goal = objective
    optimize(&goal)
    return true
  }

  // MARK: Rows

  private mutating func makeSymbol(_ kind: Kind) -> Int {
    kinds.append(kind)
    return kinds.count - 1
  }

  /// Puts a variable into a row, or what it is made of.
  private func substitute(_ variable: Int, _ coefficient: Double, _ row: inout Row) {
    if let known = rows[variable] {
      row.add(known, times: coefficient)
    } else {
      row.add(coefficient, of: variable)
    }
  }

  /// Adds the variables that stand for the distance to the limit, and for errors.
  private mutating func addMarkers(
    _ relation: Relation, _ weight: Double?, _ row: inout Row
  ) -> [Int] {
    if relation == .equal {
      guard let weight else {
        let dummy = makeSymbol(.dummy)
        row.add(1, of: dummy)
        return [dummy]
      }
      let (plus, minus) = (makeSymbol(.error), makeSymbol(.error))
      row.add(-1, of: plus)
      row.add(1, of: minus)
      objective.add(weight, of: plus)
      objective.add(weight, of: minus)
      return [plus, minus]
    }
    let sign: Double = relation == .lessOrEqual ? 1 : -1
    let slack = makeSymbol(.slack)
    row.add(sign, of: slack)
    guard let weight else { return [slack] }
    let error = makeSymbol(.error)
    row.add(-sign, of: error)
    objective.add(weight, of: error)
    return [slack, error]
  }

  /// The variable that the row can stand for.
  private func subject(of row: Row, _ markers: [Int]) -> Int? {
    if let free = row.terms.keys.filter({ kinds[$0] == .external }).min() { return free }
    return markers.first { kinds[$0] != .dummy && (row.terms[$0] ?? 0) < 0 }
  }

  /// Makes `row = 0` say what `symbol` is.
  private func solve(_ row: inout Row, for symbol: Int) {
    let coefficient = row.terms[symbol] ?? 1
    row.add(-coefficient, of: symbol)
    row = row * (-1 / coefficient)
  }

  /// Puts what `symbol` is into everything where it occurs.
  private mutating func substitute(_ symbol: Int, by row: Row) {
    for basic in rows.keys.sorted() {
      guard let coefficient = rows[basic]?.terms[symbol] else { continue }
      rows[basic]?.add(-coefficient, of: symbol)
      rows[basic]?.add(row, times: coefficient)
    }
    if let coefficient = objective.terms[symbol] {
      objective.add(-coefficient, of: symbol)
      objective.add(row, times: coefficient)
    }
  }

  // MARK: Simplex

  /// For a row that no variable of its own can stand for: it can hold if a variable that is made for
  /// it can become zero.
  private mutating func addWithArtificialVariable(_ row: Row) -> Bool {
    let before = self
    let artificial = makeSymbol(.slack)
    rows[artificial] = row
    var goal = row
    optimize(&goal)
    guard abs(goal.constant) < 1e-6 else {
      self = before
      return false
    }
    if var left = rows.removeValue(forKey: artificial) {
      guard
        let entering = left.terms.keys.filter({ kinds[$0] != .dummy && $0 != artificial }).min()
      else {
        drop(artificial)
        return true
      }
      // artificial = left, to be solved for the entering variable.
      left.add(-1, of: artificial)
      solve(&left, for: entering)
      substitute(entering, by: left)
      rows[entering] = left
    }
    drop(artificial)
    return true
  }

  private mutating func drop(_ symbol: Int) {
    for basic in rows.keys.sorted() {
      if let coefficient = rows[basic]?.terms[symbol] {
        rows[basic]?.add(-coefficient, of: symbol)
      }
    }
    if let coefficient = objective.terms[symbol] { objective.add(-coefficient, of: symbol) }
  }

  /// Exchanges variables until no exchange makes `goal` smaller.
  private mutating func optimize(_ goal: inout Row) {
    // A layout needs a few exchanges for each constraint; the bound is for what rounding may do.
    for _ in 0..<10_000 {
      let entering = goal.terms
        .filter { kinds[$0.key] != .dummy && $0.value < -LinearExpression.nothing }.keys.min()
      guard let entering, let leaving = leaving(for: entering) else { return }
      guard var row = rows.removeValue(forKey: leaving) else { return }
      row.add(-1, of: leaving)
      solve(&row, for: entering)
      substitute(entering, by: row)
      if let coefficient = goal.terms[entering] {
        goal.add(-coefficient, of: entering)
        goal.add(row, times: coefficient)
      }
      rows[entering] = row
    }
  }

  /// The basic variable that reaches zero first when `entering` grows.
  private func leaving(for entering: Int) -> Int? {
    var best: (ratio: Double, symbol: Int)?
    for (symbol, row) in rows where kinds[symbol] != .external {
      guard let coefficient = row.terms[entering], coefficient < 0 else { continue }
      let candidate = (ratio: -row.constant / coefficient, symbol: symbol)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    return best?.symbol
  }
}
