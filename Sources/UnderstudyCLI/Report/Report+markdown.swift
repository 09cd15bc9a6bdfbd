extension Report {
  /// The report as Markdown, for the summary of a job.
  var markdown: String {
    var lines = ["## Understudy", "", summary]
    for part in ReportPart.allCases where !self[part].isEmpty {
      lines += ["", "### \(part.words(count(part)))", "", part.head, part.rule]
      lines += self[part].map { finding in
        let text = finding.lines.map(MarkdownText.escaped).joined(separator: "<br>")
        let cells =
          [MarkdownText.escaped(finding.subject)] + (part.isCounted ? ["\(finding.count)"] : [])
        return "| \((cells + [text]).joined(separator: " | ")) |"
      }
    }
    let good = ReportPart.allCases.filter { self[$0].isEmpty }.map(\.goodNews)
    if let first = good.first {
      let news = ([first.prefix(1).uppercased() + first.dropFirst()] + good.dropFirst())
      lines += ["", news.joined(separator: ", ") + "."]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ReportPart {
  /// Whether one thing may be found more than once.
  fileprivate var isCounted: Bool { self != .uncalled && self != .unused }

  /// The heads of its columns.
  fileprivate var head: String {
    switch self {
    case .unmatched: "| request | times | what differs |"
    case .errors: "| route and request | times | why |"
    case .faults: "| route, variant and end | times | why |"
    case .uncalled: "| route | |"
    case .unused: "| route and variant | what it does |"
    }
  }

  fileprivate var rule: String { isCounted ? "| --- | ---: | --- |" : "| --- | --- |" }
}
