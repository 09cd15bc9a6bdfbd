import Understudy

/// Reads `application/x-www-form-urlencoded` as a query is read, and as strictly.
enum FormPairs {
  /// The decoded pairs, in order, repeats included (WHATWG URL, 5.1).
  static func parse(_ bytes: [UInt8]) throws(BodyFault) -> [QueryPairs.Pair] {
    if let offset = brokenEscape(in: bytes) { throw .brokenEscape(offset: offset) }
    let pairs = QueryPairs(bytes[...]).pairs
    for pair in pairs where !UTF8Text.isValid(pair.name) || !UTF8Text.isValid(pair.value ?? []) {
      throw .fieldNotUTF8(name: ShownText.clipped(pair.name))
    }
    return pairs
  }

  private static func brokenEscape(in bytes: [UInt8]) -> Int? {
    bytes.indices.first { index in
      bytes[index] == UInt8(ascii: "%")
        && !(index + 2 < bytes.count && PercentEncoding.hexDigit(bytes[index + 1]) != nil
          && PercentEncoding.hexDigit(bytes[index + 2]) != nil)
    }
  }
}
