import Understudy
import UnderstudyAPI

extension CommandRunner {
  private enum ReportFormat: String, CaseIterable {
    case markdown, junit, json
  }

  /// `report [--format FORMAT] [--fail-on PART,...]`: what the record says about a run of tests.
  func report(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let format = try options.choice(.format, ReportFormat.self) ?? .markdown
    let failing =
      try options.value(.failOn).map { value throws(CommandFailure) -> [ReportPart] in
        try value.parts("part of a report")
      } ?? []
    let report = try RecordReader(daemon: daemon(invocation)).report()
    switch format {
    case .markdown: console.output(report.markdown)
    case .junit: console.output(report.junit(failing: Set(failing)))
    case .json: console.print(report.json)
    }
    let broken = failing.filter { !report[$0].isEmpty }
    guard !broken.isEmpty else { return .ok }
    throw CommandFailure(
      .failed, broken.map { $0.words(report.count($0)) }.joined(separator: ", ") + ".")
  }
}
