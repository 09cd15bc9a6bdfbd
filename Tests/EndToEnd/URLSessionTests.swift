import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyClient
import UnderstudyInProcess

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

import ExampleRoutes

@Suite("What URLSession makes of a variant")
struct URLSessionTests {
  let daemon: MockDaemon
  let session: URLSession
  var users: URL { daemon.url.appendingPathComponent("users") }

  init() async throws {
    daemon = try await MockDaemon.start(ExampleRoutes.catalog, fixtures: Program.fixtures)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 5
    configuration.connectionProxyDictionary = [:]
    session = URLSession(configuration: configuration)
  }

  struct User: Decodable {
    var id: Int, name: String, username: String, email: String
  }

  private func get(_ variant: Variant) async throws -> (data: Data, response: HTTPURLResponse) {
    try await daemon.client.activate(variant, for: .usersList)
    let (data, response) = try await session.data(from: users)
    return (data, try #require(response as? HTTPURLResponse))
  }

  @Test func `is ten users for the default`() async throws {
    let (data, response) = try await get(.default)

    #expect(response.statusCode == 200)
    #expect(try JSONDecoder().decode([User].self, from: data).count == 10)
  }

  @Test func `is the same after 750 ms for loading`() async throws {
    let start = SystemTime().now
    let (data, response) = try await get(.loading)

    #expect(SystemTime().now - start >= .milliseconds(750))
    #expect(response.statusCode == 200)
    #expect(try JSONDecoder().decode([User].self, from: data).count == 10)
  }

  @Test func `is no user for empty`() async throws {
    #expect(try JSONDecoder().decode([User].self, from: await get(.empty).data).isEmpty)
  }

  @Test(arguments: [
    (Variant.unauthorized, 401), (.forbidden, 403), (.notFound, 404), (.rateLimited, 429),
    (.serverError, 500), (.maintenance, 503),
  ])
  func `is a status for a failure`(variant: Variant, status: Int) async throws {
    #expect(try await get(variant).response.statusCode == status)
  }

  @Test func `does not decode for malformedBody`() async throws {
    let (data, response) = try await get(.malformedBody)

    #expect(response.statusCode == 200)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([User].self, from: data) }
  }

  @Test(arguments: [
    (Variant.timeout, URLError.Code.timedOut), (.offline, .networkConnectionLost),
    (.interrupted, .networkConnectionLost),
  ])
  func `is an error for a network that fails`(variant: Variant, code: URLError.Code) async throws {
    await #expect {
      _ = try await get(variant)
    } throws: { error in
      (error as? URLError)?.code == code
    }
  }

  @Test(arguments: [(Variant.default, 200, Int?.some(10)), (.serverError, 500, nil)])
  func `is an answer for a timeout that is released`(
    variant: Variant, status: Int, userCount: Int?
  ) async throws {
    try await daemon.client.activate(.timeout, for: .usersList)
    // The others give up after five seconds, which may be too soon on a crowded machine.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    configuration.connectionProxyDictionary = [:]
    let session = URLSession(configuration: configuration)
    let call = Task { [users] in try await session.data(from: users) }

    let held = try await daemon.client.held(.usersList, count: 1, within: .seconds(600))
    try await daemon.client.release(held[0], with: .variant(variant))

    let (data, response) = try await call.value
    #expect((response as? HTTPURLResponse)?.statusCode == status)
    if let userCount {
      #expect(try JSONDecoder().decode([User].self, from: data).count == userCount)
    }
  }

  @Test func `is a bad answer for an empty reply`() async throws {
    try await daemon.client.answer(.usersList, with: .fault(.emptyReply))

    await #expect {
      _ = try await session.data(from: users)
    } throws: { error in
      (error as? URLError)?.code == .badServerResponse
    }
  }

  @Test func `is one thing in one session, and another in another, by a header alone`() async throws
  {
    let sessions = [
      try await daemon.client.session(choices: [.usersList: .empty]),
      try await daemon.client.session(choices: [.usersList: .serverError]),
    ]
    let both = sessions.map { session in
      var request = URLRequest(url: users)
      request.setValue(session.header.value, forHTTPHeaderField: session.header.name)
      return request
    }

    // At once, by one URLSession: the connections are kept and shared.
    for _ in 0..<10 {
      async let empty = session.data(for: both[0])
      async let broken = session.data(for: both[1])
      let ((users, first), (_, second)) = try await (empty, broken)

      #expect((first as? HTTPURLResponse)?.statusCode == 200)
      #expect(try JSONDecoder().decode([User].self, from: users).isEmpty)
      #expect((second as? HTTPURLResponse)?.statusCode == 500)
    }
    #expect(try await get(.default).response.statusCode == 200)
  }

  @Test func `is a refused connection once the daemon has stopped`() async throws {
    daemon.stop()

    await #expect {
      _ = try await session.data(from: users)
    } throws: { error in
      (error as? URLError)?.code == .cannotConnectToHost
    }
  }
}
