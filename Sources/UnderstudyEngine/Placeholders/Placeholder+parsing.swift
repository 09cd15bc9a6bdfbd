import MicroHTTPD
import Platform
import Understudy

extension Placeholder {
  /// Reads what stands between the braces; spaces around it do not count.
  init(_ written: String, _ scope: PlaceholderScope) throws(PlaceholderProblem) {
    let text = written.trimmingBlanks
    if text.isEmpty { throw .empty }
    switch text {
    case "base": self = .base
    case "uuid": self = .uuid
    case "counter": self = .counter
    case "body": self = .body("")
    default: self = try Self.named(text, scope)
    }
  }

  private static func named(
    _ text: String, _ scope: PlaceholderScope
  ) throws(PlaceholderProblem) -> Placeholder {
    if let name = text.rest(behind: "path.") {
      guard scope.template.names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        throw .notInPath(name, known: scope.template.names)
      }
      return .path(name)
    }
    if let name = text.rest(behind: "query.") {
      guard scope.canHave(query: name) else { throw .notInQuery(name) }
      return .query(Array(name.utf8))
    }
    if let name = text.rest(behind: "header.") {
      guard name.utf8.allSatisfy(Field.isTokenByte) else { throw .badHeaderName(name) }
      return .header(name.utf8.map(\.asciiLowercased))
    }
    if text.hasPrefix("body/") {
      guard let pointer = JSONPointer(String(text.dropFirst(4))) else { throw .badPointer(text) }
      return .body(pointer)
    }
    // A name that only begins like this one, such as 'nowhere', is unknown.
    if text == "now" || ["now+", "now-", "now:"].contains(where: text.hasPrefix) {
      return try time(text)
    }
    throw .unknown(text, suggestion: suggestion(for: text, scope))
  }

  /// What was meant; a parameter's name alone is that of another tool's placeholder.
  private static func suggestion(for text: String, _ scope: PlaceholderScope) -> String {
    let known = scope.known
    if let whole = known.first(where: { $0.rest(behind: "path.") == text })
      ?? known.first(where: { $0.rest(behind: "query.") == text })
    {
      return " Did you mean '\(whole)'?"
    }
    return Spelling.suggestion(for: text, among: known)
  }

  /// The longest offset from now: 1,000 years, so that years keep their four digits.
  private static let longestOffset = 366_000 * 86_400

  private static func time(_ text: String) throws(PlaceholderProblem) -> Placeholder {
    let parts = text.dropFirst(3).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let offset = parts.first ?? ""
    guard let seconds = seconds(offset) else { throw .badOffset(text) }
    guard parts.count > 1 else { return .now(seconds: seconds, format: nil) }
    let format = String(parts[1])
    try check(format, text)
    return .now(seconds: seconds, format: format)
  }

  /// The seconds of an offset such as `-3d`; nothing is none.
  private static func seconds(_ text: Substring) -> Int? {
    if text.isEmpty { return 0 }
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    let digits = text.dropFirst().dropLast()
    guard let sign = text.first, let unit = text.last.flatMap({ units[$0] }), !digits.isEmpty,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let count = Int(digits), count <= longestOffset / unit
    else { return nil }
    return sign == "-" ? -count * unit : count * unit
  }

  private static func check(_ format: String, _ text: String) throws(PlaceholderProblem) {
    if format.isEmpty { throw .badFormat(text, directive: "") }
    var rest = Array(format.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else { continue }
      let letter = rest.popFirst()
      guard let letter, WallTime.formatLetters.contains(letter) else {
        throw .badFormat(text, directive: "%\(letter.map { String(Unicode.Scalar($0)) } ?? "")")
      }
    }
  }
}

extension String {
  /// What stands behind a beginning; nil where there is another, or nothing behind it.
  fileprivate func rest(behind beginning: String) -> String? {
    guard utf8.starts(with: beginning.utf8), utf8.count > beginning.utf8.count else { return nil }
    return String(decoding: utf8.dropFirst(beginning.utf8.count), as: UTF8.self)
  }

  /// The text without spaces and tabs at its ends.
  fileprivate var trimmingBlanks: String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let bytes = utf8.drop(while: isBlank)
    return String(
      decoding: bytes.reversed().drop(while: isBlank).reversed(), as: UTF8.self)
  }
}
