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
    let forms = answer["requests"]?.arrayValue ?? []
    let requests = forms.compactMap { RequestDescription(json: $0) }
    guard answer["requests"] != nil, requests.count == forms.count else {
      throw daemon.stranger("other JSON")
    }
    return requests
  }

  private func call(_ parameters: [String], waiting: Int) throws(CommandFailure) -> JSON {
    var parameters = parameters
    if let route { parameters.append("route=\(Self.encoded(route))") }
    if isUnmatched { parameters.append("matched=false") }
    return try daemon.call(
      "GET", "\(AdminPath.requests)?\(parameters.joined(separator: "&"))",
      waiting: .seconds(waiting))
  }

  /// Percent-encodes all but letters, digits and `-._~` (RFC 3986, 2.3).
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain: Bool =
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
      if isPlain {
        encoded.unicodeScalars.append(scalar)
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
