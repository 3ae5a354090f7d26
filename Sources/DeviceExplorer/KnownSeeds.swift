/// Seeds whose stories showed a bug once. `make test` plays them.
enum KnownSeeds {
  static let all: [UInt64] = [0]
}
