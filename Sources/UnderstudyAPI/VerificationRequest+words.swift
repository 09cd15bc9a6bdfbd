import Understudy

extension VerificationRequest {
  /// What was expected and what came instead, as a sentence.
  ///
  /// `Expected exactly 2 requests for route 'users.list', but 1 came within 5 s.`
  ///
  /// - Parameter count: how many requests were counted; of an order, how many steps came.
  /// - Returns: the sentence.
  public func failureText(seen count: Int) -> String {
    // Too many are told at once, whatever time there was.
    let time = withinSeconds > 0 && !isTooMany(count) ? " within \(Self.words(withinSeconds))" : ""
    guard let order else { return "Expected \(expectedText), but \(count) came\(time)." }
    let missing = order.indices.contains(count) ? order[count] : order.last ?? Step()
    return "Expected \(order.count) requests in order, but step \(count + 1), \(missing.words), "
      + "did not come\(count == 0 ? "" : " behind step \(count)")\(time)."
  }

  /// Whether so many are more than there may be, so that no further time helps.
  public func isTooMany(_ seen: Int) -> Bool {
    guard order == nil else { return false }
    return switch count {
    case .exactly(let number), .atMost(let number): seen > number
    case .atLeast: false
    }
  }

  /// What was expected: `exactly 2 requests for route 'users.list'`.
  private var expectedText: String {
    let (words, number) =
      switch count {
      case .exactly(let number): ("exactly \(number)", number)
      case .atLeast(let number): ("at least \(number)", number)
      case .atMost(let number): ("at most \(number)", number)
      }
    let noun = number == 1 ? "request" : "requests"
    var text = isUnmatched ? "\(words) \(noun) that no route takes" : "\(words) \(noun)"
    if let route { text += " for route '\(route)'" }
    if let fitting { text += " like \(Step.shown(fitting))" }
    return text
  }

  /// A time as people say it: `5 s`, `100 ms`.
  static func words(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}

extension VerificationRequest.Step {
  fileprivate var words: String {
    [route.map { "route '\($0)'" }, fitting.map { "a request like \(Self.shown($0))" }]
      .compactMap(\.self).joined(separator: " with ")
  }

  fileprivate static func shown(_ form: JSON) -> String {
    let text = form.text
    return text.utf8.count > 200 ? "'where'" : text
  }
}
