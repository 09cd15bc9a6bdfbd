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
      var parser = JSONParser(Array(literal.utf8), maxDepth: 1)
      guard (try? parser.parseNumber()) != nil, parser.isAtEnd else { return nil }
      self.literal = literal
    }

    init(trusted literal: String) {
      self.literal = literal
    }

    /// The value where it is a whole number that fits, however it is written: `1.0` is 1.
    public var int: Int? { whole() }

    /// The value where it is a whole number from 0 to 2^64 - 1, however it is written.
    package var unsigned: UInt64? { whole() }

    private func whole<Value: FixedWidthInteger>() -> Value? {
      if let value = Value(literal) { return value }
      let exact = canonical
      guard exact.hugeExponent.isEmpty, (0...19).contains(exact.exponent) else { return nil }
      let digits = String(decoding: exact.digits, as: UTF8.self)
      let zeros = String(repeating: "0", count: exact.exponent)
      return digits.isEmpty ? 0 : Value((exact.isNegative ? "-" : "") + digits + zeros)
    }

    /// The nearest floating-point value; infinite where the number is beyond its range.
    public var double: Double { Double(literal) ?? .infinity }

    /// Whether the value has no fraction, however it is written: `1.0` and `1e3` are whole.
    package var isWhole: Bool {
      let exact = canonical
      return exact.exponent >= 0 && exact.hugeExponent.utf8.first != UInt8(ascii: "-")
    }

    /// Whether two numbers have the same exact decimal value.
    public static func == (one: Number, other: Number) -> Bool {
      one.literal == other.literal || one.canonical == other.canonical
    }

    /// Hashes the exact decimal value.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(canonical)
    }
  }
}

extension JSON.Number {
  /// A value as sign, significant digits without zeros at either end, and a power of ten.
  private struct Canonical: Hashable {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
    /// An exponent beyond `Int`, as written: such numbers are equal only under one spelling of it.
    var hugeExponent = ""
  }

  /// The value in its one form; zero has no digits.
  private var canonical: Canonical {
    var value = Canonical()
    var isFraction = false
    var text = literal.utf8[...]
    if text.first == UInt8(ascii: "-") {
      value.isNegative = true
      text = text.dropFirst()
    }
    while let byte = text.first, byte | 0x20 != UInt8(ascii: "e") {
      text = text.dropFirst()
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      if isFraction { value.exponent -= 1 }
      if byte != UInt8(ascii: "0") || !value.digits.isEmpty { value.digits.append(byte) }
    }
    if !text.isEmpty { Self.add(text.dropFirst(), to: &value) }
    while value.digits.last == UInt8(ascii: "0") {
      value.digits.removeLast()
      value.exponent += 1
    }
    return value.digits.isEmpty ? Canonical() : value
  }

  /// Adds the power of ten that stands behind the `e`.
  private static func add(_ written: Substring.UTF8View, to value: inout Canonical) {
    // A quarter of the range leaves room for the digits of any text that fits into memory.
    if let power = Int(String(decoding: written, as: UTF8.self)), power.magnitude < Int.max / 4 {
      value.exponent += power
      return
    }
    let isNegative = written.first == UInt8(ascii: "-")
    let signs = [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "0")]
    let digits = String(decoding: written.drop(while: signs.contains), as: UTF8.self)
    value.hugeExponent = (isNegative ? "-" : "") + digits
  }
}
