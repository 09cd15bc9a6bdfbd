extension ShownText {
  /// How many bytes are shown of a value that may be long.
  static let limit = 200

  /// The text in one line, with `\xNN` for what is not UTF-8 or would break the line, and `…` for
  /// what is left out.
  static func clipped(_ bytes: some Collection<UInt8>) -> String {
    let isCut = bytes.count > limit
    var text = ""
    var rest = bytes.prefix(limit)[...]
    while !rest.isEmpty {
      var decoder = UTF8()
      var iterator = rest.makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&iterator), !isControl(scalar) {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        let byte = rest.removeFirst()
        // A letter that the cut has split is not shown as broken.
        if isCut, rest.count < 3, byte >= 0xC2 { break }
        text += "\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
      }
    }
    return isCut ? text + "…" : text
  }

  /// A number of bytes.
  static func length(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}
