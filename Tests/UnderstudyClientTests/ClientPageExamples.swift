import ExampleRoutes
import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyTesting

/// The examples of `docs/client.md`, which ``ClientPageTests`` compares with the page.
@Suite("An example of the page on the client")
struct ClientPageExamples {
  let daemon: MockDaemon
  let mocks: MockClient

  init() async throws {
    daemon = try await MockDaemon.start(ExampleRoutes.catalog)
    mocks = daemon.client
  }

  /// The app under test: a service with a base URL.
  struct UserService: Sendable {
    var baseURL: URL

    func users() async throws -> Int { try await App(baseURL).get("/users").status }
    func user(_ id: Int) async throws -> Int { try await App(baseURL).get("/users/\(id)").status }
  }

  @Test func `makes a client`() async throws {
    let url = mocks.connection.url
    func client(url: String, token: String? = nil) -> MockClient { mocks }
    #expect(url.hasPrefix("http://"))
    // example: client
    let mocks = MockClient(url: "http://localhost:8080")
    // end
    #expect(mocks.connection.url == "http://localhost:8080")
  }

  @Test func `has a session for a test`() async throws {
    // example: session
    try await mocks.withSession("checkout", choices: [.usersList: .empty]) { session in
      let service = UserService(baseURL: session.baseURL)
      _ = try await service.users()  // an empty list

      try await session.activate(.serverError, for: .usersList)
      _ = try await service.users()  // 500

      try await session.verify(.usersList, .exactly(2))
    }
    // end
    #expect(try await mocks.sessions().isEmpty)
  }

  @Test func `keeps a session`() async throws {
    // example: keeping
    let session = try await mocks.session(scenario: "logged out", port: true)
    let header = session.header  // ("Understudy-Session", "k3v9x2mf4tqs7wzb8ncd")
    let port = session.urls.port  // "http://localhost:41233"
    try await session.goOffline()  // the port refuses connections
    try await session.end()
    // end
    #expect(header.name == "Understudy-Session")
    #expect(port?.hasPrefix("http://localhost:") == true)
  }

  @Test func `chooses`() async throws {
    let session = try await mocks.session()
    // example: choosing
    try await session.activate(.serverError, for: .usersList)
    try await session.activate(.offline, for: "items.*", .usersDetail)
    try await session.activate([.usersList: .empty, "me.*": .unauthorized, "*": .loading])

    try await session.answer(.usersList, with: .json([]).status(206))
    try await session.answer(.usersDetail, with: .sequence(.status(503), .default))

    try await session.restore(.usersList)
    try await session.restoreAll()

    try await session.choose(scenario: "logged out")
    try await session.choose(scenario: nil)
    try await session.network(.threeG)
    try await session.network(NetworkConditions(delay: .milliseconds(200), bytesPerSecond: 50_000))
    try await session.reset()
    // end
    #expect(try await session.network() == NetworkConditions())
  }

  @Test func `chooses for a while, and waits`() async throws {
    let session = try await mocks.session()
    // example: leases
    try await session.activate(.rateLimited, for: .usersList, lease: .requests(2))
    try await session.activate(.offline, for: "*", lease: .seconds(30))
    try await session.activate(.unauthorized, for: "me.*", lease: .until(.accountLogin))

    try await session.activate(.empty, for: .usersList, drain: .seconds(5))
    // end
    #expect(try await session.route(.usersList).active == "empty")
  }

  @Test func `verifies`() async throws {
    let session = try await mocks.session()
    let service = UserService(baseURL: session.baseURL)
    _ = try await (service.users(), service.user(1), service.user(2))
    // example: verifying
    try await session.verify(.usersList, within: .seconds(5))  // at least once
    try await session.verify(.usersDetail, .exactly(2), within: .seconds(5))
    try await session.verify(.usersList, .atMost(3), settling: .milliseconds(100))
    try await session.verify(RequestPattern(.post, "/users", body: .json(["a": 1])), .exactly(0))
    try await session.verify(
      order: .route(.usersList), .request(RequestPattern(.get, "/users/{id}")))
    try await session.verifyUnmatched()
    // end
  }

  @Test func `fails with what was seen instead`() async throws {
    let session = try await mocks.session()
    _ = try await App(session).get("/user")
    let failure = try await #require(throws: VerificationFailure.self) {
      // example: failing
      try await session.verify(RequestPattern(.get, "/users"), .exactly(2), within: .seconds(1))
      // end
    }
    #expect(try ClientPage().output(behind: "failing") == "\(failure)\n")
  }

  @Test func `holds`() async throws {
    let session = try await mocks.session()
    let service = UserService(baseURL: session.baseURL)
    // example: holding
    try await session.activate(.timeout, for: .usersDetail)
    async let first = service.user(1)
    try await session.held(count: 1, within: .seconds(600))
    async let second = service.user(2)
    let held = try await session.held(.usersDetail, count: 2, within: .seconds(600))

    try await session.release(held[1])  // the later answer comes first
    try await session.release(held[0], with: .serverError)
    // end
    #expect(try await [first, second] == [500, 200])
  }

  @Test func `looks`() async throws {
    let session = try await mocks.session()
    _ = try await App(session).get("/user")
    // example: looking
    for request in try await session.requests(isMatched: false) {
      let record = try await session.request(request.seq)
      print(record.request.header("User-Agent") ?? "", record.nearest.first?.route ?? "")
    }
    let active = try await session.route(.usersList).active
    let isServing = try await session.health().routes > 0
    // end
    #expect(active == "default" && isServing)
  }

  @Test func `listens`() async throws {
    let session = try await mocks.session()
    let service = UserService(baseURL: session.baseURL)
    // example: events
    let events = try await session.events()
    async let users = service.users()
    for try await event in events {
      guard case .ended(let request) = event else { continue }
      print(request.target, request.status ?? 0)
      break
    }
    // end
    #expect(try await users == 200)
  }

  @Test func `tells errors apart`() async throws {
    // example: errors
    do {
      try await mocks.activate("serverEror", for: .usersList)
    } catch MockError.refused(let refusal) where refusal.isCode(.unknownVariant) {
      print(refusal.detail)  // … Did you mean 'serverError'?
    } catch MockError.noDaemon(let url) {
      print("Nobody is at \(url).")
    }
    // end
  }

  @Test func `has a daemon of its own`() async throws {
    // example: daemon
    let daemon = try await MockDaemon.start(catalog)
    let service = UserService(baseURL: daemon.url)
    try await daemon.client.activate(.serverError, for: .usersList)
    // end
    #expect(try await service.users() == 500)
  }
}

// example: suite
@Suite(.mocked(catalog)) struct UsersTests {
  @Test func `an error is an error`() async throws {
    let session = try MockSession.current
    try await session.activate(.serverError, for: .usersList)

    #expect(try await App(session).get("/users").status == 500)
    try await session.assertNoMisses()
  }
}
// end
