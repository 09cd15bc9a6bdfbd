extension PlaceholderProblem {
  /// The braces and what stands between them, in quotes.
  var subject: String {
    switch self {
    case .unclosed: "'{{'"
    case .empty: "'{{}}'"
    case .unknown(let text, _), .badPointer(let text), .badOffset(let text),
      .badFormat(let text, _):
      Self.quoted(text)
    case .notInPath(let name, _): Self.quoted("path.\(name)")
    case .notInQuery(let name): Self.quoted("query.\(name)")
    case .badHeaderName(let name): Self.quoted("header.\(name)")
    }
  }

  /// What is wrong with it and what would be right, as a clause behind its subject.
  var clause: String {
    switch self {
    case .unclosed: "has no '}}' behind it"
    case .empty: "names nothing"
    case .unknown: "is no placeholder"
    case .notInPath(_, let known):
      "is no parameter of its path"
        + (known.isEmpty ? "" : " (it has \(known.map { "{\($0)}" }.joined(separator: ", ")))")
    case .notInQuery: "is no name in its rules for the query"
    case .badHeaderName: "is no name of a header line (RFC 9110, 5.1)"
    case .badPointer: "is no JSON Pointer: '~' is written '~0' (RFC 6901)"
    case .badOffset:
      "must be like 'now-3d' or 'now+90m': a sign, a number, and one of s, m, h, d, w, together at "
        + "most 1,000 years"
    case .badFormat(_, ""): "has no format behind its ':', such as 'now:%Y-%m-%d'"
    case .badFormat(_, let directive):
      "has '\(directive)' in its format, which strftime(3) does not know"
    }
  }

  /// What to do, as a sentence behind a space; nothing where the clause says it.
  var suggestion: String {
    switch self {
    case .unknown(_, let suggestion) where !suggestion.isEmpty: suggestion
    case .unclosed, .empty, .unknown:
      " Where braces are text, say '.verbatim', or '\"verbatim\": true' in JSON."
    default: ""
    }
  }

  /// The text in one line, cut where it is long: what stands between two braces may be a program.
  private static func quoted(_ text: String) -> String {
    let line = String(
      text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    return line.count > 60 ? "'{{\(line.prefix(60))…'" : "'{{\(line)}}'"
  }
}
