/// Seeds whose stories showed a bug once. `make test` plays them.
enum KnownSeeds {
  static let all: [UInt64] = [
    // A boot after a crash paused on the held clock until an app of the earlier world was dead.
    23, 91, 156, 210, 292, 476, 504, 513,
  ]
}
