import UnderstudyAPI

extension Setting {
  /// How long a daemon may take to serve.
  static let timeout = Setting(
    "timeout", .one("TIME"), default: "30s", help: "give up after so long")

  /// How a report is written.
  static let format = Setting(
    "format", .one("markdown|junit|json"), default: "markdown", help: "write it so")
  /// What must not be in a report.
  static let failOn = Setting(
    "fail-on", .one("PART,..."),
    help:
      "exit with 1 on "
      + ReportPart.allCases.map(\.rawValue).joined(separator: ", "))
}
