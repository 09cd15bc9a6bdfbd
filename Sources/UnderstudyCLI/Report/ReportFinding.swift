import Understudy

/// One thing that a report found, as often as it happened.
struct ReportFinding: Hashable {
  /// What it is about, in one line: `GET /items?page=2`.
  var subject: String
  /// How often.
  var count = 1
  /// What more there is to say, a line each.
  var lines: [String] = []
  /// The same for programs.
  var json: JSON.Object
}
