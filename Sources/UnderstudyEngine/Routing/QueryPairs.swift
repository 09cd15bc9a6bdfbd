/// The decoded pairs of a query or a form, in order, repeats included.
///
/// Only `&` separates, and empty sequences between two `&` are skipped (WHATWG URL, 5.1). A name
/// without `=` has no value, which is not the same as an empty one.
package struct QueryPairs: Sendable {
  /// One decoded pair.
  package struct Pair: Sendable, Hashable {
    package var name: [UInt8]
    package var value: [UInt8]?
  }

  package let pairs: [Pair]

  /// Splits and decodes a raw query; its percent-encoding was checked with its ``Target``.
  package init(_ raw: ArraySlice<UInt8>) {
    pairs = raw.split(separator: UInt8(ascii: "&")).map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
        return Pair(name: Self.decode(part), value: nil)
      }
      return Pair(name: Self.decode(part[..<equals]), value: Self.decode(part[(equals + 1)...]))
    }
  }

  private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    PercentEncoding.decode(text, plusIsSpace: true) ?? Array(text)
  }
}
