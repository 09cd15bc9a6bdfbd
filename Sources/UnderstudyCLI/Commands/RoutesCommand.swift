import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine
import UnderstudyServer

extension CommandRunner {
  /// `routes [--json]`: the daemon's, or this program's own where there is no daemon.
  func routes(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let daemon = try daemon(invocation)
    let list = try list(from: daemon)
    if invocation.options[Setting.json.name] != nil {
      console.print(list)
    } else {
      console.output(table(of: try daemon.routes(in: list)).text(for: console))
    }
    return .ok
  }

  private func list(from daemon: DaemonConnection) throws(CommandFailure) -> JSON {
    do throws(CommandFailure) {
      return try daemon.call("GET", AdminPath.routes)
    } catch {
      guard error.status == .unavailable, !daemon.isNamed, daemon.session == nil else {
        throw error
      }
      console.error("\(error.message) These are the routes of this program.\n")
      let folder = RootedFolder(Setting.fixtures.defaultValue ?? "")
      let entries = CatalogReport(catalog(), fixtures: FixtureStore(folder)).entries
      return ["routes": .array(entries.map { RouteDescription($0).json })]
    }
  }

  private func table(of routes: [RouteDescription]) -> Table {
    var table = Table("ROUTE", "METHOD", "PATH", "ACTIVE", "SOURCE", "HITS")
    for route in routes {
      table.add(
        [
          route.id, route.method, route.requestText, route.active,
          route.source + (route.lease.map { " \($0.words)" } ?? ""), "\(route.hits)",
        ], colour: route.source == "default" ? nil : (3, .yellow))
    }
    return table
  }
}

extension DaemonConnection {
  /// The routes of an answer that lists them.
  func routes(in answer: JSON) throws(CommandFailure) -> [RouteDescription] {
    try list("routes", in: answer, RouteDescription.init(json:))
  }
}
