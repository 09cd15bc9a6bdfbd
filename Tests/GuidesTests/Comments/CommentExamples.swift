import ExampleRoutes
import Foundation
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyTesting

/// The examples in the comments of the client libraries: compiled, and not run.
enum CommentExamples {
  static func makesAClient() async throws {
    let mocks = MockClient(url: "http://localhost:8080")
    try await mocks.activate(.serverError, for: .usersList)
    try await mocks.verify(.usersList, .exactly(1), within: .seconds(5))
    try await mocks.reset()
  }

  static func beginsSessions(_ mocks: MockClient) async throws -> MockSession {
    let session = try await mocks.session("checkout", choices: [.usersList: .empty])
    try await mocks.withSession(choices: [.usersList: .serverError]) { session in
      let service = UserService(baseURL: session.baseURL)
      try await service.load()
    }
    return session
  }

  static func chooses(_ session: MockSession) async throws {
    try await session.activate(.serverError, for: .usersList)
    try await session.activate(.unauthorized, for: "me.*", lease: .requests(1))
    try await session.activate(.offline, for: "*", drain: .seconds(5))

    try await session.activate([.usersList: .empty, "items.*": .serverError, "*": .status(402)])

    try await session.answer(.usersList, with: .json([]).status(206))

    try await session.network(NetworkConditions(delay: .milliseconds(200), bytesPerSecond: 50_000))
  }

  static func verifies(_ session: MockSession) async throws {
    try await session.verify(.usersList, .exactly(2), within: .seconds(5))
    try await session.verify(
      RequestPattern(.post, "/users", body: .jsonContaining(["name": "Ada"])), .exactly(1))
    try await session.verify(
      order: .route(.accountLogin), .request(RequestPattern(.get, "/me/profile")))
    try await session.assertNoMisses()
  }

  static func looks(_ session: MockSession) async throws -> ([RequestDescription], JSON) {
    for try await event in try await session.events() {
      if case .ended(let request) = event { print(request.target) }
    }
    let misses = try await session.requests(isMatched: false)
    let created = try await session.requests(route: .usersCreate, status: 201, waiting: .seconds(5))
    let streams = try await session.connection.call("GET", "/__admin/streams")
    return (misses + created, streams)
  }

  static func holds(_ session: MockSession) async throws {
    try await session.activate(.timeout, for: .usersDetail)
    async let users: Void = UserService(baseURL: session.baseURL).load()
    let both = try await session.held(.usersDetail, count: 2, within: .seconds(5))
    try await session.release(both[1])
    try await users
  }

  static func hasADaemon() async throws {
    let daemon = try await MockDaemon.start(catalog)
    let service = UserService(baseURL: daemon.url)
    try await daemon.client.activate(.serverError, for: .usersList)
    try await service.load()

    try await MockDaemon.with(catalog) { daemon in
      try await daemon.client.activate(.empty, for: .usersList)
      try await UserService(baseURL: daemon.url).load()
    }
  }

  /// The app under test.
  struct UserService {
    var baseURL: URL

    func load() async throws {}
  }
}

extension RouteID {
  fileprivate static let usersCreate: RouteID = "users.create"
}
