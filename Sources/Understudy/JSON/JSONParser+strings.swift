extension JSONParser {
  /// Reads a string from its opening quote; an empty one where no values are built.
  mutating func parseString() throws(JSONSyntaxError) -> String {
    index += 1
    let start = index
    var runStart = start
    var decoded: [UInt8] = []
    var seenBits: UInt8 = 0
    while true {
      guard let byte = peek else {
        throw error("expected '\"' at the end of a string, found the end")
      }
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        decoded += bytes[runStart..<index]
        try parseEscape(into: &decoded)
        runStart = index
        continue
      }
      guard byte >= 0x20 else {
        throw error("a control character in a string must be written as \\u00\(Self.hex(byte))")
      }
      seenBits |= byte
      index += 1
    }
    if seenBits >= 0x80, let place = firstInvalidUTF8(in: start..<index) {
      throw error("a string is not valid UTF-8", at: place)
    }
    defer { index += 1 }
    guard buildsValues else { return "" }
    // Most strings have no escape: they are taken in one piece.
    if runStart == start { return String(decoding: bytes[start..<index], as: UTF8.self) }
    decoded += bytes[runStart..<index]
    return String(decoding: decoded, as: UTF8.self)
  }

  private mutating func parseEscape(into decoded: inout [UInt8]) throws(JSONSyntaxError) {
    let start = index
    index += 1
    guard let kind = peek else { throw error("expected an escape, found the end") }
    index += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(kind)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = Unicode.Scalar(try parseCodePoint()) else {
        throw error("an escape is half of a surrogate pair", at: start)
      }
      for unit in UTF8.encode(scalar) ?? UTF8.EncodedScalar() { decoded.append(unit) }
    default: throw error("an escape that JSON does not have", at: start)
    }
  }

  /// Reads the digits of a `\u` escape, and of a second one that makes a pair with it.
  private mutating func parseCodePoint() throws(JSONSyntaxError) -> UInt32 {
    let high = try parseHex()
    guard (0xD800..<0xDC00).contains(high), bytes[index...].starts(with: "\\u".utf8) else {
      return high
    }
    index += 2
    let low = try parseHex()
    return (0xDC00..<0xE000).contains(low) ? 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00) : high
  }

  private mutating func parseHex() throws(JSONSyntaxError) -> UInt32 {
    let start = index
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Self.hexDigit(byte) else {
        throw error("expected four hexadecimal digits after \\u", at: start)
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Where text stops being UTF-8 (RFC 3629, 4), by hand because `String(validating:)` needs iOS 18.
  private func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    var place = range.lowerBound
    while place < range.upperBound {
      let second: ClosedRange<UInt8>
      let length: Int
      switch bytes[place] {
      case 0..<0x80:
        place += 1
        continue
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return place
      }
      let end = place + length
      guard end <= range.upperBound, second.contains(bytes[place + 1]),
        bytes[(place + 2)..<end].allSatisfy({ $0 & 0xC0 == 0x80 })
      else { return place }
      place = end
    }
    return nil
  }
}
