import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

@Suite("A transport by URLSession")
struct URLSessionTransportTests {
  let daemon: MockDaemon
  let transport = URLSessionTransport()

  init() async throws {
    daemon = try await MockDaemon.start(Shop.catalog)
  }

  private func request(_ path: String, _ method: String = "GET") throws -> TransportRequest {
    TransportRequest(method, try #require(URL(string: daemon.url.absoluteString + path)))
  }

  @Test func `brings a status and a body`() async throws {
    let answer = try await transport.answer(to: request("/users"))

    #expect(answer == TransportAnswer(status: 200, body: Array(#"[{"id":1},{"id":2}]"#.utf8)))
  }

  @Test func `brings a status without a body`() async throws {
    try await daemon.client.answer(.usersList, with: .status(204))

    #expect(try await transport.answer(to: request("/users")) == TransportAnswer(status: 204))
  }

  @Test func `sends a body and header lines`() async throws {
    var call = try request("/users", "POST")
    call.body = Array("{}".utf8)
    call.headers["X-A"] = "1"

    #expect(try await transport.answer(to: call).status == 201)
    let seen = try #require(await daemon.client.requests(route: .usersCreate).first)
    let record = try await daemon.client.request(seen.seq)
    #expect(record.request.text == "{}")
    #expect(record.request.header("X-A") == "1")
  }

  @Test func `follows no redirect`() async throws {
    #expect(try await transport.answer(to: request("/items/moved")).status == 302)
  }

  @Test func `says that nobody listens`() async throws {
    let call = try request("/users")
    daemon.stop()

    let error = await #expect(throws: TransportError.self) {
      try await transport.answer(to: call)
    }
    #expect(error == .noListener)
  }

  @Test func `gives up on silence`() async throws {
    try await daemon.client.activate(.timeout, for: .usersList)
    var call = try request("/users")
    call.silence = .seconds(1)

    let error = await #expect(throws: TransportError.self) {
      try await transport.answer(to: call)
    }
    #expect(error == .timedOut)
  }

  @Test func `tells of an answer that breaks off`() async throws {
    try await daemon.client.activate(.interrupted, for: .usersList)

    let error = await #expect(throws: TransportError.self) {
      try await transport.answer(to: request("/users"))
    }
    guard case .other(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("-1005"))
  }

  @Test func `hangs up where it is cancelled`() async throws {
    try await daemon.client.activate(.timeout, for: .usersList)
    let call = try request("/users")
    let task = Task { try await transport.answer(to: call) }
    try await daemon.client.held(count: 1, within: .seconds(600))

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    let ended = try await daemon.client.requests(ending: "cancelled", waiting: .seconds(600))
    #expect(ended.count == 1)
  }

  @Test func `makes no call where it was cancelled before`() async throws {
    let call = try request("/users")
    let (stop, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in stop {}
      return try await transport.answer(to: call)
    }

    task.cancel()
    continuation.finish()

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await daemon.client.requests().isEmpty)
  }

  @Test func `closes a stream whose reader lets go of it`() async throws {
    let session = try await daemon.client.session(holdsLease: false)
    let call = try request("/__admin/sessions/\(session.id)/lease")

    for try await piece in try await transport.stream(call).pieces {
      #expect(String(decoding: piece, as: UTF8.self).hasPrefix("event: session\n"))
      break
    }

    // The session ends with the stream that it lives with.
    try await daemon.client.waitForEnd(ofSession: session.id)
    #expect(try await daemon.client.sessions().isEmpty)
  }

  @Test func `gives up what is under way when the last one lets go of it`() async throws {
    var transport: URLSessionTransport? = URLSessionTransport()
    let session = try await daemon.client.session(holdsLease: false)
    let call = try request("/__admin/sessions/\(session.id)/lease")
    let stream = try await transport?.stream(call)

    transport = nil

    await #expect(throws: (any Error).self) {
      for try await _ in try #require(stream).pieces {}
    }
  }
}
