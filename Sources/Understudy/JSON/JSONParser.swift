/// A strict parser of RFC 8259 over bytes.
///
/// It makes values, or only checks when `buildsValues` is false. Depth is bounded, so that hostile
/// input ends in an error and never in a crash. A leading byte order mark is skipped, as RFC 8259,
/// 8.1 allows.
struct JSONParser {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private let maxDepth: Int
  private let buildsValues: Bool

  init(_ bytes: ArraySlice<UInt8>, maxDepth: Int, buildsValues: Bool = true) {
    self.bytes = bytes
    self.maxDepth = maxDepth
    self.buildsValues = buildsValues
    index = bytes.startIndex
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index += 3 }
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  mutating func parseDocument() throws(JSONSyntaxError) -> JSON {
    skipSpace()
    if isAtEnd { throw error("expected a value, found the end") }
    let value = try parseValue(depth: 1)
    skipSpace()
    guard isAtEnd else { throw error("expected the end after the value, found \(found)") }
    return value
  }

  private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard index < bytes.endIndex else { throw error("expected a value, found the end") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try parseObject(depth: depth)
    case UInt8(ascii: "["): return try parseArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try parseNumber())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    default: throw error("expected a value, found \(found)")
    }
  }

  private mutating func parseObject(depth: Int) throws(JSONSyntaxError) -> JSON {
    try enter(depth)
    var members: [(key: String, value: JSON)] = []
    if take(UInt8(ascii: "}")) { return .object([:]) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else {
        throw error("expected a key in quotes, found \(found)")
      }
      let key = try parseString()
      skipSpace()
      guard take(UInt8(ascii: ":")) else {
        throw error("expected ':' after a key, found \(found)")
      }
      skipSpace()
      let value = try parseValue(depth: depth + 1)
      if buildsValues { members.append((key, value)) }
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) { return .object(JSON.Object(members)) }
      throw error("expected ',' or '}' after a member, found \(found)")
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> JSON {
    try enter(depth)
    var elements: [JSON] = []
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      skipSpace()
      let value = try parseValue(depth: depth + 1)
      if buildsValues { elements.append(value) }
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return .array(elements) }
      throw error("expected ',' or ']' after an element, found \(found)")
    }
  }

  /// Steps behind an opening bracket.
  private mutating func enter(_ depth: Int) throws(JSONSyntaxError) {
    guard depth <= maxDepth else { throw error("nested deeper than \(maxDepth) levels") }
    index += 1
    skipSpace()
  }

  private mutating func parseWord(_ word: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON
  {
    let text = Array(word.description.utf8)
    guard bytes[index...].starts(with: text) else {
      throw error("expected a value, found \(found)")
    }
    index += text.count
    return value
  }

  mutating func parseNumber() throws(JSONSyntaxError) -> JSON.Number {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if take(UInt8(ascii: "0")) {
      if isDigit { throw error("a number must not begin with 0") }
    } else {
      try takeDigits()
    }
    if take(UInt8(ascii: ".")) { try takeDigits() }
    if peek.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      try takeDigits()
    }
    return JSON.Number(
      trusted: buildsValues ? String(decoding: bytes[start..<index], as: UTF8.self) : "0")
  }

  private var isDigit: Bool {
    peek.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private mutating func takeDigits() throws(JSONSyntaxError) {
    guard isDigit else { throw error("expected a digit, found \(found)") }
    while isDigit { index += 1 }
  }
}

// MARK: - Strings

extension JSONParser {
  private mutating func parseString() throws(JSONSyntaxError) -> String {
    index += 1
    let start = index
    // Most strings have no escape: they are taken in one piece.
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    guard peek != UInt8(ascii: "\"") else {
      let text = try text(bytes[start..<index], at: start)
      index += 1
      return text
    }
    var decoded = Array(bytes[start..<index])
    while true {
      guard let byte = peek else { throw error("expected '\"' at the end of a string, found the end") }
      switch byte {
      case UInt8(ascii: "\""):
        let text = try text(decoded[...], at: start)
        index += 1
        return text
      case UInt8(ascii: "\\"): try parseEscape(into: &decoded)
      case 0..<0x20:
        throw error("a control character in a string must be written as \\u00\(hex(byte))")
      default:
        decoded.append(byte)
        index += 1
      }
    }
  }

  private func text(_ decoded: ArraySlice<UInt8>, at start: Int) throws(JSONSyntaxError) -> String {
    guard buildsValues || decoded.contains(where: { $0 >= 0x80 }) else { return "" }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw JSONSyntaxError(offset: start, in: bytes, reason: "a string is not valid UTF-8")
    }
    return text
  }

  private mutating func parseEscape(into decoded: inout [UInt8]) throws(JSONSyntaxError) {
    let start = index
    index += 1
    guard let kind = peek else { throw error("expected an escape, found the end") }
    index += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(kind)
    case UInt8(ascii: "b"): decoded.append(8)
    case UInt8(ascii: "f"): decoded.append(12)
    case UInt8(ascii: "n"): decoded.append(10)
    case UInt8(ascii: "r"): decoded.append(13)
    case UInt8(ascii: "t"): decoded.append(9)
    case UInt8(ascii: "u"):
      var code = UInt32(try parseHex())
      if (0xD800..<0xDC00).contains(code), bytes[index...].starts(with: "\\u".utf8) {
        index += 2
        let low = UInt32(try parseHex())
        if (0xDC00..<0xE000).contains(low) {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw JSONSyntaxError(
          offset: start, in: bytes, reason: "an escape is half of a surrogate pair")
      }
      decoded += Array(UTF8.encode(scalar) ?? UTF8.EncodedScalar())
    default:
      throw JSONSyntaxError(offset: start, in: bytes, reason: "an escape that JSON does not have")
    }
  }

  private mutating func parseHex() throws(JSONSyntaxError) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("expected four hexadecimal digits after \\u") }
    index += 4
    return code
  }

  private func hex(_ byte: UInt8) -> String {
    byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
  }
}

// MARK: - Bytes

extension JSONParser {
  private var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  /// What stands here, for a message.
  private var found: String {
    guard let byte = peek else { return "the end" }
    if byte < 0x20 || byte == 0x7F { return "the byte 0x\(hex(byte))" }
    var decoder = UTF8()
    var rest = bytes[index...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      return "the byte 0x\(hex(byte))"
    }
    return "'\(scalar)'"
  }

  private func error(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: index, in: bytes, reason: reason)
  }
}
