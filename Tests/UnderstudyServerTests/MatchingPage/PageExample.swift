import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// One rule of the page: routes, and requests with what becomes of each.
struct PageExample: Sendable, CustomTestStringConvertible {
  var title: String
  var note: String
  var group: RouteGroup
  /// Where the code that the page shows is written.
  var place: SourcePlace
  /// The rules as verifications take them; nil where they have no such form.
  var form: JSON?
  /// A file under `fixtures/`.
  var fixture: (name: String, text: String)?
  var requests: [(request: PageRequest, end: End)]
  var testDescription: String { title }

  /// What becomes of a request.
  enum End: Sendable {
    case fits, misses
    /// The route that answers, and its variant.
    case answer(String)
  }

  /// A rule of a route, a request that it takes, and one that it does not.
  init(
    _ title: String, note: String = "", fixture: (name: String, text: String)? = nil,
    _ route: Route, fits: PageRequest, misses: PageRequest
  ) {
    let name = route.id.rawValue.prefix { $0 != "." }
    (self.title, self.note, self.fixture) = (title, note, fixture)
    group = RouteGroup(String(name)) { route }
    place = route.place
    form = Self.form(of: route)
    requests = [(fits, .fits), (misses, .misses)]
  }

  /// A rule of a group.
  init(
    _ title: String, note: String = "", _ group: RouteGroup, fits: PageRequest,
    misses: PageRequest
  ) {
    (self.title, self.note, self.group) = (title, note, group)
    place = group.place
    requests = [(fits, .fits), (misses, .misses)]
  }

  /// Routes that answer one request like this and the other like that.
  init(
    _ title: String, note: String = "", _ group: RouteGroup,
    answers: [(request: PageRequest, answer: String)]
  ) {
    (self.title, self.note, self.group) = (title, note, group)
    place = group.place
    requests = answers.map { ($0.request, .answer($0.answer)) }
  }

  /// Sends the requests, in order, to a server with these routes alone.
  ///
  /// The server lasts as long as the closure, which takes it and its answers.
  ///
  /// - Returns: what the closure returns.
  /// - Throws: what it throws, or why the requests cannot be sent.
  func sending<Value>(_ body: (TestServer, [(RawReply, End)]) throws -> Value) throws -> Value {
    let folder = try TemporaryFolder()
    if let fixture { try folder.write(fixture.name, fixture.text) }
    let server = try TestServer(Catalog(group)) { $0.fixtures = folder.path }
    return try withExtendedLifetime(folder) {
      let replies = try requests.map { request, end in
        try server.client.send(request.message)
        return (try server.client.readReply(), end)
      }
      return try body(server, replies)
    }
  }

  private static func form(of route: Route) -> JSON? {
    var rules = route.rules
    if case .custom = rules.bodies.first?.kind { return nil }
    if rules.query == .none { rules.query = .ignored }
    let form = rules.json
    guard form == [:] else { return form }
    return ["method": .string(route.method.rawValue), "path": .string(route.path)]
  }
}
