/// What a report looks for.
enum ReportPart: String, CaseIterable {
  /// Requests that no route took.
  case unmatched
  /// Answers that could not be made, such as that of a fixture that is missing.
  case errors
  /// Requests that did not end with a whole answer.
  case faults
  /// Routes that no request came to.
  case uncalled
  /// Variants of the routes' own that never answered.
  case unused

  /// What was found, in words without a full stop: `2 requests met no route`.
  func words(_ count: Int) -> String {
    let (one, many) =
      switch self {
      case .unmatched: ("1 request met no route", "requests met no route")
      case .errors: ("1 answer could not be made", "answers could not be made")
      case .faults:
        ("1 request did not end with a whole answer", "requests did not end with a whole answer")
      case .uncalled: ("1 route was never called", "routes were never called")
      case .unused: ("1 variant was never used", "variants were never used")
      }
    return count == 1 ? one : "\(count) \(many)"
  }

  /// What holds where nothing was found.
  var goodNews: String {
    switch self {
    case .unmatched: "every request met a route"
    case .errors: "every answer could be made"
    case .faults: "every request ended with a whole answer"
    case .uncalled: "every route was called"
    case .unused: "every variant was used"
    }
  }
}
