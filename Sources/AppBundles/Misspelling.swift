/// Finds the known word that was probably meant.
enum Misspelling {
  /// The nearest of `words`, if it is so near that chance is unlikely.
  static func nearest(to word: String, in words: some Sequence<String>) -> String? {
    let limit = BundleLimits.comparedCharactersMax
    let letters = Array(word.lowercased().unicodeScalars.prefix(limit + 1))
    guard letters.count <= limit else { return nil }
    let allowed = letters.count < 5 ? 1 : letters.count < 24 ? 2 : 3
    var best: (word: String, distance: Int)?
    // Sorted, so that of two equally near words always the same one is named.
    for candidate in words.sorted() {
      let other = Array(candidate.lowercased().unicodeScalars)
      guard abs(other.count - letters.count) <= allowed else { continue }
      let distance = distance(letters, other)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Insertions, deletions, replacements and swapped neighbours that lead from one to the other.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var twoAgo: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var cost = min(
          previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, twoAgo[j - 2] + 1)
        }
        row.append(cost)
      }
      twoAgo = previous
      previous = row
    }
    return previous[b.count]
  }
}
