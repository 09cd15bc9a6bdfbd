extension Report {
  /// How many rows a table has at most: GitHub takes a summary of one MiB.
  private static let mostRows = 200

  /// The report as Markdown, for the summary of a job.
  var markdown: String {
    var lines = ["## Understudy", "", summary]
    for part in ReportPart.allCases where !self[part].isEmpty {
      lines += ["", "### \(part.words(count(part)))", "", part.head, part.rule]
      lines += self[part].prefix(Self.mostRows).map { finding in
        let text = finding.lines.map(MarkdownText.cell).joined(separator: "<br>")
        let cells =
          [MarkdownText.cell(finding.subject)] + (part.isCounted ? ["\(finding.count)"] : [])
        return "| \((cells + [text]).joined(separator: " | ")) |"
      }
      let others = self[part].count - Self.mostRows
      if others > 0 { lines += ["", "… and \(others) more."] }
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
