import MicroHTTPD
import Understudy

/// The rule for the header lines of one name.
struct HeaderMatcher: Sendable {
  /// The name as it was written.
  let name: String
  /// Its bytes, in small letters.
  private let key: [UInt8]
  private let rule: ValueMatcher
  private let reading: ValueMatcher.Reading

  init(_ pair: QueryRules.Pair) {
    name = pair.name
    key = pair.name.utf8.map(\.asciiLowercased)
    rule = ValueMatcher(pair.value)
    reading = Self.singleFields.contains(key) ? .singleLine : .lines
  }

  /// Whether a field has one value, so that two lines of it contradict one another (RFC 9110, 5.3).
  static func isSingle(_ name: String) -> Bool {
    singleFields.contains(name.utf8.map(\.asciiLowercased))
  }

  private static let singleFields = Set(
    [
      "authorization", "content-length", "content-location", "content-range", "content-type",
      "cookie", "date", "expect", "from", "host", "if-modified-since", "if-range",
      "if-unmodified-since", "max-forwards", "origin", "proxy-authorization", "range", "referer",
      "user-agent",
    ].map { Array($0.utf8) })

  /// Whether the lines of a request fit.
  func fits(_ head: HeadLines) -> Bool {
    var first: ArraySlice<UInt8>?
    var count = 0
    head.forEach { name, value in
      guard name.count == key.count, name.isEqualIgnoringCase(key) else { return }
      if count == 0 { first = value }
      count += 1
    }
    // One line is the rule: it needs no list.
    if count == 1, let first { return rule.takes(first) == .fits }
    return rule.verdict(on: head.all(key), reading) == .fits
  }

  /// In what the lines do not fit; nil where they do.
  func difference(_ head: HeadLines) -> Difference? {
    let values = head.all(key).map(Optional.some)
    let verdict = rule.verdict(on: values, reading)
    if verdict == .fits { return nil }
    return Difference(
      .header, name, expected: rule.words, actual: rule.words(for: values, verdict),
      hint: hint(values, verdict, head))
  }

  /// Whether no request fits both.
  func excludes(_ other: HeaderMatcher) -> Bool {
    key == other.key && rule.excludes(other.rule, reading)
  }

  private func hint(
    _ values: [ValueMatcher.Value], _ verdict: ValueMatcher.Verdict, _ head: HeadLines
  ) -> String? {
    switch verdict {
    case .missing:
      let names = head.lines.map { ShownText.text($0.name) }
      return Spelling.closest(to: name, among: names).map { "The request has '\($0)'." }
    case .repeated: return "'\(name)' may stand there once: send one line."
    case .differs: return valueHint(values)
    case .fits, .tooCostly, .notUTF8: return nil
    }
  }

  private func valueHint(_ values: [ValueMatcher.Value]) -> String? {
    guard let value = values.first ?? nil, values.count == 1 else { return nil }
    switch rule {
    case .equals where rule.takes(TokenList.name(of: value)) == .fits:
      return "It differs in its parameters alone; a .token rule compares without them."
    case .bearer(let token) where token.takes(value) == .fits:
      return "The scheme 'Bearer' is missing before the token."
    default: return rule.caseHint(value)
    }
  }
}

extension ValueMatcher {
  /// What to say of a value that differs from the only one that is taken in its case alone.
  func caseHint(_ value: ArraySlice<UInt8>) -> String? {
    switch self {
    case .equals(let text):
      value.isEqualIgnoringCase(text) ? "Values compare with case." : nil
    case .optional(let rule): rule.caseHint(value)
    case .oneOf(let rules): rules.lazy.compactMap { $0.caseHint(value) }.first
    case .bearer(let rule): Credentials.bearerToken(value).flatMap(rule.caseHint)
    case .any, .matching, .flag, .list, .token, .basic, .broken: nil
    }
  }
}
