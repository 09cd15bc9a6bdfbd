import MicroHTTPD
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyServer

@Suite("A page of another origin")
struct CrossOriginTests {
  static let origin = "Origin: http://localhost:3000"

  static func preflight(_ method: String, _ further: String...) -> [String] {
    [origin, "Access-Control-Request-Method: \(method)"] + further
  }

  @Test(.bug(id: "M07"))
  func `reads every answer, errors and misses too`() throws {
    let server = try TestServer()
    func read(_ target: String, _ headers: String...) throws -> RawReply {
      try server.client.get(target, headers: [Self.origin] + headers)
    }

    let replies = [
      try read("/users"), try read("/users", "Understudy-Variant: unauthorized"),
      try read("/users", "Understudy-Variant: serverError"), try read("/nothing"),
      try read("/users", "Understudy-Variant: nonsense"), try read("/users/%"),
      try read("/__session/x/users"),
      try server.client.get("/users", method: "PUT", headers: [Self.origin]),
      try server.client.get("/users", method: "OPTIONS", headers: [Self.origin]),
    ]

    #expect(replies.map(\.status) == [200, 401, 500, 404, 400, 400, 404, 405, 204])
    for reply in replies {
      #expect(reply.values(of: "Access-Control-Allow-Origin") == ["http://localhost:3000"])
      #expect(reply.values(of: "Access-Control-Allow-Credentials") == ["true"])
      #expect(reply.value(of: "Vary")?.contains("Origin") == true)
    }
  }

  @Test func `reads refusals, and what was held back`() throws {
    let time = ManualTime()
    let server = try TestServer(configure: {
      $0.maxBody = 40
      $0.time = time
    })

    try server.flip("users.list", "loading")
    let long = try server.client.get(
      "/users", method: "POST", headers: [Self.origin], body: String(repeating: "x", count: 41))
    let other = try RawClient(port: server.port)
    let head = String(repeating: "X-Long: \(String(repeating: "x", count: 3000))\r\n", count: 6)
    try other.send("GET /users HTTP/1.1\r\nHost: a\r\n\(Self.origin)\r\n\(head)\r\n")
    let big = try other.readReply()
    let waiting = try RawClient(port: server.port)
    try waiting.request("GET", "/users", headers: [Self.origin])
    #expect(eventually { server.server.parkedCount == 1 })
    time.advance(by: .milliseconds(750))
    let late = try waiting.readReply()

    #expect([long.status, big.status, late.status] == [413, 431, 200])
    for reply in [long, big, late] {
      #expect(reply.value(of: "Access-Control-Allow-Origin") == "http://localhost:3000")
    }
  }

  @Test(arguments: ["offline", "timeout"])
  func `meets no answer where there is none`(variant: String) throws {
    let server = try TestServer()
    try server.flip("users.list", variant)
    let client = try RawClient(port: server.port)

    try client.request("GET", "/users", headers: [Self.origin])
    if variant == "timeout" {
      #expect(eventually { server.server.parkedCount == 1 })
      _ = try server.admin("POST", "/reset")
    }

    #expect(try client.readToEnd().bytes.isEmpty)
  }

  @Test func `reads the lines that the answer has of its own`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route(
          "r.a", .get, "/a",
          default: .status(200).header("X-Total", "7").header("X-total", "8")
            .header("Vary", "Accept-Language").cookie("a", "b"))
        Route("r.plain", .get, "/plain", default: .status(204))
      })
    let server = try TestServer(catalog, configure: { $0.addsMarkers = false })

    let reply = try server.client.get("/a", headers: ["Origin: null"])
    let plain = try server.client.get("/plain", headers: ["Origin: null"])
    let none = try server.client.get("/a")

    #expect(reply.value(of: "Access-Control-Allow-Origin") == "null")
    #expect(reply.value(of: "Access-Control-Expose-Headers") == "X-Total")
    #expect(reply.values(of: "Vary") == ["Accept-Language", "Origin"])
    #expect(plain.value(of: "Access-Control-Expose-Headers") == nil)
    #expect(none.fields.allSatisfy { !$0.name.hasPrefix("Access-Control") })
  }

  @Test func `meets the author's own lines as they are`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route(
          "r.a", .get, "/a",
          default: .status(200).header("access-control-allow-origin", "https://other.test"))
      })
    let server = try TestServer(catalog)

    let reply = try server.client.get("/a", headers: [Self.origin])

    #expect(reply.values(of: "Access-Control-Allow-Origin") == ["https://other.test"])
    #expect(reply.value(of: "Access-Control-Allow-Credentials") == nil)
  }

  @Test(.bug(id: "M04"))
  func `may send the header lines that it asks for`() throws {
    let server = try TestServer()

    let reply = try server.client.get(
      "/users/5", method: "OPTIONS",
      headers: Self.preflight(
        "PUT", "Access-Control-Request-Headers: x-csrf-token,x-requested-with",
        "Access-Control-Request-Private-Network: true"))

    #expect(reply.status == 204)
    #expect(reply.value(of: "Access-Control-Allow-Origin") == "http://localhost:3000")
    #expect(reply.value(of: "Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS, PUT")
    #expect(reply.value(of: "Access-Control-Allow-Headers") == "x-csrf-token,x-requested-with")
    #expect(reply.value(of: "Access-Control-Max-Age") == "5")
    #expect(reply.value(of: "Access-Control-Allow-Private-Network") == "true")
    #expect(reply.value(of: "Vary") == "Origin")
  }

  @Test(.bug(id: "M06"))
  func `is let through whatever variant is active, and then reads the error`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.orders", .post, "/orders", default: .status(201))
        Route("r.any", .any, "/any", default: .status(200))
      })
    let server = try TestServer(catalog)
    try server.flip("r.orders", "serverError")
    try server.flip("r.any", "serverError")

    let first = try server.client.get(
      "/orders", method: "OPTIONS", headers: Self.preflight("POST"))
    let second = try server.client.get("/orders", method: "POST", headers: [Self.origin])
    let any = try server.client.get("/any", method: "OPTIONS", headers: Self.preflight("PURGE"))
    let nowhere = try server.client.get(
      "/nothing", method: "OPTIONS", headers: Self.preflight("GET"))

    #expect(first.status == 204)
    #expect(first.value(of: "Access-Control-Allow-Methods") == "POST, OPTIONS")
    #expect(second.status == 500)
    #expect(second.value(of: "Access-Control-Allow-Origin") == "http://localhost:3000")
    #expect(any.status == 204)
    #expect(any.value(of: "Access-Control-Allow-Methods") == "OPTIONS, PURGE")
    #expect(nowhere.status == 204)
    #expect(nowhere.value(of: "Access-Control-Allow-Methods") == "GET")
  }

  @Test func `is answered by an OPTIONS route of the author's`() throws {
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.a", .options, "/a", default: .status(403))
        Route("r.b", .get, "/a", default: .status(200))
      })
    let server = try TestServer(catalog)

    let reply = try server.client.get("/a", method: "OPTIONS", headers: Self.preflight("GET"))

    #expect(reply.status == 403)
    #expect(reply.value(of: "Access-Control-Allow-Methods") == nil)
  }

  @Test func `is left to the routes with --no-cors`() throws {
    let server = try TestServer(configure: { $0.answersCORS = false })

    let reply = try server.client.get("/users", headers: [Self.origin])
    let asked = try server.client.get("/users", method: "OPTIONS", headers: Self.preflight("GET"))

    #expect(reply.fields.allSatisfy { !$0.name.hasPrefix("Access-Control") })
    #expect(asked.status == 204)
    #expect(asked.value(of: "Allow") == "GET, HEAD, POST, OPTIONS")
    #expect(asked.fields.allSatisfy { !$0.name.hasPrefix("Access-Control") })
  }

  @Test func `has the admin API's own rules there`() throws {
    let server = try TestServer()

    let stranger = try server.admin("GET", "/routes", headers: ["Origin: https://evil.test"])
    let asked = try server.admin(
      "OPTIONS", "/routes",
      headers: ["Origin: https://evil.test", "Access-Control-Request-Method: PUT"])

    #expect(stranger.status == 403)
    #expect(stranger.value(of: "Access-Control-Allow-Origin") == nil)
    #expect(asked.value(of: "Access-Control-Allow-Origin") == nil)
  }

  @Test func `cannot bring down the daemon with an origin that cannot be echoed`() throws {
    let server = try TestServer()

    let odd = try server.client.get(
      "/users", method: "OPTIONS",
      headers: [
        "Origin: a\tb", "Access-Control-Request-Method: a\tb",
        "Access-Control-Request-Headers: \u{1F600}\tx",
      ])

    #expect(odd.status == 204)
    #expect(odd.value(of: "Access-Control-Allow-Origin") == nil)
    #expect(try server.client.get("/users").status == 200)
  }
}
