import Curl
import Platform
import Understudy
import UnderstudyAPI

@testable import UnderstudyCLI

/// A command runner with a terminal that remembers, and a daemon that answers as told.
final class Stage: Sendable {
  private let state = Lock(State())
  private let environment: [String: String]
  private let answer: @Sendable (CurlRequest) throws(CurlError) -> CurlResponse

  private struct State {
    var output = ""
    var error = ""
    var bytes: [UInt8] = []
    var requests: [CurlRequest] = []
    var change: @Sendable (inout CommandRunner) -> Void = { _ in }
  }

  init(
    environment: [String: String] = [:],
    answer: @escaping @Sendable (CurlRequest) throws(CurlError) -> CurlResponse = {
      (_) throws(CurlError) in
      throw .couldNotConnect("refused")
    }
  ) {
    self.environment = environment
    self.answer = answer
  }

  /// A stage whose daemon gives one answer to everything.
  convenience init(status: Int = 200, body: JSON) {
    self.init { _ in CurlResponse(status: status, body: body.bytes()) }
  }

  var output: String { state.withLock { $0.output } }
  /// What went to standard output and is no text.
  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var error: String { state.withLock { $0.error } }
  var requests: [CurlRequest] { state.withLock { $0.requests } }

  /// Has every runner from now on differ in something.
  func change(_ change: @escaping @Sendable (inout CommandRunner) -> Void) {
    state.withLock { $0.change = change }
  }

  var runner: CommandRunner {
    var runner = plainRunner
    state.withLock { $0.change }(&runner)
    return runner
  }

  private var plainRunner: CommandRunner {
    CommandRunner(
      catalog: {
        Catalog(
          RouteGroup("users", path: "/users") {
            Route("users.list", .get, default: .json([]))
            Route("users.page", .get, query: ["page": 2], default: .json([]))
          })
      }, program: "understudy",
      console: Console(
        output: { text in self.state.withLock { $0.output += text } },
        error: { text in self.state.withLock { $0.error += text } },
        environment: { self.environment[$0] }, isColoured: false,
        outputBytes: { bytes in self.state.withLock { $0.bytes += bytes } }),
      transport: { (request) throws(CurlError) in
        self.state.withLock { $0.requests.append(request) }
        return try self.answer(request)
      }, pause: { _ in true })
  }

  func run(_ arguments: String...) -> Int32 { run(arguments) }
  func run(_ arguments: [String]) -> Int32 { runner.run(arguments).rawValue }
}

/// Routes as a daemon lists them; the first few may have a lease.
func routeList(
  _ routes: (id: String, active: String, source: String)..., lease: Lease? = nil,
  ofFirst count: Int = 0
) -> JSON {
  [
    "revision": 2,
    "routes": .array(
      routes.enumerated().map { index, route in
        [
          "id": .string(route.id), "group": "users", "method": "GET", "path": "/users",
          "query": ["page": "2"], "variants": [], "active": .string(route.active),
          "source": .string(route.source), "hits": 12,
          "lease": index < count ? lease?.json ?? .null : .null,
        ]
      }),
  ]
}
