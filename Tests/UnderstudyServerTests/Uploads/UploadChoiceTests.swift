import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("An outcome that says what happens while a body comes, given on the spot")
struct UploadChoiceTests {
  private static let catalog = Catalog(
    RouteGroup("r") {
      Route("r.upload", .post, "/upload", default: .status(201))
      Route("r.held", .post, "/held", default: .timeout)
        .variant("slow", .text("slow").readingAt(bytesPerSecond: 1))
      Route("r.checked", .post, "/checked", default: .status(200))
      Route("r.strict", .post, "/checked", body: .jsonContaining(["a": 1]), default: .status(204))
    },
    RouteGroup("s") { Route("s.upload", .post, "/s", default: .status(201)) })

  private static let refused =
    #"{"status":200,"upload":{"refused":{"after":1,"with":{"status":413}}}}"#

  @Test(arguments: [("r.upload", "/upload"), ("s.*", "/s")])
  func `holds for the next request`(name: String, target: String) throws {
    let server = try TestServer(Self.catalog)

    let reply = try server.admin(
      "PATCH", "/variants", #"{"\#(name)":{"outcome":\#(Self.refused)}}"#)

    #expect(reply.status == 200, "\(reply.text)")
    #expect(try server.client.get(target, method: "POST", body: "ab").status == 413)
  }

  @Test(arguments: [
    ("r.strict", "rules of route 'r.strict' read that body"),
    (
      "r.checked",
      "rules of route 'r.strict', which may take the same requests as 'r.checked', read that body"
    ),
    (
      "r.*",
      "rules of route 'r.strict', which may take the same requests as 'r.checked', read that body"
    ),
    (
      "*",
      "rules of route 'r.strict', which may take the same requests as 'r.checked', read that body"
    ),
  ])
  func `is refused where the body decides`(name: String, words: String) throws {
    let server = try TestServer(Self.catalog)

    let reply = try server.admin(
      "PATCH", "/variants", #"{"\#(name)":{"outcome":\#(Self.refused)}}"#)

    #expect(reply.status == 422)
    #expect(reply.json?["code"] == "invalid-outcome")
    let detail = reply.json?["detail"]?.stringValue ?? ""
    #expect(detail.hasPrefix("The outcome for '\(name)' says what happens while"), "\(detail)")
    #expect(detail.hasSuffix("\(words) before it is decided."), "\(detail)")
    #expect(try server.client.get("/upload", method: "POST", body: "ab").status == 201)
  }

  @Test func `is refused for a session too`() throws {
    let server = try TestServer(Self.catalog)

    func begin(_ route: String) throws -> RawReply {
      try server.admin(
        "POST", "/sessions", #"{"variants":{"\#(route)":{"outcome":\#(Self.refused)}}}"#)
    }

    #expect(try begin("r.strict").status == 422)
    #expect(try begin("r.upload").status == 201)
  }

  @Test func `is one session's alone, by its path and its header`() throws {
    let server = try TestServer(Self.catalog)
    let id = try #require(try server.admin("POST", "/sessions").json?["id"]?.stringValue)
    let choice = try server.admin(
      "PUT", "/routes/r.upload/variant", #"{"outcome":\#(Self.refused)}"#,
      headers: ["Understudy-Session: \(id)"])
    #expect(choice.status == 200)

    func post(_ target: String, _ headers: [String] = []) throws -> Int {
      try RawClient(port: server.port)
        .get(target, method: "POST", headers: headers, body: "ab").status
    }
    #expect(try post("/upload") == 201)
    #expect(try post("/__session/\(id)/upload") == 413)
    #expect(try post("/upload", ["Understudy-Session: \(id)"]) == 413)
    let entry = try server.admin(
      "GET", "/requests", headers: ["Understudy-Session: \(id)"]
    ).json?["requests"]?.arrayValue?.last
    #expect(entry?["status"] == 413)
    #expect(entry?["session"] == .string(id))
  }

  @Test func `holds at the port of its session`() throws {
    let server = try TestServer(Self.catalog)
    let body = #"{"port":true,"variants":{"r.upload":{"outcome":\#(Self.refused)}}}"#
    let port = try #require(try server.begin(body).port)

    let reply = try RawClient(port: port).get("/upload", method: "POST", body: "ab")

    #expect(reply.status == 413)
    #expect(try server.client.get("/upload", method: "POST", body: "ab").status == 201)
  }

  @Test func `comes too late for a request that is held`() throws {
    let server = try TestServer(Self.catalog)
    let client = try RawClient(port: server.port)
    try client.request("POST", "/held", body: "ab")
    #expect(eventually { server.server.parkedCount == 1 })

    let refused = try server.admin("POST", "/held/1/release", #"{"outcome":\#(Self.refused)}"#)
    #expect(refused.status == 422)
    #expect(
      refused.json?["detail"]
        == "The outcome for 'r.held' says what happens while the request's body comes, where that has come already."
    )
    // A variant of the route answers as itself.
    #expect(try server.admin("POST", "/held/1/release", #"{"variant":"slow"}"#).status == 200)

    #expect(try client.readReply().text == "slow")
  }

  @Test func `is a loud 500 where a closure returns it`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("r") {
          Route(
            "r.upload", .post, "/upload",
            default: .dynamic { _ in .status(201).resettingUpload(after: 0) })
        }))

    let reply = try server.client.get("/upload", method: "POST", body: "ab")

    #expect(reply.status == 500)
    #expect(
      reply.json?["detail"]
        == "The closure of variant 'default' of route 'r.upload' returned an outcome that says what happens while the request's body comes, where that has come already."
    )
  }

  @Test func `is a failure of the network too`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("r") {
          Route("r.upload", .post, "/upload", default: .status(201))
            .variant("cut", .default.resettingUpload(after: 1))
        }))
    let network = #"{"failures":{"rate":1,"variant":"cut"}}"#
    #expect(try server.admin("PUT", "/network", network).status == 200)
    let client = try RawClient(port: server.port)
    try client.request("POST", "/upload", headers: ["Content-Length: 5"])
    try client.send("a")

    #expect(try client.readToEnd().ended == .reset)
  }
}
