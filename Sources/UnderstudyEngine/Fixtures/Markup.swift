/// Text in HTML and XML.
package enum Markup {
  /// Text as it stands between tags and in quoted attributes, where it ends neither.
  package static func escaped(_ text: some Sequence<UInt8>) -> [UInt8] {
    var escaped: [UInt8] = []
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case UInt8(ascii: "'"): escaped += "&#39;".utf8
      default: escaped.append(byte)
      }
    }
    return escaped
  }
}
