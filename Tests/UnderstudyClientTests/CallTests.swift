import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient

@Suite("A call of the client")
struct CallTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var call: String
    var answer: JSON
    var method: String
    var target: String
    var body: String?
    var make: @Sendable (MockClient) async throws -> Void

    init(
      _ method: String, _ target: String, _ body: String? = nil, answer: JSON = [:],
      _ make: @escaping @Sendable (MockClient) async throws -> Void
    ) {
      call = "\(method) \(target) \(body ?? "")"
      self.answer = answer
      self.method = method
      self.target = target
      self.body = body
      self.make = make
    }

    var testDescription: String { call }
  }

  static let request: JSON = [
    "seq": 1, "revision": 1, "method": "GET", "target": "/users",
    "receivedAt": "2026-01-31T12:00:00.000Z",
  ]

  static let changes: [Example] = [
    Example("PATCH", "/variants", #"{"users.list":"serverError"}"#) {
      try await $0.activate(.serverError, for: .usersList)
    },
    Example("PATCH", "/variants", #"{"users.list":"empty","items.*":"empty"}"#) {
      try await $0.activate(.empty, for: .usersList, "items.*")
    },
    Example(
      "PATCH", "/variants",
      #"{"me.*":{"variant":"unauthorized","lease":{"untilRoute":"account.refresh"}}}"#
    ) { try await $0.activate(.unauthorized, for: "me.*", lease: .until("account.refresh")) },
    Example(
      "PATCH", "/variants", #"{"*":{"variant":"offline","lease":{"seconds":30}}}"#
    ) { try await $0.activate(.offline, for: "*", lease: .seconds(30)) },
    Example(
      "PATCH", "/variants",
      #"{"users.list":{"outcome":{"status":206,"json":[]}},"items.*":"serverError"}"#
    ) { try await $0.activate([.usersList: .json([]).status(206), "items.*": .serverError]) },
    Example(
      "PATCH", "/variants",
      #"{"users.list":{"outcome":{"status":402},"lease":{"requests":2}}}"#
    ) { try await $0.answer(.usersList, with: .status(402), lease: .requests(2)) },
    Example("PATCH", "/variants", #"{"users.list":"empty"}"#) {
      try await $0.answer(.usersList, with: .empty)
    },
    Example("PATCH", "/variants", #"{"users.list":null,"*":null}"#) {
      try await $0.restore(.usersList, "*")
    },
    Example("DELETE", "/variants") { try await $0.restoreAll() },
    Example(
      "DELETE", "/variants?drain=true&drainSeconds=2.0",
      answer: ["drained": true, "unfinished": []]
    ) { try await $0.restoreAll(drain: .seconds(2)) },
    Example("PUT", "/scenario", #"{"scenario":"logged out"}"#) {
      try await $0.choose(scenario: "logged out")
    },
    Example("PUT", "/scenario", #"{"scenario":"logged out","keepOverrides":true}"#) {
      try await $0.choose(scenario: "logged out", keepingOverrides: true)
    },
    Example("DELETE", "/scenario") { try await $0.choose(scenario: nil) },
    Example(
      "PUT", "/network",
      #"{"delayMilliseconds":300,"jitterMilliseconds":50,"bytesPerSecond":200000}"#
    ) { try await $0.network(.threeG) },
    Example("PUT", "/network", #"{"delayMilliseconds":200}"#) {
      try await $0.network(NetworkConditions(delay: .milliseconds(200)))
    },
    Example("POST", "/reset", #"{"only":["choices","network","positions","journal","held"]}"#) {
      try await $0.reset()
    },
    Example("POST", "/reset", #"{"only":["positions"]}"#) {
      try await $0.reset(only: [.positions])
    },
    Example("DELETE", "/requests") { try await $0.forgetRequests() },
    Example("POST", "/held/7/release", #"{"variant":"default"}"#, answer: ["released": [request]]) {
      try await $0.release(7)
    },
    Example(
      "POST", "/held/release", #"{"variant":"serverError","route":"users.list"}"#,
      answer: ["released": []]
    ) { try await $0.release(.usersList, with: .serverError) },
    Example(
      "POST", "/held/release", #"{"outcome":{"status":402}}"#, answer: ["released": []]
    ) { try await $0.releaseAll(with: .status(402)) },
  ]

  static let looks: [Example] = [
    Example("GET", "/routes", answer: ["routes": []]) { _ = try await $0.routes() },
    Example("GET", "/scenarios", answer: ["scenarios": []]) { _ = try await $0.scenarios() },
    Example("GET", "/network", answer: ["delayMilliseconds": nil]) { _ = try await $0.network() },
    Example("GET", "/held?count=1", answer: ["held": []]) { _ = try await $0.held() },
    Example("GET", "/held?count=1&route=users.list", answer: ["held": []]) {
      _ = try await $0.held(.usersList)
    },
    Example("GET", "/held?count=0&waitSeconds=0.5", answer: ["held": []]) {
      try await $0.held(count: 0, within: .milliseconds(500))
    },
    Example("GET", "/requests", answer: ["requests": []]) { _ = try await $0.requests() },
    Example(
      "GET",
      "/requests?route=users.list&variant=empty&method=GET&path=%2Fusers%2F%7Bid%7D"
        + "&query.q=a%26b&status=200&ending=completed&matched=true&after=3&limit=5&waitSeconds=1.5",
      answer: ["requests": [request]]
    ) {
      _ = try await $0.requests(
        route: .usersList, variant: .empty, method: .get, path: "/users/{id}",
        query: ["q": "a&b"], status: 200, ending: "completed", isMatched: true, after: 3, limit: 5,
        waiting: .milliseconds(1500))
    },
    Example(
      "POST", "/verifications",
      #"{"route":"users.list","count":{"exactly":1},"withinSeconds":5.0}"#,
      answer: ["requests": [request]]
    ) { try await $0.verify(.usersList, .exactly(1), within: .seconds(5)) },
    Example(
      "POST", "/verifications",
      #"{"where":{"method":"POST","path":"/users","query":{"page":"1"},"body":{"json":{"a":1}}},"count":{"atMost":2},"settleSeconds":0.5}"#,
      answer: ["requests": []]
    ) {
      try await $0.verify(
        RequestPattern(.post, "/users", query: ["page": 1], body: .json(["a": 1])), .atMost(2),
        settling: .milliseconds(500))
    },
    Example(
      "POST", "/verifications", #"{"unmatched":true,"count":{"exactly":0}}"#,
      answer: ["requests": []]
    ) { try await $0.verifyUnmatched() },
    Example(
      "POST", "/verifications",
      #"{"order":["users.list",{"where":{"path":"/me"}}],"withinSeconds":1.0}"#,
      answer: ["requests": []]
    ) {
      try await $0.verify(
        order: .route(.usersList), .request(RequestPattern(nil, "/me")), within: .seconds(1))
    },
  ]

  @Test(arguments: changes + looks)
  func `is one call of the admin API`(_ example: Example) async throws {
    let transport = ScriptedTransport(.answer(200, example.answer))

    try await example.make(MockClient(url: "http://localhost:8080/", transport: transport))

    let request = try #require(transport.requests.first)
    #expect(transport.requests.count == 1)
    #expect(request.method == example.method)
    #expect(request.url.absoluteString == "http://localhost:8080/__admin\(example.target)")
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == example.body)
    #expect(request.headers == (example.body == nil ? [:] : ["Content-Type": "application/json"]))
  }

  @Test func `carries the token of the daemon`() async throws {
    let transport = ScriptedTransport(.answer(200, ["routes": []]))

    _ = try await MockClient(url: "http://localhost:8080", token: "t-1", transport: transport)
      .routes()

    #expect(transport.requests.first?.headers == ["Authorization": "Bearer t-1"])
  }

  private static let replaced: ScriptedTransport.Step = .answer(
    503, ["code": "handed-over", "detail": "Another build has taken over."])

  @Test func `is made once more where a daemon was asked that was replaced`() async throws {
    let transport = ScriptedTransport(Self.replaced, .answer(200, ["routes": []]))

    #expect(try await MockClient(transport: transport).routes().isEmpty)

    #expect(transport.requests.map(\.url.path) == ["/__admin/routes", "/__admin/routes"])
  }

  @Test func `is made no third time`() async throws {
    let transport = ScriptedTransport(Self.replaced, Self.replaced)

    let error = await #expect(throws: MockError.self) {
      try await MockClient(transport: transport).routes()
    }

    guard case .refused(let refusal) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(refusal.code == "handed-over")
    #expect(transport.requests.count == 2)
  }

  @Test func `may be silent for as long as it asks the daemon to wait, and a minute`() async throws
  {
    let transport = ScriptedTransport(.answer(200, ["requests": []]))

    _ = try await MockClient(transport: transport).requests(waiting: .seconds(300))

    #expect(transport.requests.first?.silence == .seconds(360))
  }

  @Test func `is made to the daemon of this machine where nobody names one`() async throws {
    let transport = ScriptedTransport(.answer(200, ["routes": []]))

    _ = try await MockClient(transport: transport).routes()

    #expect(transport.requests.first?.url.absoluteString == "\(MockClient.usualURL)/__admin/routes")
  }
}
