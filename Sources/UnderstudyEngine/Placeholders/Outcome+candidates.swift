import Platform
import Understudy

extension Outcome {
  /// Whether its own text has `{{` anywhere, which is asked of every outcome before it is put into
  /// bytes and read: of a thousand routes hardly one has.
  var mayHavePlaceholders: Bool {
    if headers.contains(where: { $0.value.hasDoubleBrace }) { return true }
    return switch action {
    case .json(let value): value.hasDoubleBrace
    case .text(let text): text.hasDoubleBrace
    case .redirect(let location): location.hasDoubleBrace
    // Their bytes decide, by their content type.
    case .data: true
    // It reads its items itself.
    case .stream: false
    case .bare, .fixture, .dynamic, .held, .variant, .patched, .sequence, .weighted, .fault: false
    }
  }
}

extension JSON {
  fileprivate var hasDoubleBrace: Bool { containsText { $0.hasDoubleBrace } }
}

extension String {
  fileprivate var hasDoubleBrace: Bool {
    ByteSearch.hasPair(of: UInt8(ascii: "{"), in: self)
  }
}
