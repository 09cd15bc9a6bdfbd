import Platform
import TestSupport
import Understudy

extension ModelRun {
  /// Sends a request that is held, sees that it is the only one in its world, and releases it: it is
  /// answered as if that had been chosen at the start.
  func hold(_ request: ModelRequest, thenRelease variant: String) throws {
    var request = request
    request.wanted = variant
    try send(request, heldBy: "timeout") {
      // Its own way leads to a connection that waits.
      let path = "/held?count=1&waitSeconds=30"
      let list = try client.admin("GET", path).json?["held"]?.arrayValue
      guard let held = list?.first, list?.count == 1, let seq = held["seq"]?.intValue,
        held["target"]?.stringValue == request.target,
        held["session"]?.stringValue == (isBase ? nil : client.id)
      else { throw Mismatch(description: "held is \(list.map { "\($0)" } ?? "nothing")") }
      let reply = try client.admin("POST", "/held/\(seq)/release", ["variant": .string(variant)])
      guard reply.status == 200, reply.json?["released"]?.arrayValue?.count == 1 else {
        throw Mismatch(description: "a release is \(reply.status): \(reply.text)")
      }
    }
  }

  /// Sends a request, and compares its answer; one that a variant holds is released meanwhile.
  func send(
    _ request: ModelRequest, heldBy holding: String? = nil, meanwhile: () throws -> Void = {}
  ) throws {
    let method = request.route?.method ?? "GET"
    let isLogin = request.route?.id == "account.login"
    var request = request
    request.isReused = client.isReused
    var headers: [String] = []
    if request.hasToken { headers.append("Authorization: Bearer t-1") }
    if let wanted = holding ?? request.wanted { headers.append("Understudy-Variant: \(wanted)") }
    if isLogin { headers.append("Content-Type: application/x-www-form-urlencoded") }
    let start = SystemTime().now
    let seen = try client.send(
      method, request.target, headers: headers, body: isLogin ? "name=\(request.name)" : nil,
      meanwhile: meanwhile)
    let time = SystemTime().now - start
    if isCutOff {
      guard case .refused = seen else { throw Self.mismatch(seen, "a refused connection") }
      return
    }
    let expected = model.answer(request)
    if expected.variant != nil, let delay = model.delay, time < .milliseconds(delay) {
      throw Mismatch(description: "the answer came after \(time), before \(delay) ms were over")
    }
    switch (expected.ending, seen) {
    case (.reset, .reset): break
    case (.answer(let status, let body), .reply(let reply)):
      guard reply.status == status, body == nil || reply.text == body,
        reply.value(of: "Understudy-Variant") == expected.variant
      else { throw Self.mismatch(seen, "\(expected)") }
    case (.draw(let number), .reply(let reply)):
      let drawn = surroundings.draw(number, seen: reply.status)
      guard reply.status == drawn, (201...203).contains(drawn),
        reply.value(of: "Understudy-Variant") == expected.variant
      else { throw Self.mismatch(seen, "draw \(number), \(drawn) elsewhere") }
      model.note(drawn: drawn)
    default: throw Self.mismatch(seen, "\(expected)")
    }
  }

  private static func mismatch(_ seen: WorldClient.Seen, _ expected: String) -> Mismatch {
    var words = "\(seen)"
    if case .reply(let reply) = seen {
      words =
        "\(reply.status), variant \(reply.value(of: "Understudy-Variant") ?? "none"), \(reply.text)"
    }
    return Mismatch(description: "saw \(words); expected \(expected)")
  }
}
