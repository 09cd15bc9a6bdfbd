import Understudy

/// What the record of a daemon says about a run of tests.
struct Report: Hashable {
  /// How many requests are on record.
  var total = 0
  /// How many of them are under way.
  var open = 0
  /// How many older ones are on record no more.
  var dropped = 0
  /// What was found, in the order in which it happened or was written.
  var findings: [ReportPart: [ReportFinding]] = [:]
  /// What was looked at and is in order: routes that were called, variants that were used.
  var passed: [ReportPart: [String]] = [:]

  /// The findings of a part.
  subscript(part: ReportPart) -> [ReportFinding] { findings[part] ?? [] }

  /// How often that happened.
  func count(_ part: ReportPart) -> Int { self[part].reduce(0) { $0 + $1.count } }

  /// How many requests there were, and what is missing, in sentences.
  var summary: String {
    var text = total == 1 ? "1 request is on record" : "\(total) requests are on record"
    if open > 0 { text += ", \(open) of them under way" }
    text += "."
    if dropped > 0 {
      text +=
        " \(dropped) older ones are not: what was never called or used may have been theirs."
    }
    return text
  }

  /// The report for programs.
  var json: JSON {
    var members: JSON.Object = [
      "requests": ["total": .int(total), "open": .int(open), "dropped": .int(dropped)]
    ]
    for part in ReportPart.allCases {
      members[part.rawValue] = .array(self[part].map { .object($0.json) })
    }
    return .object(members)
  }
}
