/// Bytes written as base64 with padding (RFC 4648, 4).
package enum Base64Text {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The letters as ASCII, in one line.
  package static func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(
          place > group.count ? UInt8(ascii: "=") : letters[value >> (18 - 6 * place) & 63])
      }
    }
    return text
  }

  /// The letters as a string.
  package static func string(_ bytes: [UInt8]) -> String {
    String(decoding: Self.bytes(bytes), as: UTF8.self)
  }
}
