/// A sum of variables, each with a factor, and a constant.
struct LinearExpression {
  /// By variable; without those whose factor is zero.
  private(set) var terms: [Int: Double] = [:]
  var constant: Double

  init(_ constant: Double) { self.constant = constant }

  init(variable: Int) {
    terms = [variable: 1]
    constant = 0
  }

  mutating func add(_ other: LinearExpression, times factor: Double = 1) {
    for (variable, coefficient) in other.terms { add(coefficient * factor, of: variable) }
    constant += other.constant * factor
  }

  mutating func add(_ coefficient: Double, of variable: Int) {
    let sum = (terms[variable] ?? 0) + coefficient
    terms[variable] = abs(sum) < LinearExpression.nothing ? nil : sum
  }

  /// What rounding leaves of zero.
  static let nothing = 1e-8

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.add(b)
    return sum
  }

  static func - (a: Self, b: Self) -> Self {
    var difference = a
    difference.add(b, times: -1)
    return difference
  }

  static func * (a: Self, factor: Double) -> Self {
    var product = LinearExpression(0)
    product.add(a, times: factor)
    return product
  }
}
