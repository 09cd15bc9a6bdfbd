import Testing
import Understudy
import UnderstudyAPI

@testable import UnderstudyClient

@Suite("A stream of events")
struct EventFeedTests {
  private static func message(_ id: Int, _ name: String, _ json: JSON) -> String {
    "id: \(id)\nevent: \(name)\ndata: \(json.text)\n\n"
  }

  private static func lost(_ count: Int) -> String {
    "event: lost\ndata: {\"count\":\(count)}\n\n"
  }

  private static func changed(_ id: Int, _ part: String) -> String {
    message(id, "changed", ["revision": .int(id), "part": .string(part), "session": nil])
  }

  private static func change(_ revision: Int, _ part: String) -> EventDescription {
    .changed(EventDescription.Change(part: part, revision: revision, session: nil))
  }

  /// The events over scripted connections, without a pause between them.
  private func events(_ transport: ScriptedTransport) async throws -> MockEvents {
    let connection = MockClient(transport: transport).connection
    let first = try await connection.stream(AdminPath.events)
    return MockEvents(EventFeed(connection, pauses: .zero).events(from: first))
  }

  private static let gone: ScriptedTransport.Step = .answer(
    404, ["code": "unknown-session", "detail": "It has ended."])

  @Test func `goes on behind the last event that came, over a connection made anew`() async throws {
    let transport = ScriptedTransport(
      .stream(["retry: 1000\n\n", Self.changed(1, "choices"), Self.changed(2, "network")]),
      .stream([Self.lost(3), Self.changed(6, "journal")], failing: .other("Lost.")),
      .failure(.noListener), Self.gone)

    var seen: [EventDescription] = []
    for try await event in try await events(transport) { seen.append(event) }

    #expect(
      seen == [
        Self.change(1, "choices"), Self.change(2, "network"), .lost(3), Self.change(6, "journal"),
      ])
    #expect(transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, "2", "6", "6"])
  }

  @Test func `takes a message whose pieces come one by one, and passes over what it does not know`()
    async throws
  {
    let text = ": still here\n\n" + Self.message(1, "news", [:]) + Self.changed(2, "choices")
    let transport = ScriptedTransport(.stream(text.map(String.init)), Self.gone)

    var seen: [EventDescription] = []
    for try await event in try await events(transport) { seen.append(event) }

    #expect(seen == [Self.change(2, "choices")])
  }

  @Test func `goes on behind the id of a stream that broke before its first event`() async throws {
    let transport = ScriptedTransport(
      .stream(["id: 7\nretry: 1000\n\n"], failing: .other("Lost.")),
      // What was cut off has not come.
      .stream(["id: 7\nretry: 1000\n\nid: 8\nevent: changed\n"]), Self.gone)

    var seen: [EventDescription] = []
    for try await event in try await events(transport) { seen.append(event) }

    #expect(seen.isEmpty)
    #expect(transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, "7", "7"])
  }

  @Test func `goes on where the connection was still with a daemon that was replaced`() async throws
  {
    let replaced: ScriptedTransport.Step = .answer(
      503, ["code": "handed-over", "detail": "Another build has taken over."])
    let transport = ScriptedTransport(
      .stream([Self.changed(1, "choices")]), replaced, replaced, replaced,
      .stream([Self.changed(2, "network")]), Self.gone)

    var seen: [EventDescription] = []
    for try await event in try await events(transport) { seen.append(event) }

    #expect(seen == [Self.change(1, "choices"), Self.change(2, "network")])
  }

  @Test func `tells of a refusal that breaks off as of any call`() async {
    let transport = ScriptedTransport(.brokenRefusal(503))

    let error = await #expect(throws: MockError.self) {
      try await MockClient(transport: transport).events()
    }

    #expect(error == .broken(url: MockClient.usualURL, reason: "Lost."))
  }

  @Test func `fails where the daemon does not come back`() async throws {
    let refusals = Array(repeating: ScriptedTransport.Step.failure(.noListener), count: 5)
    let transport = ScriptedTransport([.stream([Self.changed(1, "choices")])] + refusals)

    var seen: [EventDescription] = []
    let error = await #expect(throws: MockError.self) {
      for try await event in try await events(transport) { seen.append(event) }
    }

    #expect(error == .noDaemon(url: MockClient.usualURL))
    #expect(seen.count == 1)
  }

  @Test func `fails at once where nobody is there`() async {
    let transport = ScriptedTransport(.failure(.noListener))

    let error = await #expect(throws: MockError.self) {
      try await MockClient(transport: transport).events()
    }

    #expect(error == .noDaemon(url: MockClient.usualURL))
  }

  @Test func `ends where its reader is cancelled`() async throws {
    let events = try await events(ScriptedTransport(.openStream([Self.changed(1, "choices")])))
    let (began, continuation) = AsyncStream<Void>.makeStream()

    let reader = Task {
      var count = 0
      for try await _ in events {
        count += 1
        continuation.yield()
      }
      return count
    }
    for await _ in began { break }
    reader.cancel()

    #expect(try await reader.value == 1)
  }
}
