import TestSupport
import Understudy

extension TestServer {
  /// Sends a request on a connection of its own, and waits until one more is held.
  func hold(
    _ target: String = "/users", method: String = "GET", headers: [String] = [],
    body: String? = nil
  ) throws -> RawClient {
    let count = try held("?session=*").count
    let waiting = try RawClient(port: port)
    try waiting.request(method, target, headers: headers, body: body)
    let held = try held("?session=*&waitSeconds=10&count=\(count + 1)")
    guard held.count == count + 1 else {
      throw RawClient.Failure(description: "\(method) \(target) is not held")
    }
    return waiting
  }

  /// The requests that are held.
  func held(_ query: String = "") throws -> [JSON] {
    let reply = try admin("GET", "/held\(query)")
    guard let held = reply.json?["held"]?.arrayValue else {
      throw RawClient.Failure(description: reply.text)
    }
    return held
  }

  /// The number of the request that was held last.
  func lastHeld() throws -> Int {
    guard let seq = try held().last?["seq"]?.intValue else {
      throw RawClient.Failure(description: "nothing is held")
    }
    return seq
  }

  /// Releases a request.
  func release(_ seq: Int, _ body: String? = nil) throws -> RawReply {
    try admin("POST", "/held/\(seq)/release", body)
  }

  /// What the journal has of a request.
  func request(_ seq: Int) throws -> JSON? { try admin("GET", "/requests/\(seq)").json }
}

extension RawReply {
  /// The numbers of the requests that a release has answered.
  var released: [Int]? { json?["released"]?.arrayValue?.compactMap { $0["seq"]?.intValue } }
}
