import Understudy

/// What somebody may have meant who asked for a path that is nearly a route's.
struct PathSlip {
  private let asked: [ArraySlice<UInt8>]
  private let template: PathTemplate
  /// The template's segments as they were written.
  private let written: [Substring]

  init(_ asked: [ArraySlice<UInt8>], _ template: PathTemplate) {
    self.asked = asked
    self.template = template
    written = template.text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The slip as a sentence; nil where none is plain.
  var hint: String? {
    let segments = template.segments
    let shorter = min(asked.count, segments.count)
    let front = (0..<shorter).prefix { segments[$0].takes(asked[$0]) }.count
    let back = (0..<(shorter - front)).prefix {
      segments[segments.count - 1 - $0].takes(asked[asked.count - 1 - $0])
    }.count
    let extra = front..<(asked.count - back)
    let missing = front..<(segments.count - back)
    if missing.isEmpty { return hint(extra: extra, isLast: back == 0) }
    if extra.isEmpty { return hint(missing: missing, isLast: back == 0) }
    if extra.count == missing.count {
      let isCase = zip(extra, missing).allSatisfy { differInCase(asked[$0], segments[$1]) }
      if isCase {
        return "The path differs from '\(template.text)' in case alone, and case counts."
      }
      for (own, its) in zip(extra, missing) {
        if let hint = hint(asked[own], its) { return hint }
      }
    }
    return nil
  }

  private func hint(extra: Range<Int>, isLast: Bool) -> String? {
    if extra.isEmpty { return nil }
    if extra.allSatisfy({ asked[$0].isEmpty }) {
      return isLast
        ? "The path ends in '/', an empty segment that '\(template.text)' does not have."
        : "The path has an empty segment: '//'."
    }
    let text = path(extra)
    let before = max(0, extra.lowerBound - extra.count)..<extra.lowerBound
    let behind = extra.upperBound..<min(asked.count, extra.upperBound + extra.count)
    if [before, behind].contains(where: { asked[$0].elementsEqual(asked[extra]) }) {
      return "The path has '\(text)' twice: the base URL may end in it already."
    }
    return extra.lowerBound == 0
      ? "The path has '\(text)' in front, which the route has not: the base URL may end in it."
      : nil
  }

  private func hint(missing: Range<Int>, isLast: Bool) -> String? {
    let segments = template.segments[missing]
    if segments.allSatisfy({ $0 == .literal([]) }) {
      return isLast ? "The route's path ends in '/', the request's does not." : nil
    }
    let isLiteral = segments.allSatisfy { if case .literal = $0 { true } else { false } }
    guard missing.lowerBound == 0, isLiteral else { return nil }
    let text = written[missing].map { "/\($0)" }.joined()
    return "The path lacks '\(text)' in front: the base URL may have to end in it."
  }

  /// Why one segment does not fit.
  private func hint(_ segment: ArraySlice<UInt8>, _ place: Int) -> String? {
    let expected = written[place]
    switch template.segments[place] {
    case .literal(let text):
      guard !text.isEmpty, !segment.isEmpty else {
        return segment.isEmpty ? "The path has an empty segment where '\(expected)' stands." : nil
      }
      let word = text.map(\.asciiLowercased)
      let limit = max(word.count, segment.count) / 3
      guard segment.count <= 64,
        Spelling.distance(segment.map(\.asciiLowercased), word, limit: limit) <= limit
      else { return nil }
      return "'\(Self.text(segment))' may be meant to be '\(expected)'."
    case .narrowed, .mixed, .free, .rest:
      return segment.isEmpty
        ? "The path has an empty segment where '\(expected)' stands: a parameter is never empty."
        : "'\(expected)' does not take '\(Self.text(segment))'."
    }
  }

  private func differInCase(_ segment: ArraySlice<UInt8>, _ other: PathTemplate.Segment) -> Bool {
    if other.takes(segment) { return true }
    guard case .literal(let text) = other else { return false }
    return segment.elementsEqual(text) { $0.asciiLowercased == $1.asciiLowercased }
  }

  private func path(_ range: Range<Int>) -> String {
    asked[range].map { "/\(Self.text($0))" }.joined()
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    Difference.clipped(String(decoding: bytes, as: UTF8.self))
  }
}

extension PathTemplate.Segment {
  /// Whether a decoded segment fits; a rest takes what is not empty.
  func takes(_ value: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .literal(let text): value.elementsEqual(text)
    case .narrowed(let narrowing, _): narrowing.takes(value)
    case .mixed(let mixed): mixed.match(value) != nil
    case .free, .rest: !value.isEmpty
    }
  }
}
