/// Reads sizes and times as people type them.
enum Quantity {
  /// Bytes, with `K`, `M` or `G` for powers of 1024; nil where the text is none.
  static func size(_ text: String) -> Int? {
    let shift =
      switch text.last?.uppercased() {
      case "K": 10
      case "M": 20
      case "G": 30
      default: 0
      }
    guard let count = whole(text.dropLast(shift == 0 ? 0 : 1)) else { return nil }
    let (size, overflows) = count.multipliedReportingOverflow(by: 1 << shift)
    return overflows ? nil : size
  }

  /// Seconds, or with `ms` milliseconds, up to so many days; nil where the text is none.
  static func duration(_ text: String, days: Int = 1) -> Duration? {
    let longest = days * 86_400_000
    let isFine = text.hasSuffix("ms")
    let digits = text.dropLast(isFine ? 2 : text.hasSuffix("s") ? 1 : 0)
    guard let count = whole(digits), count <= (isFine ? longest : longest / 1000) else {
      return nil
    }
    return isFine ? .milliseconds(count) : .seconds(count)
  }

  /// A number of digits alone, where `Int` would take a sign; nil where the text is none.
  static func whole(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
