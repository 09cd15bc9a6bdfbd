import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

import ExampleRoutes

@Suite("What URLSession makes of a variant")
struct URLSessionTests {
  let server: MockServer
  let session: URLSession

  init() throws {
    var settings = MockServer.Settings()
    settings.port = 0
    settings.log = .off
    settings.fixtures = Program.fixtures
    server = try MockServer(catalog: ExampleRoutes.catalog, settings: settings)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 2
    configuration.connectionProxyDictionary = [:]
    session = URLSession(configuration: configuration)
  }

  struct User: Decodable {
    var id: Int, name: String, username: String, email: String
  }

  private func get(_ variant: String) async throws -> (data: Data, response: HTTPURLResponse) {
    let admin = try RawClient(port: server.port)
    let flip = try admin.get(
      "/__admin/routes/users.list/variant", method: "PUT", body: #"{"variant":"\#(variant)"}"#)
    #expect(flip.status == 200)
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/users"))
    let (data, response) = try await session.data(from: url)
    return (data, try #require(response as? HTTPURLResponse))
  }

  @Test func `is ten users for the default`() async throws {
    let (data, response) = try await get("default")

    #expect(response.statusCode == 200)
    #expect(try JSONDecoder().decode([User].self, from: data).count == 10)
  }

  @Test func `is the same after 750 ms for loading`() async throws {
    let start = SystemTime().now
    let (data, response) = try await get("loading")

    #expect(SystemTime().now - start >= .milliseconds(750))
    #expect(response.statusCode == 200)
    #expect(try JSONDecoder().decode([User].self, from: data).count == 10)
  }

  @Test func `is no user for empty`() async throws {
    #expect(try JSONDecoder().decode([User].self, from: await get("empty").data).isEmpty)
  }

  @Test(arguments: [
    ("unauthorized", 401), ("forbidden", 403), ("notFound", 404), ("rateLimited", 429),
    ("serverError", 500), ("maintenance", 503),
  ])
  func `is a status for a failure`(variant: String, status: Int) async throws {
    #expect(try await get(variant).response.statusCode == status)
  }

  @Test func `does not decode for malformedBody`() async throws {
    let (data, response) = try await get("malformedBody")

    #expect(response.statusCode == 200)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([User].self, from: data) }
  }

  @Test(arguments: [
    ("timeout", URLError.Code.timedOut), ("offline", .networkConnectionLost),
    ("interrupted", .networkConnectionLost),
  ])
  func `is an error for a network that fails`(variant: String, code: URLError.Code) async throws {
    await #expect {
      _ = try await get(variant)
    } throws: { error in
      (error as? URLError)?.code == code
    }
  }

  @Test(arguments: [("{}", 200, 10), (#"{"variant":"serverError"}"#, 500, nil)])
  func `is an answer for a timeout that is released`(
    body: String, status: Int, userCount: Int?
  ) throws {
    let admin = try RawClient(port: server.port)
    let flip = try admin.get(
      "/__admin/routes/users.list/variant", method: "PUT", body: #"{"variant":"timeout"}"#)
    #expect(flip.status == 200)
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/users"))
    let answer = Lock<(data: Data, status: Int)?>(nil)
    let hasEnded = Bell()
    let task = session.dataTask(with: url) { data, response, _ in
      let status = (response as? HTTPURLResponse)?.statusCode
      answer.withLock { $0 = data.flatMap { data in status.map { (data, $0) } } }
      hasEnded.notify()
    }

    task.resume()
    let held = try admin.get("/__admin/held?waitSeconds=10")
    #expect(held.text.contains(#""route": "users.list""#))
    #expect(try admin.get("/__admin/held/release", method: "POST", body: body).status == 200)

    #expect(hasEnded.wait(for: .seconds(10)))
    let (data, code) = try #require(answer.withLock { $0 })
    #expect(code == status)
    if let userCount {
      #expect(try JSONDecoder().decode([User].self, from: data).count == userCount)
    }
  }

  @Test func `is a bad answer for an empty reply`() async throws {
    let admin = try RawClient(port: server.port)
    let flip = try admin.get(
      "/__admin/routes/users.list/variant", method: "PUT",
      body: #"{"outcome":{"fault":"emptyReply"}}"#)
    #expect(flip.status == 200)
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/users"))

    await #expect {
      _ = try await session.data(from: url)
    } throws: { error in
      (error as? URLError)?.code == .badServerResponse
    }
  }

  @Test func `is one thing in one session, and another in another, by a header alone`() async throws
  {
    let admin = try RawClient(port: server.port)
    func begin(_ variant: String) throws -> String {
      let reply = try admin.get(
        "/__admin/sessions", method: "POST", body: #"{"variants":{"users.list":"\#(variant)"}}"#)
      return try #require(reply.json?["id"]?.stringValue, "\(reply.text)")
    }
    var requests: [URLRequest] = []
    for id in [try begin("empty"), try begin("serverError")] {
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/users"))
      var request = URLRequest(url: url)
      request.setValue(id, forHTTPHeaderField: "Understudy-Session")
      requests.append(request)
    }

    let both = requests
    // At once, by one URLSession: the connections are kept and shared.
    for _ in 0..<10 {
      async let empty = session.data(for: both[0])
      async let broken = session.data(for: both[1])
      let ((users, first), (_, second)) = try await (empty, broken)

      #expect((first as? HTTPURLResponse)?.statusCode == 200)
      #expect(try JSONDecoder().decode([User].self, from: users).isEmpty)
      #expect((second as? HTTPURLResponse)?.statusCode == 500)
    }
    #expect(try await get("default").response.statusCode == 200)
  }

  @Test func `is a refused connection once the daemon has stopped`() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/users"))
    server.stop()

    await #expect {
      _ = try await session.data(from: url)
    } throws: { error in
      (error as? URLError)?.code == .cannotConnectToHost
    }
  }
}
