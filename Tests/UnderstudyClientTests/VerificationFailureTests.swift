import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient

@Suite("A verification that fails")
struct VerificationFailureTests {
  private static func request(_ seq: Int, _ target: String, route: String?) -> RequestDescription {
    RequestDescription(
      seq: seq, route: route, variant: route.map { _ in "default" }, revision: 1, method: "GET",
      target: target, status: route == nil ? 404 : 200, ending: "completed", receivedAt: "",
      isMatched: route != nil)
  }

  private func failure(
    _ json: JSON, _ verify: (MockClient) async throws -> Void
  ) async throws -> VerificationFailure {
    let transport = ScriptedTransport(.answer(409, json))
    return try await #require(throws: VerificationFailure.self) {
      try await verify(MockClient(transport: transport))
    }
  }

  private func json(
    count: Int, total: Int = 4, requests: [RequestDescription] = [], nearest: JSON = []
  ) -> JSON {
    [
      "status": 409, "code": "verification-failed", "detail": "…", "count": .int(count),
      "total": .int(total), "requests": .array(requests.map(\.json)), "nearest": nearest,
    ]
  }

  @Test func `says what was expected, what was seen, and what was nearest`() async throws {
    let near: JSON = [
      "request": Self.request(4, "/user", route: nil).json,
      "differences": [["part": "path", "name": nil, "expected": "/users", "actual": "/user"]],
    ]
    let failure = try await failure(
      json(
        count: 1, requests: [Self.request(3, "/users", route: "users.list")], nearest: [near])
    ) { try await $0.verify(.usersList, .exactly(2), within: .seconds(5)) }

    #expect(failure.count == 1)
    #expect(failure.seen.map(\.seq) == [3])
    #expect(
      "\(failure)" == """
        Expected exactly 2 requests for route 'users.list', but 1 came within 5 s.
          seen     no. 3 GET /users: 200, users.list 'default', completed
          nearest  no. 4 GET /user: 404, completed
                   path is '/user', expected /users
        """)
  }

  @Test func `says that there was nothing at all`() async throws {
    let failure = try await failure(json(count: 0, total: 0)) {
      try await $0.verify(RequestPattern(.post, "/users"), within: .milliseconds(100))
    }

    #expect(
      "\(failure)"
        == #"Expected at least 1 request like {"method":"POST","path":"/users"}, but 0 came within 100 ms. There were no requests at all."#
    )
  }

  @Test func `names the newest ten of those that were too many`() async throws {
    let requests = (1...12).map { Self.request($0, "/users", route: "users.list") }
    let failure = try await failure(json(count: 12, total: 12, requests: requests)) {
      try await $0.verify(.usersList, .atMost(1), within: .seconds(1))
    }

    let lines = "\(failure)".split(separator: "\n")
    #expect(lines[0] == "Expected at most 1 request for route 'users.list', but 12 came.")
    #expect(lines[1] == "  seen     2 more before these")
    #expect(lines[2].hasPrefix("  seen     no. 3 GET /users"))
    #expect(lines.count == 12)
  }

  @Test func `says which step of an order did not come`() async throws {
    let failure = try await failure(
      json(count: 1, requests: [Self.request(3, "/users", route: "users.list")])
    ) {
      try await $0.verify(
        order: .route(.usersList), .request(RequestPattern(nil, "/me")), within: .seconds(2))
    }

    #expect(
      failure.sentence
        == #"Expected 2 requests in order, but step 2, a request like {"path":"/me"}, did not come behind step 1 within 2 s."#
    )
  }

  @Test func `tells of too few that are held`() async throws {
    let transport = ScriptedTransport(.answer(200, ["held": []]))
    let failure = try await #require(throws: VerificationFailure.self) {
      try await MockClient(transport: transport).held(.usersList, count: 2, within: .seconds(5))
    }

    #expect(
      "\(failure)" == "Expected 2 held requests for route 'users.list', but 0 are held after 5 s.")
  }
}
