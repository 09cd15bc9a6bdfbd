import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("An answer that takes its time")
struct PaceTrafficTests {
  private let time = ManualTime()
  private let server: TestServer

  private static let catalog = Catalog(
    RouteGroup("r") {
      Route(
        "r.steady", .get, "/steady", default: .text("abcdefgh").throttled(bytesPerSecond: 2))
      Route(
        "r.pieces", .get, "/pieces",
        default: .text("abcdefgh").dribbled(chunks: 2, over: .seconds(2))
      )
      .variant("free", .text("free"))
      Route(
        "r.drawn", .get, "/drawn",
        default: .text("a").delayed(.uniform(.seconds(1), .seconds(2)), seed: 7))
      Route(
        "r.steps", .get, "/steps",
        default: .sequence(.text("one"), .text("two").throttled(bytesPerSecond: 1))
          .dribbled(chunks: 1, over: .seconds(1)))
    })

  init() throws {
    server = try TestServer(Self.catalog) { [time] in $0.time = time }
  }

  private func requests() throws -> [JSON] {
    try server.admin("GET", "/requests").json?["requests"]?.arrayValue ?? []
  }

  @Test(arguments: [
    (#"{"text":"a","delayMilliseconds":{"uniform":[1]}}"#, 400, "the least and the most delay"),
    (#"{"text":"a","delayMilliseconds":{"uniform":[2,1]}}"#, 422, "does not begin with the least"),
    (#"{"text":"a","fault":"reset"}"#, 400, "an outcome does one thing"),
    (#"{"held":true,"bytesPerSecond":1}"#, 422, "pace"),
  ])
  func `is refused where it makes no sense`(outcome: String, status: Int, words: String) throws {
    let reply = try server.admin(
      "PUT", "/routes/r.steady/variant", #"{"outcome":\#(outcome)}"#)

    #expect(reply.status == status)
    #expect(reply.json?["detail"]?.stringValue?.contains(words) == true, "\(reply.text)")
  }

  @Test func `is throttled, with its length in the head`() throws {
    let client = try RawClient(port: server.port)
    try client.request("GET", "/steady")
    #expect(try client.read(until: "Content-Length: 8\r\n"))
    #expect(try client.read(until: "\r\n\r\n"))
    #expect(!client.readSoFar.contains("\r\n\r\na"))

    for (milliseconds, text) in [(500, "a"), (500, "ab"), (2500, "abcdefg")] {
      time.advance(by: .milliseconds(milliseconds))
      #expect(try client.read(until: "\r\n\r\n\(text)"))
    }
    time.advance(by: .milliseconds(500))

    #expect(try client.readReply().text == "abcdefgh")
    #expect(try requests().first?["ending"] == "completed")
  }

  @Test func `is dribbled`() throws {
    let client = try RawClient(port: server.port)
    try client.request("GET", "/pieces")
    #expect(try client.read(until: "\r\n\r\n"))

    time.advance(by: .seconds(1))
    #expect(try client.read(until: "abcd"))
    #expect(!client.readSoFar.contains("abcde"))
    time.advance(by: .seconds(1))

    #expect(try client.readReply().text == "abcdefgh")
  }

  @Test func `is free where its variant is`() throws {
    try server.flip("r.pieces", "free")

    #expect(try server.client.get("/pieces").text == "free")
  }

  @Test func `is recorded as cancelled where its client hangs up`() throws {
    let client = try RawClient(port: server.port)
    try client.request("GET", "/steady")
    #expect(try client.read(until: "\r\n\r\n"))

    client.closeWithRST()

    #expect(eventually { (try? requests().first?["ending"]) == "cancelled" })
  }

  @Test(.bug(id: "D02"))
  func `is dropped by a reset`() throws {
    let client = try RawClient(port: server.port)
    try client.request("GET", "/steady")
    #expect(try client.read(until: "\r\n\r\n"))

    #expect(try server.admin("POST", "/reset").status == 200)

    #expect(try client.readToEnd().ended == .reset)
  }

  @Test func `is dropped with its session`() throws {
    let id = try #require(try server.admin("POST", "/sessions").json?["id"]?.stringValue)
    let client = try RawClient(port: server.port)
    try client.request("GET", "/__session/\(id)/steady")
    #expect(try client.read(until: "\r\n\r\n"))

    #expect(try server.admin("DELETE", "/sessions/\(id)").status == 204)

    #expect(try client.readToEnd().ended == .reset)
  }

  @Test func `lists its delay as it is drawn`() throws {
    let route = try server.admin("GET", "/routes/r.drawn").json
    let variant = route?["variants"]?.arrayValue?.first { $0["name"] == "default" }

    #expect(variant?["delayMilliseconds"]?.text == #"{"uniform":[1000,2000],"seed":7}"#)
    #expect(variant?["summary"] == "200, text, after 1000 to 2000 ms")
  }

  @Test func `comes no earlier than was drawn`() throws {
    let client = try RawClient(port: server.port)
    try client.request("GET", "/drawn")
    #expect(eventually { (try? requests().count) == 1 })

    time.advance(by: .seconds(1))
    #expect(try requests().first?["ending"] == JSON.null)
    time.advance(by: .seconds(1))

    #expect(try client.readReply().text == "a")
  }

  @Test func `has the pace of its step, else that of all steps`() throws {
    let client = try RawClient(port: server.port)
    try client.request("GET", "/steps")
    #expect(try client.read(until: "\r\n\r\n"))
    time.advance(by: .seconds(1))
    #expect(try client.readReply().text == "one")

    try client.request("GET", "/steps")
    #expect(try client.read(until: "\r\n\r\n"))
    for text in ["t", "tw"] {
      time.advance(by: .seconds(1))
      #expect(try client.read(until: "\r\n\r\n\(text)"))
    }
    time.advance(by: .seconds(1))
    #expect(try client.readReply().text == "two")
  }
}
