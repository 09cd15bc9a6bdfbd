import Understudy

/// The literal segments of all paths, each with a number, found by spelling too.
struct Vocabulary: Sendable {
  private var numbers: [[UInt8]: Int32] = [:]
  /// The words in small letters; what differs in case alone shares an entry.
  private var numbersBySmall: [[UInt8]: [Int32]] = [:]
  private var small: [[UInt8]] = []
  /// Which letters a word has: words far apart are told from it alone.
  private var letters: [UInt64] = []

  /// What a segment of a request is, or may have been meant to be.
  struct Meanings: Sendable {
    /// The word that it is; -3 where it is none.
    var word: Int32
    /// The words that it may have been meant to be, and how far they are.
    var others: [(word: Int32, cost: Int)]
    var isEmpty: Bool
  }

  /// How many words are compared letter by letter for each segment.
  private static let comparisonLimit = 48
  /// How many words a segment may have been meant to be.
  private static let meaningLimit = 6

  /// The number of the word without letters; -4 where no path has it.
  private(set) var emptyWord: Int32 = -4

  /// The number of a word, a new one where it has none.
  mutating func add(_ word: [UInt8]) -> Int32 {
    if let number = numbers[word] { return number }
    let number = Int32(small.count)
    numbers[word] = number
    if word.isEmpty { emptyWord = number }
    let folded = word.map(\.asciiLowercased)
    numbersBySmall[folded, default: []].append(number)
    small.append(folded)
    letters.append(Self.letters(folded))
    return number
  }

  /// Looks a segment up; by spelling only where that is asked for.
  func meanings(of segment: ArraySlice<UInt8>, spelt: Bool) -> Meanings {
    let text = Array(segment)
    let word = numbers[text] ?? -3
    guard spelt, (1...64).contains(text.count) else {
      return Meanings(word: word, others: [], isEmpty: text.isEmpty)
    }
    let folded = text.map(\.asciiLowercased)
    var others = (numbersBySmall[folded] ?? []).filter { $0 != word }.map { (word: $0, cost: 1) }
    others += similar(folded)
    return Meanings(word: word, others: others, isEmpty: false)
  }

  private func similar(_ text: [UInt8]) -> [(word: Int32, cost: Int)] {
    let own = Self.letters(text)
    // By how many letters differ, so that the likeliest are compared where there are too many.
    var candidates = [[Int32]](repeating: [], count: text.count + 2)
    for (number, other) in letters.enumerated() {
      let differing = (own ^ other).nonzeroBitCount
      guard differing < candidates.count else { continue }
      let length = small[number].count
      let longer = max(text.count, length)
      // A letter that is changed sets one bit and clears another.
      guard length > 0, abs(text.count - length) * 3 <= longer, differing * 3 <= longer * 2,
        candidates[differing].count < Self.comparisonLimit
      else { continue }
      candidates[differing].append(Int32(number))
    }
    var found: [(word: Int32, cost: Int)] = []
    for number in candidates.joined().prefix(Self.comparisonLimit) {
      let other = small[Int(number)]
      let limit = max(text.count, other.count) / 3
      let distance = Spelling.distance(text, other, limit: limit)
      // At 0 only the case differs, which is dealt with.
      guard distance > 0, distance <= limit else { continue }
      found.append((number, min(1 + distance, 4)))
    }
    return found.count > Self.meaningLimit
      ? Array(found.sorted { $0.cost < $1.cost }.prefix(Self.meaningLimit)) : found
  }

  private static func letters(_ word: [UInt8]) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}
