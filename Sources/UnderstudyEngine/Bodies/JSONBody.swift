import Understudy

/// The body is JSON that fits a rule, whatever its media type says.
struct JSONBody: BodyCondition {
  let matcher: JSONMatcher

  init(_ matcher: JSONMatcher) {
    self.matcher = matcher
  }

  /// A document that may be missing may be no body at all.
  var takesEmpty: Bool { matcher.isOptional }

  func fits(_ request: ReceivedRequest) -> Bool {
    if takesEmpty, request.content.isAbsent { return true }
    guard case .success(let value) = request.content.json else { return false }
    return matcher.fits(value)
  }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    if takesEmpty, request.content.isAbsent { return }
    switch request.content.json {
    case .success(let value): matcher.addDifferences(of: value, to: &list)
    case .failure(let fault): list.add(fault, expected: "JSON")
    }
  }

  func excludes(_ other: any BodyCondition) -> Bool {
    guard let other = other as? JSONBody else { return false }
    return matcher.excludes(other.matcher) && !(takesEmpty && other.takesEmpty)
  }
}
