import Understudy

/// Takes a multipart body apart in one walk over its bytes (RFC 2046, 5.1.1; RFC 7578).
struct MultipartParser {
  /// How many parts a body may have.
  static let partLimit = 1000
  /// How many bytes the head of a part may have.
  static let headLimit = 16 * 1024
  /// RFC 2046, 5.1.1.
  static let boundaryLimit = 70

  private let bytes: [UInt8]
  private let boundary: [UInt8]
  private let delimiter: [UInt8]
  private var boundaryText: String { ShownText.clipped(boundary) }

  /// The parts, in order.
  ///
  /// What stands before the first delimiter and behind the closing one is left out.
  static func parse(_ bytes: [UInt8], boundary: [UInt8]?) throws(BodyFault) -> [BodyPart] {
    guard let boundary, !boundary.isEmpty else { throw .noBoundary }
    guard boundary.count <= boundaryLimit else { throw .longBoundary(limit: boundaryLimit) }
    guard boundary.allSatisfy(isBoundaryByte), boundary.last != UInt8(ascii: " ") else {
      throw .badBoundary(ShownText.clipped(boundary))
    }
    return try MultipartParser(
      bytes: bytes, boundary: boundary, delimiter: Array("--".utf8) + boundary
    ).parts()
  }

  private static func isBoundaryByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "'()+_,-./:=? ".utf8.contains(byte)
    }
  }

  private func parts() throws(BodyFault) -> [BodyPart] {
    guard var last = delimiterLine(from: 0) else { throw .noFirstDelimiter(boundaryText) }
    var parts: [BodyPart] = []
    while !last.isClosing {
      guard let next = delimiterLine(from: last.end) else {
        throw .noClosingDelimiter(boundaryText)
      }
      guard parts.count < Self.partLimit else { throw .tooManyParts(limit: Self.partLimit) }
      // A part that ends where it begins has not even the break before its delimiter.
      parts.append(try part(bytes[last.end..<max(last.end, next.start)], parts.count + 1))
      last = next
    }
    return parts
  }

  /// A delimiter: where its line break begins, where its line ends, and whether it is the last.
  private typealias DelimiterLine = (start: Int, end: Int, isClosing: Bool)

  /// The next delimiter that stands at the beginning of a line, at or behind a line's beginning.
  private func delimiterLine(from lineStart: Int) -> DelimiterLine? {
    if let line = delimiterLine(at: lineStart, breakLength: 0) { return line }
    var index = lineStart
    while let place = bytes[index...].firstIndex(of: 0x0D) {
      if place + 1 < bytes.count, bytes[place + 1] == 0x0A,
        let line = delimiterLine(at: place + 2, breakLength: 2)
      {
        return line
      }
      index = place + 1
    }
    return nil
  }

  private func delimiterLine(at index: Int, breakLength: Int) -> DelimiterLine? {
    guard bytes[index...].starts(with: delimiter) else { return nil }
    var end = index + delimiter.count
    if bytes[end...].starts(with: "--".utf8) { return (index - breakLength, end + 2, true) }
    // RFC 2046, 5.1.1: a gateway may have padded the line.
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    guard bytes[end...].starts(with: [0x0D, 0x0A]) else { return nil }
    return (index - breakLength, end + 2, false)
  }

  private func part(_ section: ArraySlice<UInt8>, _ number: Int) throws(BodyFault) -> BodyPart {
    var disposition: HeaderParameters?
    var contentType: HeaderParameters?
    var rest = section
    // A part may have no content, not even the empty line before it (RFC 2046, 5.1.1).
    while !rest.isEmpty || disposition == nil {
      guard let end = rest.firstIndex(of: 0x0D), end + 1 < rest.endIndex, rest[end + 1] == 0x0A
      else { throw .noEmptyLine(part: number) }
      let line = rest[..<end]
      rest = rest[(end + 2)...]
      guard rest.startIndex - section.startIndex <= Self.headLimit else {
        throw .longPartHead(part: number, limit: Self.headLimit)
      }
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw .badPartLine(part: number, ShownText.clipped(line))
      }
      let name = line[..<colon].map(\.asciiLowercased)
      let value = TokenList.trimmed(line[(colon + 1)...])
      if name.elementsEqual("content-disposition".utf8) { disposition = HeaderParameters(value) }
      if name.elementsEqual("content-type".utf8) { contentType = HeaderParameters(value) }
    }
    guard let disposition,
      let part = BodyPart(disposition: disposition, contentType: contentType, content: rest)
    else { throw .noPartName(part: number) }
    return part
  }
}
