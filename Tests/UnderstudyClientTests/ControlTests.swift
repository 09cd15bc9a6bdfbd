import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyTesting

@Suite("A world of mocks", .mocked(Shop.catalog))
struct ControlTests {
  let session: MockSession
  let app: App

  init() throws {
    session = try MockSession.current
    app = App(session)
  }

  @Test func `answers with the variant that is activated, until it is restored`() async throws {
    try await session.activate(.serverError, for: .usersList)
    #expect(try await app.get("/users").status == 500)
    #expect(try await app.get("/users/7").status == 200)

    try await session.restore(.usersList)
    #expect(try await app.get("/users").status == 200)
  }

  @Test func `answers so for a group and for all`() async throws {
    try await session.activate(.forbidden, for: "users.*")
    #expect(try await app.get("/users/7").status == 403)
    #expect(try await app.get("/items?page=1").status == 200)

    try await session.activate(.maintenance, for: "*")
    try await session.restore("users.*")
    #expect(try await app.get("/users/7").status == 503)

    try await session.restoreAll()
    #expect(try await app.get("/items?page=1").status == 200)
  }

  @Test func `answers with an outcome that is given on the spot, as often as its lease says`()
    async throws
  {
    try await session.answer(
      .usersList, with: .json([]).status(206), lease: .requests(1))

    let first = try await app.get("/users")
    #expect(first.status == 206)
    #expect(first.text == "[]")
    #expect(try await app.get("/users").status == 200)
  }

  @Test func `ends a choice with the first request of a route`() async throws {
    try await session.activate(.unauthorized, for: .usersList, lease: .until(.usersDetail))

    #expect(try await session.route(.usersList).lease == .until(.usersDetail))
    #expect(try await app.get("/users").status == 401)
    #expect(try await app.get("/users/7").status == 200)
    #expect(try await app.get("/users").status == 200)
  }

  @Test func `makes all of several choices, or none`() async throws {
    let error = await #expect(throws: MockError.self) {
      try await session.activate([.usersList: .empty, .usersDetail: .variant("serverEror")])
    }
    #expect("\(try #require(error))".contains("Did you mean 'serverError'?"))
    #expect(try await app.get("/users").text != "[]")

    try await session.activate([.usersList: .empty, "items.*": .serverError])
    #expect(try await app.get("/users").text == "[]")
    #expect(try await app.get("/items?page=1").status == 500)
    #expect(try await session.choices()["overrides"]?.arrayValue?.count == 2)
  }

  @Test func `is in a scenario`() async throws {
    #expect(try await session.scenario() == nil)
    #expect(try await session.scenarios().map(\.name) == ["logged out"])

    try await session.choose(scenario: "logged out")
    #expect(try await session.scenario() == "logged out")
    #expect(try await app.get("/users").status == 401)

    try await session.choose(scenario: nil)
    #expect(try await app.get("/users").status == 200)
  }

  @Test func `has a network`() async throws {
    try await session.network(
      NetworkConditions(delay: nil, failures: .init(rate: 1, variant: .maintenance)))

    #expect(try await session.network().failures?.rate == 1)
    #expect(try await app.get("/users").status == 503)

    try await session.network(.off)
    #expect(try await session.network() == NetworkConditions())
    #expect(try await app.get("/users").status == 200)
  }

  @Test func `lists its routes with what answers now`() async throws {
    try await session.activate(.empty, for: .usersList)
    try await app.get("/users")

    let routes = try await session.routes()
    #expect(routes.map(\.id).contains("items.list"))
    #expect(routes.first { $0.id == "users.list" }?.active == "empty")
    #expect(try await session.route(.usersList).hits == 1)
  }

  @Test func `has its requests on record`() async throws {
    try await app.get("/users")
    try await app.get("/items?page=2")

    let misses = try await session.requests(isMatched: false, waiting: .seconds(5))
    #expect(misses.map(\.target) == ["/items?page=2"])
    let record = try await session.request(try #require(misses.first).seq)
    #expect(record.query == [RequestRecord.Pair(name: "page", value: "2")])
    #expect(record.request.header("HOST")?.hasPrefix("localhost:") == true)
    #expect(record.response?.json?["code"] == "no-matching-route")
    #expect(record.nearest.first?.route == "items.list")
    #expect(
      record.nearest.first?.differences.map(\.description) == ["query 'page' is '2', expected 1"])
    #expect(try await session.requests(route: .usersList, query: [:]).count == 1)

    try await session.forgetRequests()
    #expect(try await session.requests().isEmpty)
  }

  @Test func `verifies what comes, while it waits`() async throws {
    async let verified = session.verify(.usersDetail, .exactly(2), within: .seconds(600))
    try await app.get("/users/1")
    try await app.get("/users/2")

    #expect(try await verified.map(\.target) == ["/users/1", "/users/2"])
    try await session.verify(RequestPattern(.get, "/users/{id}"), .exactly(2))
    try await session.verify(.usersDetail, .exactly(1), where: RequestPattern(nil, "/users/2"))
    try await session.verifyUnmatched()
    try await session.verify(
      order: .route(.usersDetail), .request(RequestPattern(.get, "/users/2")))
  }

  @Test func `says what was seen instead`() async throws {
    try await app.get("/users/1")

    let failure = try await #require(throws: VerificationFailure.self) {
      try await session.verify(RequestPattern(.get, "/users"), .exactly(1))
    }

    let lines = "\(failure)".split(separator: "\n")
    #expect(
      lines.first
        == #"Expected exactly 1 request like {"method":"GET","path":"/users"}, but 0 came."#)
    #expect(lines.contains("           path is '/users/1', expected /users"))
    #expect(lines.count == 3)
  }

  @Test func `holds requests, and releases them in any order`() async throws {
    try await session.activate(.timeout, for: .usersDetail)
    let first = Task { try await app.get("/users/1") }
    try await session.held(count: 1, within: .seconds(600))
    let second = Task { try await app.get("/users/2") }
    let held = try await session.held(.usersDetail, count: 2, within: .seconds(600))

    #expect(held.map(\.request.target) == ["/users/1", "/users/2"])
    #expect(try await session.release(held[1], with: .serverError).status == 500)
    #expect(try await second.value.status == 500)
    #expect(try await session.held().count == 1)
    #expect(try await session.releaseAll().count == 1)
    #expect(try await first.value.status == 200)
    let error = await #expect(throws: MockError.self) { try await session.release(held[0]) }
    #expect("\(try #require(error))".contains("is not held any more"))
  }

  @Test
  func `waits with a change for requests that began before it, or says that they have not ended`()
    async throws
  {
    try await session.activate(.timeout, for: .usersList)
    let call = Task { try await app.get("/users") }
    try await session.held(count: 1, within: .seconds(600))

    let error = await #expect(throws: MockError.self) {
      try await session.activate(.empty, for: .usersList, drain: .zero)
    }
    guard case .unfinished(let requests, .zero) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(requests.map(\.target) == ["/users"])

    try await session.release(.usersList, with: .forbidden)
    try await session.restoreAll(drain: .seconds(600))
    #expect(try await call.value.status == 403)
  }

  @Test func `goes back to the start`() async throws {
    try await session.activate(.empty, for: .usersList)
    try await app.get("/users")

    try await session.reset(only: [.journal])
    #expect(try await session.requests().isEmpty)
    #expect(try await app.get("/users").text == "[]")

    try await session.reset(drain: .seconds(600))
    #expect(try await app.get("/users").text != "[]")
  }

  @Test func `tells what happens`() async throws {
    let events = try await session.events()
    try await session.activate(.timeout, for: .usersList)
    let call = Task { try await app.get("/users") }

    var seen: [String] = []
    for try await event in events {
      switch event {
      case .began(let request): seen.append("began \(request.target)")
      case .held(let request):
        seen.append("held \(request.target)")
        try await session.release(request.seq)
      case .ended(let request): seen.append("ended \(request.ending ?? "")")
      case .changed(let change): seen.append("changed \(change.part)")
      case .lost: seen.append("lost")
      }
      if case .ended = event { break }
    }

    #expect(seen == ["changed choices", "began /users", "held /users", "ended completed"])
    #expect(try await call.value.status == 200)
  }

  @Test func `ends its stream of events when it ends itself`() async throws {
    let events = try await session.events()

    try await session.end()

    var count = 0
    for try await _ in events { count += 1 }
    #expect(count == 0)
  }

  @Test func `tells of its daemon`() async throws {
    let health = try await session.health()

    #expect(health.version == Version.current)
    #expect(health.routes == 5)
  }
}
