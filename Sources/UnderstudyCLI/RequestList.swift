import Understudy
import UnderstudyAPI

/// The journal of a daemon, as `requests` asks for it.
struct RequestList {
  let daemon: DaemonConnection
  /// Requests of one route; nil takes all.
  var route: String?
  /// Whether only those are wanted that no route took.
  var isUnmatched: Bool
  /// How many of the newest.
  var limit: Int

  /// The newest requests.
  func newest() throws(CommandFailure) -> JSON {
    try call(["limit=\(limit)"], waiting: 0)
  }

  /// The requests behind a number.
  ///
  /// - Parameters:
  ///   - seq: the number.
  ///   - waiting: for how many seconds the daemon waits until there is one.
  /// - Returns: the answer.
  /// - Throws: ``CommandFailure``.
  func page(after seq: Int, waiting: Int) throws(CommandFailure) -> JSON {
    try call(
      ["after=\(seq)", "limit=1000"] + (waiting > 0 ? ["waitSeconds=\(waiting)"] : []),
      waiting: waiting)
  }

  /// The requests of an answer.
  func requests(in answer: JSON) throws(CommandFailure) -> [RequestDescription] {
    try daemon.list("requests", in: answer, RequestDescription.init(json:))
  }

  private func call(_ parameters: [String], waiting: Int) throws(CommandFailure) -> JSON {
    var parameters = parameters
    if let route { parameters.append("route=\(route.percentEncoded)") }
    if isUnmatched { parameters.append("matched=false") }
    return try daemon.call(
      "GET", "\(AdminPath.requests)?\(parameters.joined(separator: "&"))",
      waiting: .seconds(waiting))
  }
}
