/// Writes any text into XML 1.0.
enum XMLText {
  /// The text for the value of an attribute in double quotes, or for the content of an element.
  ///
  /// Characters that no document may have (XML 1.0, 2.2) are written as `\u{1B}`. Line breaks and
  /// tabs are written by their numbers, because a parser makes spaces of them in attributes (3.3.3).
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
