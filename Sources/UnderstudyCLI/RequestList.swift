import Understudy
import UnderstudyAPI

/// The journal of a daemon, as `requests` asks for it.
struct RequestList {
  let daemon: DaemonConnection
  /// Which requests are wanted, as parameters of the call.
  var filter: [String] = []
  /// How they must have ended; nil takes all, also those that are under way.
  var end = End()
  /// How many of the newest.
  var limit: Int

  /// What only the end of a request tells.
  struct End: Hashable {
    var status: Int?
    var ending: String?

    /// Whether a request may fit, as far as can be told by now.
    func fits(_ request: RequestDescription) -> Bool {
      (status == nil || request.status == status) && (ending == nil || request.ending == ending)
    }
  }

  /// The newest requests.
  func newest() throws(CommandFailure) -> JSON {
    var parameters = ["limit=\(limit)"]
    if let status = end.status { parameters.append("status=\(status)") }
    if let ending = end.ending { parameters.append("ending=\(ending)") }
    return try call(parameters, waiting: 0)
  }

  /// The requests behind a number, however they end: pages do not wait for that.
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

  /// When the daemon was started.
  func startedAt() throws(CommandFailure) -> String {
    let answer = try daemon.call("GET", AdminPath.daemon)
    guard let time = answer["startedAt"]?.stringValue else { throw daemon.stranger("other JSON") }
    return time
  }

  /// The requests of an answer.
  func requests(in answer: JSON) throws(CommandFailure) -> [RequestDescription] {
    try daemon.list("requests", in: answer, RequestDescription.init(json:))
  }

  private func call(_ parameters: [String], waiting: Int) throws(CommandFailure) -> JSON {
    try daemon.call(
      "GET", "\(AdminPath.requests)?\((parameters + filter).joined(separator: "&"))",
      waiting: .seconds(waiting))
  }
}
