import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

@Suite("A session of the client")
struct SessionTests {
  let daemon: MockDaemon
  var client: MockClient { daemon.client }

  init() async throws {
    daemon = try await MockDaemon.start(Shop.catalog)
  }

  @Test func `is a world of its own`() async throws {
    let one = try await client.session("one", choices: [.usersList: .empty])
    let two = try await client.session("two", scenario: "logged out")

    #expect(try await App(one).get("/users").text == "[]")
    #expect(try await App(two).get("/users").status == 401)
    #expect(try await App(daemon.url).get("/users").status == 200)
    #expect(try await one.requests().count == 1)
    #expect(one.name == "one")
    #expect(one.baseURL.absoluteString == one.urls.prefix)
    #expect(one.header == (name: "Understudy-Session", value: one.id))
    #expect(try await two.look().scenario == "logged out")
    #expect(try await Set(client.sessions().map(\.id)) == [one.id, two.id])
  }

  @Test func `ends once, however often it is told to`() async throws {
    let session = try await client.session()

    try await session.end()
    try await session.end()

    #expect(try await client.sessions().isEmpty)
    let error = await #expect(throws: MockError.self) { try await session.look() }
    guard case .refused(let refusal) = error else { return }
    #expect(refusal.isCode(.unknownSession))
  }

  @Test func `ends with the last reference to it`() async throws {
    var session: MockSession? = try await client.session()
    let id = try #require(session?.id)
    #expect(try await client.sessions().map(\.id) == [id])

    session = nil

    try await client.waitForEnd(ofSession: id)
    #expect(try await client.sessions().isEmpty)
  }

  @Test func `lives on without a lease`() async throws {
    let id = try await client.session(holdsLease: false).id

    #expect(try await client.sessions().map(\.id) == [id])
  }

  @Test func `is ended behind a closure that returns`() async throws {
    let status = try await client.withSession(choices: [.usersList: .serverError]) { session in
      try await App(session).get("/users").status
    }

    #expect(status == 500)
    #expect(try await client.sessions().isEmpty)
  }

  @Test func `is ended behind a closure that throws`() async throws {
    struct Failure: Error {}

    await #expect(throws: Failure.self) {
      try await client.withSession { _ in throw Failure() }
    }

    #expect(try await client.sessions().isEmpty)
  }

  @Test func `is ended behind a closure that is cancelled`() async throws {
    let test = Task {
      try await client.withSession("doomed", choices: [.usersList: .variant(.timeout)]) { session in
        try await App(session).get("/users").status
      }
    }
    let held = try await client.connection.call(
      "GET", "/__admin/held", query: [("session", "*"), ("waitSeconds", "600")],
      waiting: .seconds(600))
    #expect(held["held"]?.arrayValue?.count == 1)

    test.cancel()

    await #expect(throws: (any Error).self) { try await test.value }
    #expect(try await client.sessions().isEmpty)
  }

  @Test func `is not left behind where whoever begins it is cancelled meanwhile`() async throws {
    let (client, holdingForEver) = (client, holdingForEver)
    let tests = (0..<20).map { _ in
      Task { try await client.withSession { try await holdingForEver($0) } }
    }

    for (number, test) in tests.enumerated() {
      if number.isMultiple(of: 2) { await Task.yield() }
      test.cancel()
    }

    for test in tests { await #expect(throws: CancellationError.self) { try await test.value } }
    #expect(try await client.sessions().isEmpty)
  }

  /// Ends when it is cancelled.
  private let holdingForEver: @Sendable (MockSession) async throws -> Void = { _ in
    try await Task.sleep(for: .seconds(100_000))
  }

  @MainActor @Test func `runs its closure where its caller is`() async throws {
    var count = 0
    try await client.withSession { _ in
      MainActor.assertIsolated()
      count += 1
    }

    #expect(count == 1)
  }

  @Test func `goes offline for real by its port`() async throws {
    let session = try await client.session(port: true)
    let port = try #require(session.urls.port.flatMap { URL(string: $0) })
    #expect(try await App(port).get("/users").status == 200)

    try await session.goOffline()
    await #expect {
      try await App(port).get("/users")
    } throws: { ($0 as? URLError)?.code == .cannotConnectToHost }

    try await session.goOffline(false)
    #expect(try await App(port).get("/users").status == 200)
  }

  @Test func `tells that TLS is not there`() async throws {
    let session = try await client.session()

    let error = await #expect(throws: MockError.self) { try await session.tls(.expired) }

    guard case .refused(let refusal) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(refusal.isCode(.tlsUnavailable))
  }

  @Test func `is one of many that live at once, more than a host may have connections`()
    async throws
  {
    let client = client
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await client.withSession("\(number)", choices: [.usersList: .status(200 + number)]) {
            session in
            try await App(session).get("/users").status
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted()
    }

    #expect(statuses == Array(200..<220))
    #expect(try await client.sessions().isEmpty)
  }
}
