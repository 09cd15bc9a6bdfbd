import TestSupport
import Testing
import Understudy

@Suite("Cases of headers, cookies and hosts")
struct HeaderCaseTests {
  static let date = "Sun, 01 Jan 2023 00:00:00 GMT"
  static let catalog = Catalog(
    RouteGroup("c") {
      Route(
        "c.h01", .get, "/h01", headers: ["Authorization": "Bearer abc-1"], default: .status(200))
      Route(
        "c.h02", .get, "/h02", headers: ["If-Modified-Since": .equals(date)], default: .status(200))
      Route(
        "c.h03", .get, "/h03", headers: ["Accept-Language": .token("mi")], default: .status(200))
      Route(
        "c.h03equal", .get, "/h03equal", headers: ["Accept-Language": "en, mi"],
        default: .status(200))
      Route(
        "c.h08", .get, "/brands/1", headers: ["Authorization": "Bearer T0K3N"],
        default: .status(200))
      Route("c.h09", .get, "/h09", host: "api.example.test", default: .status(200))
    },
    RouteGroup("me", requires: .bearer("T0K3N"), otherwise: .unauthorized) {
      Route("me.brand", .get, "/me/brands/1", default: .status(200))
    })

  @Test(
    .bug(id: "H01"), .bug(id: "H02"), .bug(id: "H03"), .bug(id: "H08"),
    arguments: [
      WireCase("H01", "GET /h01", ["aUTHORIZATION: Bearer abc-1"]),
      WireCase(
        "H01", "GET /h01", ["Authorization: bearer ABC-1"],
        differs: ["header Authorization: Bearer abc-1 <> bearer ABC-1"]),
      WireCase("H02", "GET /h02", ["If-Modified-Since: \(date)"]),
      WireCase(
        "H02", "GET /h02",
        ["If-Modified-Since: Sun", "If-Modified-Since: 01 Jan 2023 00:00:00 GMT"],
        differs: [
          "header If-Modified-Since: \(date) <> \"Sun\", \"01 Jan 2023 00:00:00 GMT\""
        ]),
      WireCase("H03", "GET /h03", ["Accept-Language: en", "Accept-Language: mi"]),
      WireCase("H03", "GET /h03", ["Accept-Language: en,mi"]),
      WireCase("H03", "GET /h03", ["X-Tag: a", "Accept-Language: mi", "X-Tag: a"]),
      WireCase(
        "H03", "GET /h03equal", ["Accept-Language: en", "Accept-Language: mi"], by: "h03equal"),
      WireCase(
        "H03", "GET /h03equal", ["Accept-Language: en,mi"],
        differs: ["header Accept-Language: en, mi <> en,mi"]),
      WireCase(
        "H08", "GET /brands/1", differs: ["header Authorization: Bearer T0K3N <> nil"]),
      WireCase("H08", "GET /brands/1", ["Authorization: Bearer T0K3N"]),
      WireCase(
        "H08", "GET /brands/1", ["Authorization: Bearer T0K3N", "Authorization: Bearer wrong"],
        differs: [
          #"header Authorization: Bearer T0K3N <> "Bearer T0K3N", "Bearer wrong""#
        ]),
    ])
  func `are decided by names without case and values with it`(_ example: WireCase) throws {
    try example.check(Self.catalog)
  }

  @Test(
    .bug(id: "H08"),
    arguments: [
      ([], 401), (["Authorization: Bearer T0K3N"], 200),
      (["Authorization: Bearer T0K3N", "Authorization: Bearer wrong"], 401),
    ])
  func `are asked for with a challenge where they are required`(
    _ lines: [String], _ status: Int
  ) throws {
    let server = try TestServer(Self.catalog)

    let reply = try server.client.get("/me/brands/1", headers: lines)

    #expect(reply.status == status)
    #expect(reply.value(of: "WWW-Authenticate") == (status == 401 ? "Bearer" : nil))
  }

  @Test(
    .bug(id: "H09"),
    arguments: [
      ("Host: API.Example.TEST:8080\r\n", 200), ("Host: api.example.test\r\n", 200), ("", 400),
      ("Host: api.example.test\r\nHost: api.example.test\r\n", 400), ("Host: h\r\n", 404),
    ])
  func `name one host, without case, on any port`(_ lines: String, _ status: Int) throws {
    let server = try TestServer(Self.catalog)

    try server.client.send("GET /h09 HTTP/1.1\r\n\(lines)\r\n")

    #expect(try server.client.readReply().status == status)
  }

  /// Lines that a dictionary of headers would lose or join.
  private static let lines = [
    ("Set-Cookie", "a=1; Path=/; HttpOnly"), ("X-Foo", "1"),
    ("Set-Cookie", "b=2; Expires=Sun, 31-Oct-2049 12:00:00 GMT"), ("X-Foo", "1"),
  ]

  private static func withLines(_ outcome: Outcome) -> Outcome {
    lines.reduce(outcome) { $0.header($1.0, $1.1) }
  }

  @Test(
    .bug(id: "H04"),
    arguments: ["default", "serverError", "malformedBody", "dynamic", "steps", "filled"])
  func `keep each line of an answer, in order and as it is written`(variant: String) throws {
    let catalog = Catalog(
      RouteGroup("c", failures: { _ in Self.withLines(.json([])) }) {
        Route("c.h04", .get, "/h04", query: .ignored, default: Self.withLines(.json([1])))
          .variant("dynamic", .dynamic { _ in Self.withLines(.text("x")) })
          .variant("steps", .sequence(Self.withLines(.text("x")), .default))
          .variant("filled", Self.withLines(.text("{{query.page}}")))
      })
    let server = try TestServer(catalog)

    let reply = try server.client.get(
      "/h04", headers: ["Understudy-Variant: \(variant)", "Connection: close"])
    let other = try RawClient(port: server.port)
    let entry = try other.get("/__admin/requests/1").json

    let sent = reply.fields.filter { $0.name == "Set-Cookie" || $0.name == "X-Foo" }
    #expect(sent.map { "\($0.name): \($0.value)" } == Self.lines.map { "\($0.0): \($0.1)" })
    let recorded = entry?["response"]?["headers"]?.arrayValue ?? []
    let shown = recorded.filter { ["X-Foo", "Set-Cookie"].contains($0[0]?.stringValue) }
    #expect(shown == Self.lines.map { [.string($0.0), .string($0.1)] })
  }

  @Test(.bug(id: "H04"))
  func `keep each line of an answer that an admin call gives`() throws {
    let server = try TestServer(Self.catalog)
    let outcome = #"{"outcome":{"status":201,"headers":{"Set-Cookie":["a=1; Path=/","b=2"]}}}"#

    #expect(try server.admin("PUT", "/routes/c.h09/variant", outcome).status == 200)
    let reply = try RawClient(port: server.port)
    try reply.send("GET /h09 HTTP/1.1\r\nHost: api.example.test\r\n\r\n")

    #expect(try reply.readReply().values(of: "Set-Cookie") == ["a=1; Path=/", "b=2"])
  }
}
