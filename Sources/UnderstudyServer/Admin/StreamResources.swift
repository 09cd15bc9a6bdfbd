import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET /__admin/streams`: the requests whose answers stay open, the oldest first.
enum StreamsResource: AdminResource {
  static let path = ["streams"]
  static let methods = ["GET"]
  static let reach = AdminReach.everything

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let streams = context.streams.all(of: context.view(call))
    return .json(["streams": .array(streams.map { RequestDescription($0).json })])
  }
}

/// `POST` and `DELETE /__admin/streams/{seq}`: sends an event to the client of one, or ends it.
enum StreamResource: AdminResource {
  static let path = ["streams", "{seq}"]
  static let methods = ["POST", "DELETE"]

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    guard call.method == "POST" else {
      let entry = try stream(call, context)
      guard context.streams.end(entry.seq) else { throw unknown(call) }
      return .now(status: 204, nil, [])
    }
    let message = try StreamMessage(json: call.json())
    let entry = try stream(call, context)
    guard context.streams.send(message.bytes, to: entry.seq) else { throw unknown(call) }
    return .json(RequestDescription(entry).json)
  }

  private static func stream(
    _ call: AdminCall, _ context: AdminContext
  ) throws(Problem) -> JournalEntry {
    guard let seq = Int(digits: call.path[1]), let entry = context.streams.entry(seq),
      context.view(call).contains(entry)
    else { throw unknown(call) }
    return entry
  }

  private static func unknown(_ call: AdminCall) -> Problem {
    Problem(
      404, .unknownStream,
      "Request '\(call.path[1])' has no stream that is open: "
        + "GET \(AdminPath.streams)?session=* lists those that are.")
  }
}
