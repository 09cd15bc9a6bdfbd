/// What a `Range` line asks of a body of known length (RFC 9110, 14.1.2).
enum ByteRanges: Sendable, Hashable {
  /// All of it: the line is of another unit, no range at all, or asks for too much.
  case whole
  /// These parts, each at least one byte long, in the order asked for.
  case parts([Range<Int>])
  /// Nothing that the body has.
  case unsatisfiable

  /// How many parts one answer may have.
  static let limit = 100

  /// Reads the value of a line.
  init(_ text: ArraySlice<UInt8>, of length: Int) {
    let unit = text.prefix { $0 != UInt8(ascii: "=") }
    guard unit.count < text.count, unit.map({ $0 | 0x20 }).elementsEqual("bytes".utf8) else {
      self = .whole
      return
    }
    let specs = text.dropFirst(unit.count + 1).split(separator: UInt8(ascii: ","))
      .map(Self.trimmed).filter { !$0.isEmpty }
    var parts: [Range<Int>] = []
    for spec in specs {
      switch Self.part(spec, of: length) {
      case .invalid:
        self = .whole
        return
      case .missing: continue
      case .part(let range): parts.append(range)
      }
    }
    if specs.isEmpty || parts.count > Self.limit {
      self = .whole
    } else if parts.isEmpty {
      self = .unsatisfiable
    } else {
      // Parts that overlap may ask for the body many times over.
      self = parts.reduce(0) { $0 + $1.count } > length ? .whole : .parts(parts)
    }
  }

  private enum Part {
    case invalid, missing
    case part(Range<Int>)
  }

  private static func part(_ spec: ArraySlice<UInt8>, of length: Int) -> Part {
    guard let dash = spec.firstIndex(of: UInt8(ascii: "-")) else { return .invalid }
    let (first, last) = (spec[..<dash], spec[(dash + 1)...])
    if first.isEmpty {
      guard let count = number(last) else { return .invalid }
      // The end of nothing is nothing, which no `Content-Range` can say.
      return count == 0 || length == 0 ? .missing : .part(max(0, length - count)..<length)
    }
    guard let start = number(first) else { return .invalid }
    if last.isEmpty { return start < length ? .part(start..<length) : .missing }
    guard let end = number(last), end >= start else { return .invalid }
    return start < length ? .part(start..<(min(end, length - 1) + 1)) : .missing
  }

  /// A number of any length; one that is too long for us is beyond every body.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = product.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      value = overflows || overflowsToo ? .max : sum
    }
    return digits.isEmpty ? nil : value
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
