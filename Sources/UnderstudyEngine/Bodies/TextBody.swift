import PCRE2
import Understudy

/// The body is text that fits a rule, decoded by the charset that its media type names.
struct TextBody: BodyCondition {
  private let rule: ValueMatcher

  init(_ rule: ValueMatcher) {
    self.rule = rule
  }

  var takesEmpty: Bool { rule.takes([]) == .fits }

  func fits(_ request: ReceivedRequest) -> Bool {
    guard case .success(let text) = request.content.text else { return false }
    return rule.takes(text[...]) == .fits
  }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    switch request.content.text {
    case .success(let text): list.addText(text[...], rule)
    case .failure(let fault): list.add(fault, expected: rule.clippedWords)
    }
  }

  func excludes(_ other: any BodyCondition) -> Bool {
    (other as? TextBody).map { rule.excludes($0.rule, .pairs) } ?? false
  }
}

extension DifferenceList {
  /// Adds that a text does not fit a rule; nothing where it does.
  mutating func addText(_ text: ArraySlice<UInt8>, _ rule: ValueMatcher) {
    switch rule.takes(text) {
    case .fits: return
    case .tooCostly: add(expected: rule.clippedWords, actual: "pattern too costly")
    case .missing, .repeated, .differs, .notUTF8:
      add(
        expected: rule.clippedWords,
        actual: text.isEmpty ? "\"\"" : ShownText.clipped(text), hint: Self.hint(text, rule))
    }
  }

  /// Where long texts differ, which what is shown of them may not tell.
  private static func hint(_ text: ArraySlice<UInt8>, _ rule: ValueMatcher) -> String? {
    guard case .equals(let expected) = rule else { return nil }
    guard max(text.count, expected.count) > ShownText.limit else { return rule.caseHint(text) }
    let common = zip(text, expected).prefix { $0 == $1 }.count
    return "The texts differ from byte \(common) on."
  }
}

extension ValueMatcher {
  /// What the rule asks for, shortened where it is a long text.
  var clippedWords: String {
    if case .equals(let text) = self, !text.isEmpty { return ShownText.clipped(text) }
    return words
  }
}
