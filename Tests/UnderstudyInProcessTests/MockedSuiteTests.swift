import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyTesting

@Suite(
  "A suite with the trait .mocked(catalog)",
  .mocked(MockDaemonTests.catalog, choices: ["users.list": .empty]))
struct MockedSuiteTests {
  /// Where the daemons of the tests have been.
  private static let places = Guarded<Set<String>>([])

  @Test(arguments: 0..<4)
  func `has one daemon, and a session for each case of a test`(_ number: Int) async throws {
    let session = try MockSession.current

    try await session.verifyUnmatched(.exactly(0))
    #expect(try await session.route("users.list").active == "empty")
    #expect(session.name == "has one daemon, and a session for each case of a test")
    try await session.activate(.serverError, for: "users.list")
    let places = Self.places.withLock { places in
      places.insert(session.connection.url)
      return places
    }
    #expect(places.count == 1)
  }

  @Suite("and one inside it")
  struct Inner {
    @Test func `has the same daemon`() async throws {
      let session = try MockSession.current
      let places = MockedSuiteTests.places.withLock { $0 }

      #expect(places.isEmpty || places == [session.connection.url])
      #expect(try await session.route("users.list").active == "empty")
    }
  }

  @Suite("and one inside it with a catalog of its own", .mocked(MockDaemonTests.items))
  struct Other {
    @Test func `has that`() async throws {
      #expect(try await MockSession.current.routes().map(\.id) == ["items.list"])
    }
  }
}

@Suite("A test with the trait .mocked(catalog)")
struct MockedTestTests {
  @Test(.mocked(MockDaemonTests.catalog)) func `has a daemon and a session`() async throws {
    #expect(try await MockSession.current.routes().map(\.id) == ["users.list"])
  }

  @Test func `is needed for a session`() {
    let error = #expect(throws: MockError.self) { try MockSession.current }

    #expect(error == .noSession)
  }
}
