import SeededRandom

/// Choices that follow from a seed alone.
struct Chance: RandomNumberGenerator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func one<Value>(of values: [Value]) -> Value { values.randomElement(using: &self)! }
  mutating func isTrue(_ parts: Int, of whole: Int) -> Bool { number(1...whole) <= parts }
}
