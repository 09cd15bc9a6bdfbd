import MicroHTTPD
import Understudy

/// The rule for one cookie (RFC 6265, 5.4).
struct CookieMatcher: Sendable {
  private let name: String
  private let key: [UInt8]
  private let rule: ValueMatcher

  init(_ pair: QueryRules.Pair) {
    name = pair.name
    key = Array(pair.name.utf8)
    rule = ValueMatcher(pair.value)
  }

  /// Whether the cookies of a request fit.
  func fits(_ head: HeadLines) -> Bool { rule.verdict(on: values(head), .pairs) == .fits }

  /// In what the cookies do not fit; nil where they do.
  func difference(_ head: HeadLines) -> Difference? {
    let values = values(head)
    let verdict = rule.verdict(on: values, .pairs)
    if verdict == .fits { return nil }
    return Difference(
      .cookie, name, expected: rule.words, actual: rule.words(for: values, verdict),
      hint: hint(values, verdict, head))
  }

  /// Whether no request fits both.
  func excludes(_ other: CookieMatcher) -> Bool {
    key == other.key && rule.excludes(other.rule, .pairs)
  }

  private func hint(
    _ values: [ValueMatcher.Value], _ verdict: ValueMatcher.Verdict, _ head: HeadLines
  ) -> String? {
    switch verdict {
    case .missing:
      var names: [String] = []
      Self.forEach(head) { name, _ in names.append(ShownText.text(name)) }
      return NameHint.other(than: name, among: names)
    case .repeated: return "'\(name)' is repeated: send it once."
    case .differs: return values.count == 1 ? (values[0]).flatMap(rule.caseHint) : nil
    case .fits, .tooCostly, .notUTF8: return nil
    }
  }

  private func values(_ head: HeadLines) -> [ValueMatcher.Value] {
    var values: [ValueMatcher.Value] = []
    Self.forEach(head) { name, value in
      if name.elementsEqual(key) { values.append(value) }
    }
    return values
  }

  /// Calls a closure with each cookie of each line; quotes around a value are part of it.
  private static func forEach(
    _ head: HeadLines, _ body: (ArraySlice<UInt8>, ValueMatcher.Value) -> Void
  ) {
    head.forEach { line, cookies in
      guard line.isEqualIgnoringCase("cookie".utf8) else { return }
      for part in cookies.split(separator: UInt8(ascii: ";")) {
        let cookie = TokenList.trimmed(part)
        if cookie.isEmpty { continue }
        guard let equals = cookie.firstIndex(of: UInt8(ascii: "=")) else {
          body(cookie, nil)
          continue
        }
        body(
          TokenList.trimmed(cookie[..<equals]), TokenList.trimmed(cookie[(equals + 1)...]))
      }
    }
  }
}
