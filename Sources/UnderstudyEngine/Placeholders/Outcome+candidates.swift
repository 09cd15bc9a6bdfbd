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
  fileprivate var hasDoubleBrace: Bool {
    switch self {
    case .string(let text): text.hasDoubleBrace
    case .array(let elements): elements.contains(where: \.hasDoubleBrace)
    case .object(let members): members.contains { $0.value.hasDoubleBrace }
    case .null, .bool, .number: false
    }
  }
}

extension String {
  fileprivate var hasDoubleBrace: Bool {
    let brace = UInt8(ascii: "{")
    var isAfterBrace = false
    for byte in utf8 {
      if byte == brace, isAfterBrace { return true }
      isAfterBrace = byte == brace
    }
    return false
  }
}
