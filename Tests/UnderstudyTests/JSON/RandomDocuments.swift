import Understudy

/// Makes documents of all kinds, the same ones for the same seed.
struct RandomDocuments {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  mutating func next(depth: Int) -> JSON {
    switch below(depth > 0 ? 8 : 5) {
    case 0: return nil
    case 1: return .bool(below(2) == 0)
    case 2: return .int(below(.max) - Int.max / 2)
    case 3: return .double(Double(below(.max)) / 1e12)
    case 4: return .string(text())
    case 5: return .array((0..<below(5)).map { _ in next(depth: depth - 1) })
    default:
      return .object(
        JSON.Object((0..<below(5)).map { _ in (key: text(), value: next(depth: depth - 1)) }))
    }
  }

  private mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "\n", "\0", "\u{1F}", "é", "\u{301}", "🚲", "/",
    ]
    var text = ""
    for _ in 0..<below(8) { text.unicodeScalars.append(scalars[below(scalars.count)]) }
    return text
  }
}
