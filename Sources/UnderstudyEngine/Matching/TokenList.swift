/// The members of a header line that is a list, such as `br, gzip;q=0.5` (RFC 9110, 5.6.1).
enum TokenList {
  /// Whether a list has a member, compared without case and parameters.
  static func contains(_ token: [UInt8], in line: ArraySlice<UInt8>) -> Bool {
    var rest = line
    while true {
      let end = endOfMember(rest)
      if name(of: rest[..<end]).isEqualIgnoringCase(token) { return true }
      guard end < rest.endIndex else { return false }
      rest = rest[(end + 1)...]
    }
  }

  /// A value without what stands behind its first semicolon, and without blanks around it.
  static func name(of member: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = member.firstIndex(of: UInt8(ascii: ";")) ?? member.endIndex
    return trimmed(member[..<end])
  }

  /// A text without blanks around it (OWS, RFC 9110, 5.6.3).
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  /// The next comma that no quotes enclose, or the end.
  private static func endOfMember(_ line: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    var index = line.startIndex
    while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: index += 1
      case UInt8(ascii: ",") where !isQuoted: return index
      default: break
      }
      index += 1
    }
    return line.endIndex
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
