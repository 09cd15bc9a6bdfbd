import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

/// Routes whose requests are looked up in the journal.
private let catalog = Catalog(
  RouteGroup("j") {
    Route("j.any", .any, "/any", query: .ignored, default: .text("ok"))
    Route("j.list", .get, "/list", query: ["sort": "+rank"], default: .json([1]))
    Route("j.upload", .post, "/upload", default: .status(204))
    Route("j.held", .get, "/held", default: .held)
    Route("j.old", .post, "/old", default: .redirect(to: "/new?x=1", status: 302))
      .variant("r307", .redirect(to: "/new?x=1", status: 307))
    Route("j.new", .any, "/new", query: .ignored, default: .status(200))
  })

extension TestServer {
  /// The journal's list.
  fileprivate func requests(_ query: String = "") throws -> [JSON] {
    let reply = try admin("GET", "/requests\(query)")
    guard let requests = reply.json?["requests"]?.arrayValue else {
      throw RawClient.Failure(description: reply.text)
    }
    return requests
  }

  /// The last request, whole; waits until it has ended.
  fileprivate func last() throws -> JSON {
    var found: JSON?
    let hasEnded = try eventually {
      guard let seq = try requests("?limit=1").last?["seq"]?.intValue else { return false }
      found = try admin("GET", "/requests/\(seq)").json
      return found?["ending"] != .null
    }
    guard hasEnded, let found else { throw RawClient.Failure(description: "nothing has ended") }
    return found
  }
}

@Suite("Requests on record")
struct RequestsTests {
  @Test func `say what came, what was made of it and how it ended`() throws {
    let server = try TestServer(catalog)
    let text = #"{"name":"Zoë"}"#
    _ = try server.client.get(
      "/any?a=1", method: "POST", headers: ["X-A: 1", "Content-Type: application/json"], body: text)

    let entry = try server.last()

    #expect(entry["seq"] == 1)
    #expect(entry["session"] == .null)
    #expect(entry["route"] == "j.any")
    #expect(entry["variant"] == "default")
    #expect(entry["source"] == "default")
    #expect(entry["revision"] == 1)
    #expect(entry["method"] == "POST")
    #expect(entry["target"] == "/any?a=1")
    #expect(entry["status"] == 200)
    #expect(entry["ending"] == "completed")
    #expect(entry["matched"] == true)
    #expect(entry["connectionReused"] == false)
    #expect(entry["detail"] == .null)
    #expect(entry["receivedAt"]?.stringValue?.hasSuffix("Z") == true)
    let waited = try #require(entry["waitedMilliseconds"]?.doubleValue)
    let total = try #require(entry["totalMilliseconds"]?.doubleValue)
    #expect(waited <= total)
    let request = try #require(entry["request"])
    #expect(request["text"]?.stringValue == text)
    #expect(request["bodyLength"] == .int(text.utf8.count))
    #expect(request["bodyTruncated"] == false)
    #expect(
      request["bodySHA256"]
        == "6bd0ee7972d372ec1f8a3cc44302e5449751305d73c2b69b5a79c62f88a4ca77")
    let response = try #require(entry["response"])
    #expect(response["status"] == 200)
    #expect(response["text"] == "ok")
    #expect(
      response["headers"]?.arrayValue?.contains(["Content-Type", "text/plain; charset=utf-8"])
        == true)
    #expect(RequestDescription(json: entry)?.route == "j.any")
  }

  @Test(.bug(id: "Q06"))
  func `keep the target and every pair of the query`() throws {
    let server = try TestServer(catalog)
    _ = try server.client.get("/any?q=1&q=1&q=2&%C3%A9=%20&flag")

    let request = try #require(try server.last()["request"])

    #expect(request["target"] == "/any?q=1&q=1&q=2&%C3%A9=%20&flag")
    #expect(
      request["query"] == [["q", "1"], ["q", "1"], ["q", "2"], ["é", " "], ["flag", nil]])
  }

  @Test(.bug(id: "H03"))
  func `keep every header line, in order, with its repeats`() throws {
    let server = try TestServer(catalog)
    _ = try server.client.get(
      "/any", headers: ["Accept-Language: en", "X-Tag: a", "Accept-Language: mi", "X-Tag: a"])

    let headers = try #require(try server.last()["request"]?["headers"])

    #expect(
      headers == [
        ["Host", "localhost"], ["Accept-Language", "en"], ["X-Tag", "a"],
        ["Accept-Language", "mi"], ["X-Tag", "a"],
      ])
  }

  @Test(.withoutTLS) func `keep what is long whole`() throws {
    let server = try TestServer(catalog)
    let long = String(repeating: "long", count: 500)
    _ = try server.client.get("/any?q=\(long)", headers: ["X-\(long): 1", "X-A: \(long)"])

    let request = try #require(try server.last()["request"])
    let archive = try server.admin("GET", "/requests?format=har").json?["log"]?["entries"]?[0]

    #expect(request["target"] == .string("/any?q=\(long)"))
    #expect(request["query"] == [["q", .string(long)]])
    #expect(
      request["headers"]
        == [["Host", "localhost"], [.string("X-\(long)"), "1"], ["X-A", .string(long)]])
    #expect(archive?["request"]?["url"] == .string("http://localhost/any?q=\(long)"))
    #expect(archive?["request"]?["queryString"] == [["name": "q", "value": .string(long)]])
    #expect(try server.requests("?target=/any%3Fq=\(long)").count == 1)
    #expect(try server.requests("?query.q=\(long)").map { $0["seq"] } == [1])
  }

  @Test(.bug(id: "Q02"))
  func `are found by a decoded pair of their query`() throws {
    let server = try TestServer(catalog)
    #expect(try server.client.get("/list?sort=%2Brank").status == 200)
    #expect(try server.client.get("/list?sort=+rank").status == 404)

    #expect(try server.requests("?query.sort=%2Brank").map { $0["seq"] } == [1])
    #expect(try server.requests("?query.sort=+rank").map { $0["seq"] } == [2])
  }

  @Test(.bug(id: "P13"), arguments: ["/any/%", "/any/%E0%A4%A", "/any/%zz"])
  func `keep the bytes of a target that cannot be read`(target: String) throws {
    let server = try TestServer(catalog)
    #expect(try server.client.get(target).status == 400)

    let entry = try server.last()

    #expect(entry["target"]?.stringValue == target)
    #expect(entry["ending"] == "completed")
    #expect(entry["route"] == .null)
    #expect(entry["matched"] == false)
    #expect(entry["request"]?["query"] == [])
    #expect(try server.client.get("/any").status == 200)
  }

  @Test(.bug(id: "F07"))
  func `tell a request whose body never came whole, and match it with nothing`() throws {
    let server = try TestServer(catalog, configure: { $0.idleTimeout = .seconds(1) })
    let silent = try RawClient(port: server.port)
    let gone = try RawClient(port: server.port)
    try silent.send("POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc")
    try gone.send("POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc")
    gone.closeWithFIN()

    #expect(try server.client.get("/any").status == 200)
    _ = try silent.readToEnd()
    // The first connection has been silent for as long.
    let client = try RawClient(port: server.port)
    var entries: [JSON] = []
    let haveEnded = try eventually {
      let list = try client.get("/__admin/requests?ending=incomplete").json
      entries = list?["requests"]?.arrayValue ?? []
      return entries.count == 2
    }

    #expect(haveEnded)
    #expect(entries.allSatisfy { $0["target"] == "/upload" && $0["matched"] == .null })
    #expect(entries.allSatisfy { $0["route"] == .null && $0["status"] == .null })
    #expect(try client.get("/__admin/routes/j.upload").json?["hits"] == 0)
  }

  @Test func `tell a message that was refused`() throws {
    let server = try TestServer(catalog)
    try server.client.send("GET /any HTTP/1.1\r\n\r\n")
    #expect(try server.client.readReply().status == 400)
    let other = try RawClient(port: server.port)

    let list = try other.get("/__admin/requests?ending=refused").json
    let entry = try #require(list?["requests"]?[0])

    #expect(entry["status"] == 400)
    #expect(entry["matched"] == false)
    #expect(entry["detail"] == "An HTTP/1.1 request needs a Host (RFC 9112, 3.2).")
  }

  @Test(.bug(id: "MP09"))
  func `cap a long body, and tell its true length and digest`() throws {
    let server = try TestServer(catalog, configure: { $0.journalBody = 1000 })
    let body = String(repeating: "a", count: 1_000_000)
    #expect(try server.client.get("/upload", method: "POST", body: body).status == 204)

    let request = try #require(try server.last()["request"])

    #expect(request["text"]?.stringValue == String(repeating: "a", count: 1000))
    #expect(request["bodyLength"] == 1_000_000)
    #expect(request["bodyTruncated"] == true)
    #expect(
      request["bodySHA256"]
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(.bug(id: "R01"), arguments: [302, 307])
  func `show what a client sent behind a redirect`(status: Int) throws {
    let server = try TestServer(catalog)
    if status == 307 { try server.flip("j.old", "r307") }
    let first = try server.client.get("/old", method: "POST", body: #"{"a":1}"#)
    #expect(first.status == status)
    let location = try #require(first.value(of: "Location"))
    // What curl -L does (RFC 9110, 15.4).
    _ =
      status == 307
      ? try server.client.get(location, method: "POST", body: #"{"a":1}"#)
      : try server.client.get(location)

    let entry = try server.last()

    #expect(location == "/new?x=1")
    #expect(entry["target"] == "/new?x=1")
    #expect(entry["method"] == (status == 307 ? "POST" : "GET"))
    #expect(entry["request"]?["bodyLength"] == (status == 307 ? 7 : 0))
    #expect(entry["connectionReused"] == true)
  }

  @Test func `show bytes that are no text as base64, and what is no UTF-8 in lines as it is`()
    throws
  {
    let server = try TestServer(catalog)
    let head = "POST /any HTTP/1.1\r\nHost: h\r\nX-A: "
    try server.client.send(
      Array(head.utf8) + [0xE9] + Array("\r\nContent-Length: 2\r\n\r\n".utf8) + [0x1F, 0x8B])
    _ = try server.client.readReply()

    let request = try #require(try server.last()["request"])

    #expect(request["base64"] == "H4s=")
    #expect(request["text"] == nil)
    #expect(request["headers"]?.arrayValue?.contains(["X-A", #"\xe9"#]) == true)
  }

  @Test func `leave out the body of an answer to HEAD`() throws {
    let server = try TestServer(catalog)
    _ = try server.client.get("/any", method: "HEAD")

    let entry = try server.last()

    #expect(entry["method"] == "HEAD")
    #expect(entry["response"]?["status"] == 200)
    #expect(entry["response"]?["text"] == nil)
  }

  @Test func `are there once they are routed, and end when their client hangs up`() throws {
    let server = try TestServer(catalog)
    let waiting = try RawClient(port: server.port)
    try waiting.request("GET", "/held")
    #expect(try eventually { try server.requests().count == 1 })

    let open = try server.admin("GET", "/requests/1").json
    waiting.closeWithFIN()

    #expect(open?["route"] == "j.held")
    #expect(open?["ending"] == .null)
    #expect(open?["status"] == .null)
    #expect(open?["response"] == .null)
    #expect(try server.last()["ending"] == "cancelled")
  }

  @Test func `are filtered`() throws {
    let server = try TestServer(catalog)
    try server.flip("j.upload", "serverError")
    _ = try server.client.get("/any?a=1")
    _ = try server.client.get("/upload", method: "POST", body: "x")
    _ = try server.client.get("/nowhere/7")
    _ = try server.client.get("/any", method: "PUT", body: "x")
    #expect(try eventually { try server.requests("?ending=completed").count == 4 })
    func seqs(_ query: String) throws -> [Int] {
      try server.requests(query).compactMap { $0["seq"]?.intValue }
    }

    #expect(try seqs("") == [1, 2, 3, 4])
    #expect(try seqs("?route=j.any") == [1, 4])
    #expect(try seqs("?variant=serverError") == [2])
    #expect(try seqs("?status=500") == [2])
    #expect(try seqs("?method=PUT") == [4])
    #expect(try seqs("?matched=false") == [3])
    #expect(try seqs("?matched=true&method=GET") == [1])
    #expect(try seqs("?path=/nowhere/{id}") == [3])
    #expect(try seqs("?target=/any%3Fa=1") == [1])
    #expect(try seqs("?query.a=1") == [1])
    #expect(try seqs("?limit=2") == [3, 4])
    #expect(try seqs("?after=1&limit=2") == [2, 3])
    let page = try server.admin("GET", "/requests?after=1&limit=2").json
    #expect(page?["next"] == 3)
    #expect(page?["dropped"] == 0)
  }

  @Test func `are forgotten when they are asked to be`() throws {
    let server = try TestServer(catalog)
    for _ in 0..<3 { _ = try server.client.get("/any") }

    let forgotten = try server.admin("DELETE", "/requests").json

    #expect(forgotten == ["requests": [], "dropped": 0, "next": 3])
    #expect(try server.requests().isEmpty)
    #expect(try server.admin("GET", "/routes/j.any").json?["hits"] == 0)
    _ = try server.client.get("/any")
    #expect(try server.requests().map { $0["seq"] } == [4])
    _ = try server.admin("POST", "/reset", #"{"only":["journal"]}"#)
    #expect(try server.requests().isEmpty)
  }

  @Test(.bug(id: "L01"))
  func `stay within their bounds under load`() throws {
    let server = try TestServer(
      catalog,
      configure: {
        $0.journalEntries = 100
        $0.journalSize = 200_000
      })
    let body = String(repeating: "b", count: 10_000)

    for _ in 0..<200 { _ = try server.client.get("/any") }
    for _ in 0..<50 { _ = try server.client.get("/any", method: "POST", body: body) }

    let list = try server.admin("GET", "/requests?limit=1000").json
    let kept = try #require(list?["requests"]?.arrayValue)
    #expect(kept.count < 20)
    #expect(kept.last?["seq"] == 250)
    #expect(list?["dropped"] == .int(250 - kept.count))
    #expect(try server.admin("GET", "/routes/j.any").json?["hits"] == 250)
    let lost = try server.admin("GET", "/requests/1")
    #expect(lost.status == 404)
    #expect(
      lost.json?["detail"]?.stringValue
        == "There is no request '1' on record; the last is 250. \(250 - kept.count) were dropped "
        + "to make room.")
  }

  @Test(.withoutTLS) func `come as an HTTP archive`() throws {
    let server = try TestServer(catalog)
    _ = try server.client.get(
      "/any?a=%2B1", method: "POST", headers: ["Cookie: s=1; t=2", "Content-Type: text/plain"],
      body: "x")
    _ = try server.last()

    let log = try server.admin("GET", "/requests?format=har").json?["log"]

    #expect(log?["version"] == "1.2")
    #expect(log?["creator"]?["name"] == "Understudy")
    let entry = try #require(log?["entries"]?[0])
    #expect(entry["_route"] == "j.any")
    let request = entry["request"]
    #expect(request?["url"] == "http://localhost/any?a=%2B1")
    #expect(request?["queryString"] == [["name": "a", "value": "+1"]])
    #expect(
      request?["cookies"] == [["name": "s", "value": "1"], ["name": "t", "value": "2"]])
    #expect(request?["postData"] == ["mimeType": "text/plain", "params": [], "text": "x"])
    #expect(entry["response"]?["status"] == 200)
    #expect(entry["response"]?["content"]?["text"] == "ok")
    #expect(entry["timings"]?["send"] == 0)
  }

  @Test func `are waited for`() throws {
    let time = ManualTime()
    let server = try TestServer(catalog, configure: { $0.time = time })
    let waiting = try RawClient(port: server.port)
    try waiting.request("GET", "/__admin/requests?route=j.any&waitSeconds=5")
    #expect(eventually { server.server.parkedCount == 1 })

    _ = try server.client.get("/new")
    _ = try server.client.get("/any")
    let found = try waiting.readReply().json
    try waiting.request("GET", "/__admin/requests?after=2&waitSeconds=5")
    #expect(eventually { server.server.parkedCount == 1 })
    time.advance(by: .seconds(5))
    let none = try waiting.readReply()

    #expect(found?["requests"]?.arrayValue?.map { $0["seq"] } == [2])
    #expect(none.status == 200)
    #expect(none.json == ["requests": [], "dropped": 0, "next": 2])
  }

  @Test func `are waited for until they end, where their end is asked for`() throws {
    let server = try TestServer(catalog)
    let held = try RawClient(port: server.port)
    try held.request("GET", "/held")
    let waiting = try RawClient(port: server.port)
    try waiting.request("GET", "/__admin/requests?ending=cancelled&waitSeconds=10")
    #expect(eventually { server.server.parkedCount == 2 })

    held.closeWithFIN()

    #expect(try waiting.readReply().json?["requests"]?[0]?["ending"] == "cancelled")
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var path: String, status: Int, code: String, detail: String
    var testDescription: String { path }
  }

  @Test(arguments: [
    Refused(
      path: "?rout=x", status: 400, code: "unknown-field",
      detail: "The query parameter 'rout' is not known here. Did you mean 'route'? Known: 'route', "
        + "'variant', 'status', 'method', 'ending', 'matched', 'target', 'path', 'query.*', "
        + "'after', 'limit', 'waitSeconds', 'format', 'session'."),
    Refused(
      path: "?route=j.ny", status: 404, code: "unknown-route",
      detail: "There is no route 'j.ny'. Did you mean 'j.any'?"),
    Refused(
      path: "?status=abc", status: 400, code: "invalid-field",
      detail: "The query parameter 'status' must be a whole number from 100 to 599, not 'abc'."),
    Refused(
      path: "?ending=canceled", status: 400, code: "invalid-field",
      detail: "The query parameter 'ending' must be 'completed', 'cancelled', 'reset', 'refused', "
        + "'incomplete', 'closed', 'dropped', 'failed', not 'canceled'. Did you mean 'cancelled'?"),
    Refused(
      path: "?waitSeconds=-1", status: 400, code: "invalid-field",
      detail:
        "The query parameter 'waitSeconds' must be a number of seconds from 0 to 3600, not '-1'."),
    Refused(
      path: "?path=users", status: 400, code: "invalid-field",
      detail:
        "The query parameter 'path' must be a path such as /users/7 or /users/{id}, not 'users'."),
    Refused(
      path: "?limit=1&limit=2", status: 400, code: "invalid-field",
      detail: "The query parameter 'limit' stands there twice."),
    Refused(
      path: "?session=s", status: 404, code: "unknown-session",
      detail: "There is no session 's': it was never begun, or it has ended."),
    Refused(
      path: "/7", status: 404, code: "unknown-request",
      detail: "There is no request '7' on record; the last is 0."),
  ])
  func `say what is wrong with a call`(_ example: Refused) throws {
    let reply = try TestServer(catalog).admin("GET", "/requests\(example.path)")

    #expect(reply.status == example.status)
    #expect(reply.json?["code"]?.stringValue == example.code)
    #expect(reply.json?["detail"]?.stringValue == example.detail)
  }

  @Test func `keeps calls of the admin API off the record, refused ones too`() throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.send("GET /__admin/routes HTTP/1.1\r\n\r\n")
    #expect(try client.readReply().status == 400)
    let other = try RawClient(port: server.port)
    try other.send("POST /__admin/reset HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
    other.closeWithRST()

    let none = try server.admin(
      "POST", "/verifications", #"{"unmatched":true,"count":{"exactly":0}}"#)

    #expect(none.status == 200)
    #expect(eventually { server.server.openExchangeCount == 0 })
    #expect(try server.admin("GET", "/requests").json?["requests"] == [])
  }
}
