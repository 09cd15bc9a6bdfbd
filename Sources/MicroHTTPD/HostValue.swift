/// The value of a `Host` line (RFC 9112, 3.2): a name or an address, maybe with a port.
enum HostValue {
  /// Whether it is `uri-host [":" port]` and not empty, as an address of HTTP must be (RFC 9110,
  /// 4.2.1).
  static func isValid(_ value: UnsafeRawBufferPointer) -> Bool {
    guard let first = unsafe value.first, first != UInt8(ascii: ":") else { return false }
    var end = 0
    if first == UInt8(ascii: "[") {
      guard let bracket = unsafe value.firstIndex(of: UInt8(ascii: "]")), bracket > 1 else {
        return false
      }
      for index in 1..<bracket where unsafe !isAddressByte(value[index]) { return false }
      end = bracket + 1
    } else {
      while end < value.count, unsafe value[end] != UInt8(ascii: ":") {
        if unsafe value[end] == UInt8(ascii: "%") {
          guard end + 2 < value.count, unsafe isHexDigit(value[end + 1]),
            unsafe isHexDigit(value[end + 2])
          else { return false }
        } else if unsafe !isNameByte(value[end]) {
          return false
        }
        end += 1
      }
    }
    if end == value.count { return true }
    guard unsafe value[end] == UInt8(ascii: ":") else { return false }
    return unsafe value[(end + 1)...].allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether a byte may stand in a name: unreserved or a sub-delimiter (RFC 3986, 3.2.2).
  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
  }

  /// Whether a byte may stand between brackets (RFC 3986, 3.2.2).
  private static func isAddressByte(_ byte: UInt8) -> Bool {
    isNameByte(byte) || byte == UInt8(ascii: ":")
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}
