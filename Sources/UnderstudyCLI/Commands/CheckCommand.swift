import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension CommandRunner {
  /// `check`: everything that is wrong with the catalog and its fixtures.
  func check(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let report = try report(options(of: invocation))
    guard report.problems.isEmpty else { return .configuration }
    console.output("\(report.entries.count) routes are sound.\n")
    return .ok
  }

  /// What is to be said of the catalog and its fixtures; problems and warnings are told.
  func report(_ options: OptionValues) throws(CommandFailure) -> CatalogReport {
    let folder = try fixtures(options)
    let report = CatalogReport(catalog(), fixtures: FixtureStore(RootedFolder(folder)))
    for warning in report.warnings { console.error("warning: \(warning)\n") }
    for problem in report.problems { console.error("error: \(problem)\n") }
    return report
  }

  /// The folder of fixtures; one that somebody named must be there.
  func fixtures(_ options: OptionValues) throws(CommandFailure) -> String {
    guard let value = options.value(.fixtures) else { return Setting.fixtures.defaultValue ?? "" }
    guard RootedFolder(value.text).exists else {
      throw CommandFailure(
        .configuration, "\(value.origin) names the folder '\(value.text)', which does not exist.")
    }
    return value.text
  }
}
