/// Bytes as two small digits each.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The digits of all bytes, in one line.
  package static func text(_ bytes: [UInt8]) -> String { text(bytes[...]) }

  /// The digits of a part of some bytes, in one line.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
