extension JSON {
  /// A number as it was written.
  ///
  /// Equality is that of the exact decimal values: `1`, `1.0` and `10e-1` are equal,
  /// 9007199254740992 and 9007199254740993 are not.
  public struct Number: Sendable, Hashable {
    /// The digits as written, a valid JSON number (RFC 8259, 6).
    public let literal: String

    /// Takes text that is a JSON number; nil where it is not.
    public init?(_ literal: String) {
      let bytes = Array(literal.utf8)
      var parser = JSONParser(bytes[...], maxDepth: 1)
      guard (try? parser.parseNumber()) != nil, parser.isAtEnd else { return nil }
      self.literal = literal
    }

    init(trusted literal: String) {
      self.literal = literal
    }

    /// The value where it is a whole number that fits, however it is written: `1.0` is 1.
    public var int: Int? {
      if let value = Int(literal) { return value }
      let (isNegative, digits, exponent) = canonical
      guard exponent >= 0, exponent <= 19 else { return digits.isEmpty ? 0 : nil }
      let zeros = String(repeating: "0", count: exponent)
      return Int((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros)
    }

    /// The nearest floating-point value.
    public var double: Double { Double(literal) ?? .infinity }

    /// Whether two numbers have the same exact decimal value.
    public static func == (one: Number, other: Number) -> Bool {
      one.canonical == other.canonical
    }

    /// Hashes the exact decimal value.
    public func hash(into hasher: inout Hasher) {
      let (isNegative, digits, exponent) = canonical
      hasher.combine(isNegative)
      hasher.combine(digits)
      hasher.combine(exponent)
    }

    /// The value as sign, significant digits without zeros at either end, and a power of ten.
    ///
    /// Zero has no digits. An exponent beyond `Int` is cut to its bounds: such numbers compare by
    /// their digits.
    private var canonical: (isNegative: Bool, digits: [UInt8], exponent: Int) {
      var digits: [UInt8] = []
      var exponent = 0
      var isFraction = false
      var text = literal.utf8[...]
      let isNegative = text.first == UInt8(ascii: "-")
      if isNegative { text = text.dropFirst() }
      while let byte = text.first, byte | 0x20 != UInt8(ascii: "e") {
        text = text.dropFirst()
        if byte == UInt8(ascii: ".") {
          isFraction = true
          continue
        }
        if isFraction { exponent -= 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      }
      if !text.isEmpty {
        let written = String(decoding: text.dropFirst(), as: UTF8.self)
        let limit = Int.max / 4
        let value = Int(written) ?? (written.hasPrefix("-") ? -limit : limit)
        exponent += max(-limit, min(limit, value))
      }
      while digits.last == UInt8(ascii: "0") {
        digits.removeLast()
        exponent += 1
      }
      return digits.isEmpty ? (false, [], 0) : (isNegative, digits, exponent)
    }
  }
}
