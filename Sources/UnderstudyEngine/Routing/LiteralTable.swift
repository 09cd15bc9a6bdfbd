/// The literal segments below one node of the trie, found by their bytes without allocating.
struct LiteralTable: Sendable {
  private var entries: [(text: [UInt8], node: Int)] = []

  /// The node behind a segment.
  subscript(segment: ArraySlice<UInt8>) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      switch Self.compare(segment, entries[middle].text) {
      case 0: return entries[middle].node
      case ..<0: high = middle
      default: low = middle + 1
      }
    }
    return nil
  }

  /// Adds a segment that is not there yet.
  mutating func insert(_ text: [UInt8], _ node: Int) {
    let place = entries.firstIndex { Self.compare(text[...], $0.text) < 0 } ?? entries.count
    entries.insert((text, node), at: place)
  }

  /// Shorter first, then by bytes: most lookups end at the length.
  private static func compare(_ one: ArraySlice<UInt8>, _ other: [UInt8]) -> Int {
    if one.count != other.count { return one.count - other.count }
    for (left, right) in zip(one, other) where left != right { return Int(left) - Int(right) }
    return 0
  }
}
