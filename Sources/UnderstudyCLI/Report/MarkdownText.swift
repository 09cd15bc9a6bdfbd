/// Writes any text into a cell of a table in GitHub Flavored Markdown.
enum MarkdownText {
  /// How many code points of a text are shown.
  private static let longest = 200

  /// The text escaped, and cut where it is too long for a cell.
  static func cell(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > longest else { return escaped(text) }
    return escaped(String(String.UnicodeScalarView(scalars.prefix(longest - 1)))) + "…"
  }

  /// The text with what would be markup escaped, in one line.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "#":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      // A name behind it would be told of the page that it stands on.
      case "@": escaped += "&#64;"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        escaped += "\\\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
