import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// The page `docs/journal.md`: its calls of curl, each with the answer that the page shows.
@Suite("The page on the journal")
struct JournalPageTests {
  @Test(.withoutTLS) func `shows what happens`() throws {
    let server = try TestServer(configure: { $0.addsMarkers = false })
    let calls = try DocumentedCall.all(in: "journal.md")
    #expect(calls.count > 10)

    for call in calls {
      // A request has ended a moment after its client has the answer.
      #expect(eventually { server.server.openExchangeCount <= 1 })
      let reply = try server.client.get(call.target, method: call.method, body: call.body)
      #expect(reply.status == call.status, "\(call.method) \(call.target): \(reply.text)")
      guard let shown = call.json else { continue }
      let document = try JSON(parsing: shown)
      #expect(try #require(reply.json).steady == document.steady, "\(reply.text)")
    }
  }
}
