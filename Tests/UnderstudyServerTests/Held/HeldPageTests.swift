import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// The page `docs/held.md`: its calls of curl, each with the answer that the page shows; those in the
/// background are answered by the releases, in their order.
@Suite("The page on held requests")
struct HeldPageTests {
  /// A call whose answer is to come.
  private struct Waiting {
    var call: DocumentedCall
    var client: RawClient
  }

  @Test(.withoutTLS) func `shows what happens`() throws {
    let server = try TestServer()
    var waiting: [Int: Waiting] = [:]
    let calls = try DocumentedCall.all(in: "held.md")
    #expect(calls.count > 15)
    #expect(calls.count { $0.isInBackground } > 5)

    for call in calls {
      if call.isInBackground {
        let client = try server.hold(call.target, method: call.method, body: call.body)
        waiting[try server.lastHeld()] = Waiting(call: call, client: client)
        continue
      }
      let reply = try server.client.get(call.target, method: call.method, body: call.body)
      #expect(reply.status == call.status, "\(call.method) \(call.target): \(reply.text)")
      if let shown = call.json {
        let document = try JSON(parsing: shown)
        #expect(try #require(reply.json).steady == document.steady, "\(reply.text)")
      }
      for seq in reply.released ?? [] {
        let released = try #require(waiting[seq])
        waiting[seq] = nil
        // It has come by now.
        let answer = try released.client.readReply()
        #expect(answer.status == released.call.status, "\(released.call.target)")
      }
      for other in waiting.values {
        #expect(throws: RawClient.Failure.self) { try other.client.readReply(within: .zero) }
      }
    }

    #expect(waiting.isEmpty)
  }
}
