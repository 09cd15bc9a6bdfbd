import TestSupport
import Testing
import Understudy
import UnderstudyAPI

/// A session of a test's server, as its client knows it.
struct BegunSession {
  let description: SessionDescription
  /// Where the daemon itself listens.
  let serverPort: Int

  var id: String { description.id }
  var prefix: String { "/__session/\(id)" }

  /// The port of its own; nil where it has none.
  var port: Int? {
    let url = TLSPorts.isUsual ? description.urls.tlsPort : description.urls.port
    return url.flatMap { Int($0.split(separator: ":").last ?? "") }
  }
}

extension TestServer {
  /// Begins a session, with a port of its own where nothing else is asked for.
  func begin(_ body: String = #"{"port":true}"#) throws -> BegunSession {
    let reply = try admin("POST", "/sessions", body)
    guard reply.status == 201, let description = reply.json.flatMap(SessionDescription.init(json:))
    else { throw RawClient.Failure(description: reply.text) }
    let session = BegunSession(description: description, serverPort: port)
    if TLSPorts.isUsual, let port = session.port { addTLSPort(port) }
    return session
  }

  /// The session of an id or a name; nil where there is none (any more).
  func session(_ name: String) throws -> SessionDescription? {
    try admin("GET", "/sessions/\(name)").json.flatMap(SessionDescription.init(json:))
  }

  /// Chooses a variant in a session.
  func flip(_ route: String, _ variant: String, in session: BegunSession) throws {
    let reply = try admin(
      "PUT", "/routes/\(route)/variant?session=\(session.id)", #"{"variant":"\#(variant)"}"#)
    guard reply.status == 200 else { throw RawClient.Failure(description: reply.text) }
  }

  /// Ends a session.
  func end(_ session: BegunSession) throws {
    let reply = try admin("DELETE", "/sessions/\(session.id)")
    guard reply.status == 204 else { throw RawClient.Failure(description: reply.text) }
  }
}

/// The ways by which a request reaches a session.
enum Way: String, CaseIterable, CustomTestStringConvertible {
  case path, header, port, host

  var testDescription: String { rawValue }

  /// Sends a request on a connection of its own, and leaves the answer to be read.
  func request(
    _ method: String = "GET", _ target: String, in session: BegunSession, headers: [String] = [],
    body: String? = nil
  ) throws -> RawClient {
    var own: Int?
    if self == .port {
      let port = try #require(session.port)
      own = port
    }
    let client = try RawClient(port: own ?? session.serverPort)
    try client.request(
      method, self == .path ? session.prefix + target : target,
      host: self == .host
        ? "\(session.id).localhost:\(session.serverPort)"
        : "localhost:\(own ?? session.serverPort)",
      headers: headers + (self == .header ? ["Understudy-Session: \(session.id)"] : []), body: body)
    return client
  }

  /// Sends a request and reads its answer.
  func get(
    _ target: String, in session: BegunSession, method: String = "GET", headers: [String] = [],
    body: String? = nil
  ) throws -> RawReply {
    try request(method, target, in: session, headers: headers, body: body).readReply(
      isHead: method == "HEAD")
  }
}
