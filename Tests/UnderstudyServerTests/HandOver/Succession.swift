import Platform
import TestSupport
import Understudy
import UnderstudyServer

/// Daemons of one process that take one another's place, as those of `understudy dev` do.
final class Succession {
  /// The first, and those after it.
  private(set) var servers: [MockServer]
  private let settings: MockServer.Settings

  /// The one that serves.
  var current: MockServer { servers[servers.count - 1] }
  var port: Int { servers[0].port }

  init(
    _ catalog: Catalog = TestServer.catalog,
    configure: (inout MockServer.Settings) throws -> Void = { _ in }
  ) throws {
    var settings = MockServer.Settings()
    settings.port = 0
    settings.log = .off
    settings.workers = 2
    settings.handsOver = true
    try configure(&settings)
    self.settings = settings
    servers = [try MockServer(catalog: catalog, settings: settings)]
  }

  deinit { for server in servers { server.stop() } }

  /// Lets another daemon take the place of the one that serves.
  @discardableResult
  func handOver(to catalog: Catalog = TestServer.catalog) throws -> MockServer {
    let old = current
    var settings = settings
    var inheritance = Inheritance()
    let (plain, secure, admin) = old.sockets
    inheritance.sockets = plain.compactMap(Descriptor.copy)
    inheritance.secureSockets = secure.compactMap(Descriptor.copy)
    inheritance.adminSockets = admin.compactMap(Descriptor.copy)
    inheritance.legacy = {
      // As it comes out of another process.
      let legacy = old.freeze()
      return Legacy(
        base: legacy.baseJSON,
        sessions: legacy.sessions.compactMap { session in
          Legacy.Session(
            json: session.json,
            sockets: (session.sockets + session.secureSockets).compactMap(Descriptor.copy))
        })
    }
    settings.inheritance = inheritance
    let new = try MockServer(catalog: catalog, settings: settings)
    for (one, other) in [(old, new), (new, old)] {
      one.whenSessionEnds { [weak other] id in other?.endSession(id) }
    }
    old.retire()
    servers.append(new)
    return new
  }

  /// Calls the admin API on a connection of its own.
  func admin(_ method: String, _ path: String, _ body: String? = nil) throws -> RawReply {
    try RawClient(plainTo: port).get("/__admin\(path)", method: method, body: body)
  }

  /// Chooses a variant, or more than that.
  func flip(_ route: String, _ body: String) throws {
    let reply = try admin("PUT", "/routes/\(route)/variant", body)
    guard reply.status == 200 else { throw RawClient.Failure(description: reply.text) }
  }

  /// The status of an answer on a connection of its own.
  func status(_ target: String, at port: Int? = nil) throws -> Int {
    try RawClient(plainTo: port ?? self.port).get(target).status
  }
}
