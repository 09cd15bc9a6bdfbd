/// A strict parser of RFC 8259 over bytes.
///
/// It makes values, or only checks when `buildsValues` is false. Depth is bounded, so that hostile
/// input ends in an error and never in a crash; so may the number of values be, each of which takes
/// far more memory than text. A leading byte order mark is skipped, as RFC 8259,
/// 8.1 allows.
struct JSONParser {
  let bytes: [UInt8]
  var index = 0
  private let maxDepth: Int
  private let maxValues: Int
  private var valueCount = 0
  let buildsValues: Bool

  init(_ bytes: [UInt8], maxDepth: Int, maxValues: Int = .max, buildsValues: Bool = true) {
    self.bytes = bytes
    self.maxDepth = maxDepth
    self.maxValues = maxValues
    self.buildsValues = buildsValues
  }

  var isAtEnd: Bool { index == bytes.count }

  /// Whether it ended at a value beyond the limit.
  var hasTooManyValues: Bool { valueCount > maxValues }

  mutating func parseDocument() throws(JSONSyntaxError) -> JSON {
    if bytes.starts(with: JSONSyntaxError.byteOrderMark) { index = 3 }
    skipSpace()
    if isAtEnd { throw error("expected a value, found the end") }
    let value = try parseValue(depth: 1)
    skipSpace()
    guard isAtEnd else { throw error("expected the end after the value, found \(found)") }
    return value
  }

  private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard index < bytes.count else { throw error("expected a value, found the end") }
    valueCount += 1
    guard valueCount <= maxValues else { throw error("more than \(maxValues) values") }
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

  private mutating func parseWord(
    _ word: String, _ value: JSON
  ) throws(JSONSyntaxError) -> JSON {
    guard bytes[index...].starts(with: word.utf8) else {
      throw error("expected a value, found \(found)")
    }
    index += word.utf8.count
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

extension JSONParser {
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
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
  var found: String {
    guard let byte = peek else { return "the end" }
    if byte < 0x20 || byte == 0x7F { return "the byte 0x\(Self.hex(byte))" }
    var decoder = UTF8()
    var rest = bytes[index...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      return "the byte 0x\(Self.hex(byte))"
    }
    return "'\(scalar)'"
  }

  static func hex(_ byte: UInt8) -> String {
    byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
  }

  func error(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset ?? index, in: bytes, reason: reason)
  }
}
