/// Finds the name that somebody meant.
package enum Spelling {
  /// The closest of the known names; nil where none is close.
  ///
  /// Counts the letters to change, insert, drop or swap (Damerau–Levenshtein), without case; a
  /// name counts as close up to a third of its length, or when one begins with the other.
  package static func closest(to name: String, among known: some Sequence<String>) -> String? {
    let name = Array(name.lowercased().utf8)
    guard !name.isEmpty, name.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in known {
      let other = Array(candidate.lowercased().utf8)
      let isPrefix =
        min(name.count, other.count) >= 3 && (other.starts(with: name) || name.starts(with: other))
      let limit = max(name.count, other.count) / 3
      let distance = isPrefix ? (name == other ? 0 : 1) : distance(name, other)
      guard distance <= limit, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// " Did you mean '…'?" for the end of a message; nothing where no name is close.
  package static func suggestion(for name: String, among known: some Sequence<String>) -> String {
    closest(to: name, among: known).map { " Did you mean '\($0)'?" } ?? ""
  }

  /// How many letters must change, come, go or swap between two words (Damerau–Levenshtein).
  ///
  /// - Parameters:
  ///   - one: the bytes of a word.
  ///   - other: the bytes of another.
  ///   - limit: where they lie farther apart, it is enough to learn some number above it.
  /// - Returns: the number of changes.
  package static func distance(
    _ one: [UInt8], _ other: [UInt8], limit: Int = .max
  ) -> Int {
    var beforeLast = [Int](repeating: 0, count: other.count + 1)
    var last = Array(0...other.count)
    var current = last
    for (row, left) in one.enumerated() {
      current[0] = row + 1
      var least = row + 1
      for (column, right) in other.enumerated() {
        let change = last[column] + (left == right ? 0 : 1)
        var cost = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left == other[column - 1], one[row - 1] == right {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = cost
        least = min(least, cost)
      }
      if least > limit { return least }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[other.count]
  }
}
