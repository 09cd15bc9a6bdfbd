/// Percent-encoding (RFC 3986, 2.1) and its form variant (WHATWG URL, 5.1).
package enum PercentEncoding {
  /// The bytes that the text stands for; nil where a `%` has no two hexadecimal digits behind it.
  ///
  /// - Parameters:
  ///   - text: raw bytes of a segment, a name or a value.
  ///   - plusIsSpace: true in queries and forms; in a path `+` is an ordinary character.
  /// - Returns: the decoded bytes.
  package static func decode(_ text: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "%"):
        guard index + 2 < text.endIndex, let high = hexDigit(text[index + 1]),
          let low = hexDigit(text[index + 2])
        else { return nil }
        decoded.append(high << 4 | low)
        index += 3
      case UInt8(ascii: "+") where plusIsSpace:
        decoded.append(UInt8(ascii: " "))
        index += 1
      case let byte:
        decoded.append(byte)
        index += 1
      }
    }
    return decoded
  }

  /// A byte as `%` and two digits, large ones (RFC 3986, 2.1).
  static func encoded(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// Whether bytes are UTF-8 text.
package enum UTF8Text {
  /// Whether the bytes are well-formed UTF-8; nothing is repaired.
  package static func isValid(_ bytes: some Sequence<UInt8>) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
