import Understudy

/// The paths of all routes as numbers, so that one path is compared with thousands in microseconds.
///
/// Each literal segment is a word with a number. What words the segments of a request are, or may
/// have been meant to be, is looked up once; from then on numbers are compared.
struct PathIndex: Sendable {
  /// The segments of all templates, end to end: numbers of words, or the two below.
  private var segments: [Int32] = []
  /// Where the segments of each template end.
  private var ends: [Int] = []
  private(set) var vocabulary = Vocabulary()

  /// A parameter that takes one segment, or part of it.
  private static let parameter: Int32 = -1
  /// A parameter that takes all segments that are left.
  private static let rest: Int32 = -2

  /// What a difference between two paths costs; more than ``limit`` is no near miss.
  private enum Cost {
    /// An empty segment too many or too few: a trailing or a double slash.
    static let slash = 2
    /// A segment too many or too few.
    static let gap = 3
    /// A parameter that takes a segment only because others are missing.
    static let loose = 6
    /// Another word altogether.
    static let word = 8
    static let limit = 10
  }

  /// A route that lies near.
  struct Found: Sendable {
    var route: Int
    /// How far; 0 where only the kind of a parameter keeps the path from fitting.
    var cost: Int
    /// Smaller is nearer, the method counted and words that agree.
    var rank: Int
  }

  /// Writes templates down as numbers; a route counts by its place.
  init(_ templates: [PathTemplate]) {
    for template in templates {
      for segment in template.segments {
        switch segment {
        case .literal(let text): segments.append(vocabulary.add(text))
        case .narrowed, .mixed, .free: segments.append(Self.parameter)
        case .rest: segments.append(Self.rest)
        }
      }
      ends.append(segments.count)
    }
  }

  /// The routes whose paths lie nearest, nearest first, with some word in common.
  ///
  /// - Parameters:
  ///   - path: the decoded segments of a request.
  ///   - count: how many routes at most.
  ///   - penalty: what else speaks against a route, such as its method; .max leaves it out.
  /// - Returns: the routes and how far they lie.
  func nearest(
    to path: [ArraySlice<UInt8>], count: Int, penalty: (Int) -> Int
  ) -> [Found] {
    let asked = path.enumerated().map { vocabulary.meanings(of: $1, spelt: $0 < 8) }
    var found: [Found] = []
    var start = 0
    for (route, end) in ends.enumerated() {
      defer { start = end }
      guard let (cost, words) = compare(asked, start..<end) else { continue }
      let further = penalty(route)
      guard further < .max else { continue }
      let rank = (cost + further) * 16 - min(words, 15)
      if found.count == count, let last = found.last, last.rank <= rank { continue }
      if found.count == count { found.removeLast() }
      let place = found.firstIndex { $0.rank > rank } ?? found.count
      found.insert(Found(route: route, cost: cost, rank: rank), at: place)
    }
    return found
  }

  /// The cost of a path against a template, and how many words they share; nil where it is no near
  /// miss.
  private func compare(
    _ asked: [Vocabulary.Meanings], _ template: Range<Int>
  ) -> (cost: Int, words: Int)? {
    guard let last = template.last else { return nil }
    let hasRest = segments[last] == Self.rest
    let known = hasRest ? template.dropLast() : template
    let shorter = min(asked.count, known.count)
    var words = 0
    var front = 0
    while front < shorter, fits(asked[front], segments[known.lowerBound + front], &words) {
      front += 1
    }
    if hasRest {
      // All that stands behind the known segments is taken, one at least.
      var cost = asked.count > known.count ? 0 : Cost.gap * (known.count + 1 - asked.count)
      for place in front..<max(front, shorter) {
        cost += difference(asked[place], segments[known.lowerBound + place], &words)
      }
      return cost <= Cost.limit && words > 0 ? (cost, words) : nil
    }
    var back = 0
    while back < shorter - front,
      fits(asked[asked.count - 1 - back], segments[known.upperBound - 1 - back], &words)
    {
      back += 1
    }
    // Beside a gap in the request a parameter would take whatever comes: that is no agreement.
    while back > 0, known.count > asked.count, segments[known.upperBound - back] == Self.parameter {
      back -= 1
    }
    let hole = front..<(asked.count - back)
    let other = (known.lowerBound + front)..<(known.upperBound - back)
    guard abs(hole.count - other.count) * Cost.slash <= Cost.limit else { return nil }
    var (cost, shared) = fill(asked, hole, other, fromBack: false)
    if cost > 0, hole.count != other.count, !hole.isEmpty, !other.isEmpty {
      let (otherCost, otherShared) = fill(asked, hole, other, fromBack: true)
      if otherCost < cost { (cost, shared) = (otherCost, otherShared) }
    }
    words += shared
    return cost <= Cost.limit && words > 0 ? (cost, words) : nil
  }

  /// What it costs to lay two runs of segments side by side, and the words that they share.
  private func fill(
    _ asked: [Vocabulary.Meanings], _ hole: Range<Int>, _ other: Range<Int>, fromBack: Bool
  ) -> (cost: Int, words: Int) {
    var cost = 0
    var words = 0
    let pairs = min(hole.count, other.count)
    let (own, its) =
      fromBack
      ? (hole.upperBound - pairs, other.upperBound - pairs) : (hole.lowerBound, other.lowerBound)
    for pair in 0..<pairs {
      let isLoose = hole.count < other.count && segments[its + pair] == Self.parameter
      cost += isLoose ? Cost.loose : difference(asked[own + pair], segments[its + pair], &words)
      if cost > Cost.limit { return (cost, words) }
    }
    for place in hole where !(own..<(own + pairs)).contains(place) {
      cost += asked[place].isEmpty ? Cost.slash : Cost.gap
    }
    for place in other where !(its..<(its + pairs)).contains(place) {
      cost += segments[place] == vocabulary.emptyWord ? Cost.slash : Cost.gap
    }
    return (cost, words)
  }

  private func fits(
    _ asked: Vocabulary.Meanings, _ segment: Int32, _ words: inout Int
  ) -> Bool {
    if segment == Self.parameter { return !asked.isEmpty }
    guard segment == asked.word else { return false }
    if !asked.isEmpty { words += 1 }
    return true
  }

  private func difference(
    _ asked: Vocabulary.Meanings, _ segment: Int32, _ words: inout Int
  ) -> Int {
    if fits(asked, segment, &words) { return 0 }
    if segment == Self.parameter || asked.isEmpty { return asked.isEmpty ? Cost.slash : Cost.word }
    for other in asked.others where other.word == segment {
      words += 1
      return other.cost
    }
    return Cost.word
  }
}
