/// A segment with text around its parameters, such as `{name}.json` or `v{major}-{minor}`.
package struct MixedSegment: Sendable, Hashable {
  /// The text before, between and behind the parameters: one more than ``names``.
  let literals: [[UInt8]]
  let names: [String]

  /// How much of the segment is text; of two mixed segments that fit, the one with more wins.
  var literalCount: Int { literals.reduce(0) { $0 + $1.count } }

  /// The values of the parameters; nil where the segment does not fit.
  ///
  /// Each parameter takes as little as it can, and at least one byte. Taking the first place for
  /// each text is enough to find a fit, so that the time is linear.
  func match(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard let first = literals.first, let last = literals.last, value.starts(with: first) else {
      return nil
    }
    let end = value.endIndex - last.count
    var start = value.startIndex + first.count
    var captured: [ArraySlice<UInt8>] = []
    for literal in literals.dropFirst().dropLast() {
      guard let place = Self.find(literal, in: value, from: start + 1, to: end) else { return nil }
      captured.append(value[start..<place])
      start = place + literal.count
    }
    guard start < end, value[end...].elementsEqual(last) else { return nil }
    captured.append(value[start..<end])
    return captured
  }

  /// Whether some segment fits both: their beginnings agree, and so do their ends.
  func overlaps(_ other: MixedSegment) -> Bool {
    func agree(_ one: some Sequence<UInt8>, _ two: some Sequence<UInt8>) -> Bool {
      zip(one, two).allSatisfy { $0 == $1 }
    }
    guard let head = literals.first, let otherHead = other.literals.first,
      let tail = literals.last, let otherTail = other.literals.last
    else { return false }
    return agree(head, otherHead) && agree(tail.reversed(), otherTail.reversed())
  }

  private static func find(
    _ text: [UInt8], in value: ArraySlice<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    guard start + text.count <= end else { return nil }
    return (start...(end - text.count)).first { place in
      value[place..<(place + text.count)].elementsEqual(text)
    }
  }
}
