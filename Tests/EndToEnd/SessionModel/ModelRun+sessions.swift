import TestSupport
import Understudy

extension ModelRun {
  /// Begins a session, as the base is now.
  func begin(from base: WorldModel) throws {
    var changes: [String: WorldModel.Override?] = [:]
    if dice.isOne(in: 3) {
      let selector = dice.one(of: ModelRoute.selectors)
      let override = ModelStep.override(&dice, for: selector, by: "\(number).\(stepCount)", way)
      changes.updateValue(override, forKey: selector)
    }
    let scenario = dice.isOne(in: 4) ? dice.one(of: ModelRoute.scenarios.keys.sorted()) : nil
    var body: JSON.Object = ["name": .string("client \(number)")]
    if let scenario { body["scenario"] = .string(scenario) }
    if !changes.isEmpty { body["variants"] = Self.json(changes) }
    if way == .port { body["port"] = true }
    let delay = dice.isOne(in: 8) ? 2 : nil
    if let delay { body["network"] = ["delayMilliseconds": .int(delay)] }
    let text = String(decoding: JSON.object(body).bytes(), as: UTF8.self)
    let reply = try client.daemon("POST", "/sessions", text)
    guard reply.status == 201, let session = reply.json, let id = session["id"]?.stringValue,
      session["header"]?["Understudy-Session"]?.stringValue == id,
      session["scenario"]?.stringValue == (scenario ?? base.scenario)
    else { throw Mismatch(description: "no session for \(text): \(reply.status) \(reply.text)") }
    let port = session["urls"]?["port"]?.stringValue
      .flatMap { $0.split(separator: ":").last }.flatMap { Int($0) }
    guard (port != nil) == (way == .port) else {
      throw Mismatch(description: "the session's port: \(reply.text)")
    }
    model = WorldModel(copying: base, scenario: scenario, changes, delay: delay)
    client = WorldClient(way, id: id, mainPort: surroundings.port, ownPort: port)
  }

  /// Ends its session: no way leads there any more, and its journal can still be read.
  func end() throws {
    let reply = try client.daemon("DELETE", "/sessions/\(client.id)")
    guard reply.status == 204 else {
      throw Mismatch(description: "the end of the session is \(reply.status): \(reply.text)")
    }
    if way == .port { client.disconnect() }
    let seen = try client.send("GET", "/shop")
    switch (way, seen) {
    case (.port, .refused): break
    case (.prefix, .reply(let reply)), (.header, .reply(let reply)), (.host, .reply(let reply)):
      guard reply.status == 404, reply.json?["code"]?.stringValue == "unknown-session" else {
        throw Mismatch(description: "an ended session answers: \(reply.status) \(reply.text)")
      }
    default: throw Mismatch(description: "an ended session by \(way): \(seen)")
    }
    let journal = try client.admin("GET", "/requests?limit=300")
    // Once all of it was pushed out, nobody knows the session any more.
    if journal.status == 404 { return }
    try compare(journal: journal.json, limit: 300)
  }
}
