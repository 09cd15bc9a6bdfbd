import TestSupport
import Understudy

/// Calls one world, by one of the ways that lead to it.
final class WorldClient {
  /// How a request says to which world it belongs.
  enum Way: String, CaseIterable, Sendable {
    case none, prefix, header, port, host
  }

  /// What came back.
  enum Seen {
    case reply(RawReply)
    case reset
    /// Nobody listens.
    case refused
  }

  let way: Way
  let id: String
  private let mainPort: Int
  private let port: Int
  /// The connection of its requests.
  private var traffic: RawClient?
  /// A connection to the daemon's own port.
  private var main: RawClient?
  /// Whether its connection has had a request.
  private(set) var isReused = false

  /// A client of a world.
  ///
  /// - Parameters:
  ///   - way: how it gets there.
  ///   - id: the session's; nothing for the base.
  ///   - mainPort: the daemon's port.
  ///   - ownPort: the session's.
  init(_ way: Way, id: String = "", mainPort: Int, ownPort: Int? = nil) {
    self.way = way
    self.id = id
    self.mainPort = mainPort
    port = ownPort ?? mainPort
  }

  /// Sends a request of the world's own; does something more, where that is asked for, before the
  /// answer is read.
  func send(
    _ method: String, _ target: String, headers: [String] = [], body: String? = nil,
    meanwhile: () throws -> Void = {}
  ) throws -> Seen {
    let client: RawClient
    do {
      client = try traffic ?? RawClient(port: port)
    } catch let failure as RawClient.Failure where failure.description.contains("refused") {
      return .refused
    }
    traffic = client
    isReused = true
    try client.send(text(method, target, headers, body))
    try meanwhile()
    do {
      return .reply(try client.readReply(within: .seconds(60)))
    } catch is RawClient.ConnectionReset {
      disconnect()
      return .reset
    }
  }

  /// Lets its connection go; the next request has a new one.
  func disconnect() {
    traffic = nil
    isReused = false
  }

  /// Makes an admin call about the world: by its own way, or by `?session=` on the daemon's port.
  func admin(
    _ method: String, _ path: String, _ body: JSON? = nil, byOwnWay: Bool = false
  ) throws -> RawReply {
    let body = body.map { String(decoding: $0.bytes(), as: UTF8.self) }
    if byOwnWay {
      guard case .reply(let reply) = try send(method, "/__admin\(path)", body: body) else {
        throw RawClient.Failure(description: "the admin call \(method) \(path) was not answered")
      }
      return reply
    }
    let mark = path.contains("?") ? "&" : "?"
    return try daemon(method, id.isEmpty ? path : "\(path)\(mark)session=\(id)", body)
  }

  /// Makes an admin call on the daemon's port.
  func daemon(_ method: String, _ path: String, _ body: String? = nil) throws -> RawReply {
    let client = try main ?? RawClient(port: mainPort)
    main = client
    try client.request(method, "/__admin\(path)", body: body)
    return try client.readReply(within: .seconds(60))
  }

  private func text(
    _ method: String, _ target: String, _ headers: [String], _ body: String?
  ) -> String {
    let prefix = way == .prefix ? "/__session/\(id)" : ""
    let host = way == .host ? "\(id).localhost:\(port)" : "localhost:\(port)"
    var text = "\(method) \(prefix)\(target) HTTP/1.1\r\nHost: \(host)\r\n"
    if way == .header { text += "Understudy-Session: \(id)\r\n" }
    for header in headers { text += "\(header)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    return "\(text)\r\n\(body ?? "")"
  }
}

extension RawReply {
  /// The body as JSON; nil where it is none.
  var json: JSON? { try? JSON(parsing: body) }
}
