import MicroHTTPD
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

/// A request of a test.
func request(
  _ target: String, method: String = "GET", headers: [(name: String, value: String)] = [],
  body: String = "", isReused: Bool = false
) throws -> ReceivedRequest {
  let request = ReceivedRequest(
    method: Array(method.utf8), target: try Target(Array(target.utf8)), head: HeadLines(headers),
    body: Array(body.utf8), isReused: isReused)
  request.computesNow = true
  return request
}

/// The engine's parts over one catalog, without a socket.
struct Engine {
  let router: Router
  let switchboard: Switchboard
  let world: World
  let report: CatalogReport
  let base: BaseURL

  init(
    _ catalog: Catalog, folder: String = "/nowhere", time: any TimeSource = SystemTime(),
    warn: @escaping @Sendable (String) -> Void = { _ in },
    surroundings: Surroundings = Surroundings()
  ) throws {
    let fixtures = FixtureStore(RootedFolder(folder), time: time, warn: warn)
    base = surroundings.base
    report = CatalogReport(catalog, fixtures: fixtures)
    router = Router(catalog.routes, fixtures: fixtures)
    switchboard = try Switchboard(
      report, scenarios: catalog.scenarios, fixtures: fixtures,
      maker: ReplyMaker(addsMarkers: false, surroundings: surroundings))
    world = World(switchboard)
  }

  /// What becomes of a request for the only route.
  func perform(_ variant: String = "default", _ target: String = "/", sentAgain: Bool = false)
    throws -> Performed?
  {
    try switchboard.plan(of: 0, variant: variant)?.perform(
      request(target, isReused: sentAgain), in: world,
      network: world.current.network)
  }

  /// What the only route does now.
  func performNow(_ target: String = "/", sentAgain: Bool = false) throws -> Performed {
    let snapshot = world.current
    return try snapshot.choices[0].plan.perform(
      request(target, isReused: sentAgain), in: world, network: snapshot.network)
  }
}

extension Performed {
  /// The total delay; zero where there is none.
  var delay: Duration {
    guard case .action(.delayed(let delay, _)) = self else { return .zero }
    return delay
  }

  /// The status of the answer; nil where there is none.
  var status: Int? { reply?.status }

  /// The answer, its delay aside.
  var reply: Reply? {
    guard case .action(var action) = self else { return nil }
    while case .delayed(_, let next) = action { action = next }
    switch action {
    case .reply(let reply), .paced(_, let reply): return reply
    default: return nil
    }
  }

  /// The action in a word.
  var word: String {
    guard case .action(var action) = self else { return "miss" }
    while case .delayed(_, let next) = action { action = next }
    switch action {
    case .reply(let reply):
      switch reply.cut {
      case nil: return "\(reply.status)"
      case .close: return "\(reply.status) cut"
      case .reset: return "\(reply.status) reset"
      case .stall: return "\(reply.status) stall"
      }
    case .paced(_, let reply): return "\(reply.status) paced"
    case .close: return "close"
    case .reset: return "reset"
    case .held: return "held"
    case .delayed: return "delayed"
    case .computed: return "computed"
    case .awaited: return "awaited"
    }
  }
}

/// A catalog of one route at `/`.
func single(_ outcome: Outcome, _ change: (Route) -> Route = { $0 }) -> Catalog {
  Catalog(RouteGroup("r") { change(Route("r.one", .get, "/", default: outcome)) })
}

extension Router {
  /// The route for a request; what is found without its rules must be the same.
  func matchBothWays(_ request: ReceivedRequest) -> Int? {
    let found = match(request)
    if let bare = matchBare(request.target, request.method) { #expect(bare == found) }
    return found
  }
}
