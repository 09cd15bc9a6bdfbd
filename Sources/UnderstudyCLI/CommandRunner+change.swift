import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// For how long a daemon may wait for requests that began before a change.
  private static let longestDrain: Duration = .seconds(60)

  /// Makes a change of choices; with `--drain` it waits for the requests that began before.
  func change(
    _ invocation: Invocation, _ method: String, _ path: String, _ body: JSON? = nil
  ) throws(CommandFailure) -> JSON {
    let daemon = try daemon(invocation)
    guard try options(of: invocation).isOn(.drain) else {
      return try daemon.call(method, path, body)
    }
    return try daemon.call(method, "\(path)?drain=true", body, waiting: Self.longestDrain)
  }

  /// Tells what `--drain` has waited for in vain.
  ///
  /// - Parameters:
  ///   - invocation: the command line.
  ///   - answer: the answer of the change.
  /// - Returns: how the command ends.
  /// - Throws: ``CommandFailure`` where the answer does not say.
  func drained(
    _ invocation: Invocation, _ answer: JSON
  ) throws(CommandFailure) -> ExitStatus {
    guard try options(of: invocation).isOn(.drain) else { return .ok }
    let daemon = try daemon(invocation)
    guard let isDrained = answer["drained"]?.boolValue else { throw daemon.stranger("other JSON") }
    if isDrained { return .ok }
    let unfinished = try daemon.list("unfinished", in: answer, RequestDescription.init(json:))
    let subject = unfinished.count == 1 ? "1 request" : "\(unfinished.count) requests"
    console.output("Not ended: \(subject) that began before.\n")
    console.output(table(of: unfinished).text(for: console))
    return .failed
  }

  /// Says what routes answer with now: those alike in one line.
  func tell(_ routes: [RouteDescription]) {
    var order: [String] = []
    var ids: [String: [String]] = [:]
    for route in routes {
      let ending = "'\(route.active)'" + (route.lease.map { " \($0.words)" } ?? "")
      if ids[ending] == nil { order.append(ending) }
      ids[ending, default: []].append(route.id)
    }
    for ending in order {
      let names = ids[ending] ?? []
      let subject = names.count == 1 ? "\(names[0]) answers" : "\(names.count) routes answer"
      console.output("\(subject) with \(ending).\n")
    }
  }
}
