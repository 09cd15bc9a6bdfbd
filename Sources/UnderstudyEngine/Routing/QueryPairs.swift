/// The decoded pairs of a query or a form, in order, repeats included.
///
/// Only `&` separates, and empty sequences between two `&` are skipped (WHATWG URL, 5.1). A name
/// without `=` has no value, which is not the same as an empty one.
package struct QueryPairs: Sendable {
  /// One decoded pair.
  package struct Pair: Sendable, Hashable {
    package var name: [UInt8]
    /// Nil where there is no `=`.
    package var value: [UInt8]?

    /// A pair by its parts; no value is a name without `=`.
    package init(name: [UInt8], value: [UInt8]?) {
      self.name = name
      self.value = value
    }
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

  /// Whether a closure accepts every pair; stops at the first that it does not.
  ///
  /// Allocates nothing for a pair that is written as it reads.
  static func allSatisfy(
    _ raw: ArraySlice<UInt8>,
    _ accepts: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>?) -> Bool
  ) -> Bool {
    var start = raw.startIndex
    while start < raw.endIndex {
      let end = raw[start...].firstIndex(of: UInt8(ascii: "&")) ?? raw.endIndex
      let part = raw[start..<end]
      start = end + 1
      if part.isEmpty { continue }
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let isPlain = !part.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
      let name = part[..<(equals ?? end)]
      let value = equals.map { part[($0 + 1)...] }
      let isAccepted =
        isPlain ? accepts(name, value) : accepts(decode(name)[...], value.map { decode($0)[...] })
      guard isAccepted else { return false }
    }
    return true
  }

  private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    PercentEncoding.decode(text, plusIsSpace: true) ?? Array(text)
  }
}
