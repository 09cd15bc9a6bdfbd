import TestSupport
import Testing
import Understudy
import UnderstudyServer
import Zlib

@Suite("Cases of bodies")
struct BodyCaseTests {
  static let token: QueryRules = [
    "client_id": "client id", "grant_type": "refresh_token", "s": "a&b",
  ]
  static let archive = Deflater.deflate(Array("a.tar".utf8), .gzip)
  static let catalog = Catalog(
    RouteGroup("c") {
      Route("c.j01", .post, "/test", body: .json(["float": 1.2, "n": 1]), default: .status(200))
      Route(
        "c.j02", .post, "/v1/create", body: .json(["label": "t", "ms": "500"]),
        default: .status(200))
      Route("c.j03", .put, "/contact", body: .json(["h": ["a": "1"]]), default: .status(200))
      Route(
        "c.j03null", .put, "/contact", body: .json(["h": ["a": "1", "b": nil]]),
        default: .status(200))
      Route(
        "c.j06", .post, "/notes", body: .json(["t": "実験.登録番号", "e": "🚲"]), default: .status(200))
      Route("c.j07", .post, "/fhir", body: .json(["foo": "bar"]), default: .status(200))
      Route("c.j08", .post, "/my_endpoint", body: .json(["value": "key"]), default: .status(200))
      Route("c.u01", .post, "/token", body: .form(token), default: .status(200))
      Route("c.u05", .post, "/pet", body: .form(["nick[]": ["Ada", "B C"]]), default: .status(200))
      Route(
        "c.g01", .post, "/api/gzip-test", headers: ["Content-Encoding": .token("gzip")],
        body: .json(["id": "ok"]), default: .status(200))
      Route("c.g02", .post, "/upload", body: .bytes(archive), default: .status(200))
      Route("c.c01", .post, "/c01", body: .json(["t": "żółw さくら"]), default: .status(200))
      Route("c.c02", .post, "/t", body: .text("Grüße"), default: .status(200))
      Route("c.f03", .post, "/api/v1/orders", body: .json(["a": 1]), default: .status(200))
    })

  static let form = "Content-Type: application/x-www-form-urlencoded"
  static let json = "Content-Type: application/json"
  static let gzip = ["Content-Encoding: gzip", json]
  static let key = #"{"value":"key"}"#
  static let ok = Deflater.deflate(Array(#"{"id":"ok"}"#.utf8), .gzip)
  static let wrong = Deflater.deflate(Array(#"{"id":"wrong"}"#.utf8), .gzip)
  static let greetings: [UInt8] = [0x47, 0x72, 0xFC, 0xDF, 0x65]
  static let fields = "grant_type=refresh_token&s=a%26b&client_id=client+id"

  @Test(
    .bug(id: "J01"), .bug(id: "J02"), .bug(id: "J03"), .bug(id: "J06"), .bug(id: "J07"),
    .bug(id: "J08"), .bug(id: "C01"),
    arguments: [
      WireCase("J01", "POST /test", text: #"{"float":1.2000,"n":1.0}"#),
      WireCase("J01", "POST /test", text: #"{"n":1e0,"float":12e-1}"#),
      WireCase(
        "J01", "POST /test", text: #"{"float":1.2000001,"n":1}"#,
        differs: ["body /float: 1.2 <> 1.2000001"]),
      WireCase(
        "J02", "POST /v1/create", text: #"{"label":"t","ms":500}"#,
        differs: [#"body /ms: string "500" <> number 500"#]),
      WireCase("J03", "PUT /contact", text: #"{"h":{"a":"1","b":null}}"#, by: "j03null"),
      WireCase("J03", "PUT /contact", text: #"{"h":{"a":"1"}}"#),
      WireCase(
        "J06", "POST /notes", [json],
        text: #"{"t":"\u5b9f\u9a13.\u767b\u9332\u756a\u53f7","e":"\ud83d\udeb2"}"#),
      WireCase("J06", "POST /notes", [json], text: #"{"t":"実験.登録番号","e":"🚲"}"#),
      WireCase(
        "J06", "POST /notes", [json], text: #"{"t":"実験.登録番号","e":"\ud83d"}"#,
        differs: [
          "body -: JSON <> not JSON: an escape is half of a surrogate pair (line 1, column 21)"
        ]),
      WireCase(
        "J07", "POST /fhir", ["Content-Type: application/fhir+json; charset=utf-8"],
        text: #"{"foo":"bar"}"#),
      WireCase("J08", "POST /my_endpoint", ["Content-Type: text/plain"], text: key),
      WireCase("J08", "POST /my_endpoint", [form], text: key),
      WireCase("J08", "POST /my_endpoint", text: key),
      WireCase("C01", "POST /c01", [json], text: #"{"t":"żółw さくら"}"#),
    ])
  func `are compared as JSON`(_ example: WireCase) throws {
    try example.check(Self.catalog)
  }

  @Test(
    .bug(id: "U01"), .bug(id: "U02"), .bug(id: "U05"),
    arguments: [
      WireCase("U01", "POST /token", [form], text: fields),
      WireCase(
        "U01", "POST /token", [form],
        text: "client_id=client%20id&s=a%26b&grant_type=refresh%5Ftoken"),
      WireCase(
        "U02", "POST /token", ["Content-Type: Application/X-WWW-Form-Urlencoded;charset=UTF-8"],
        text: fields, by: "u01"),
      WireCase("U05", "POST /pet", [form], text: "nick%5B%5D=Ada&nick%5B%5D=B+C"),
      WireCase("U05", "POST /pet", [form], text: "nick[]=Ada&nick[]=B%20C"),
      WireCase(
        "U05", "POST /pet", [form], text: "nick=Ada&nick=B+C",
        differs: [#"body nick[]: "Ada", "B C" <> nil"#, #"body nick: nil <> "Ada", "B C""#]),
    ])
  func `are compared as decoded fields`(_ example: WireCase) throws {
    try example.check(Self.catalog)
  }

  @Test(
    .bug(id: "G01"), .bug(id: "G02"), .bug(id: "G04"), .bug(id: "C02"),
    arguments: [
      WireCase("G01", "POST /api/gzip-test", gzip, body: ok),
      WireCase(
        "G01", "POST /api/gzip-test", gzip, body: wrong,
        differs: [#"body /id: "ok" <> "wrong""#]),
      WireCase(
        "G01", "POST /api/gzip-test", ["Content-Encoding: zstd", json], body: ok,
        differs: [
          #"header Content-Encoding: a list with "gzip" <> zstd"#,
          "body -: JSON <> content coding 'zstd', which is not decoded here: gzip and deflate are",
        ]),
      WireCase("G02", "POST /upload", ["Content-Type: application/gzip"], body: archive),
      WireCase(
        "G04", "POST /api/gzip-test", gzip, body: Array(ok[..<12]),
        differs: ["body -: JSON <> gzip that ends too early"]),
      WireCase(
        "G04", "POST /api/gzip-test", gzip, text: "not gzip",
        differs: ["body -: JSON <> not gzip, as its Content-Encoding says"]),
      WireCase(
        "C02", "POST /t", ["Content-Type: text/plain; charset=ISO-8859-1"], body: greetings),
      WireCase(
        "C02", "POST /t", ["Content-Type: text/plain; charset=klingon"], body: greetings,
        differs: ["body -: Grüße <> charset 'klingon', which is not decoded here"]),
    ])
  func `are decoded as their headers say, and on record as they came`(_ example: WireCase) throws {
    try example.check(Self.catalog)
  }

  @Test(.bug(id: "C01"), .bug(id: "C02"))
  func `are served byte for byte under the content type that was written`() throws {
    let folder = try TemporaryFolder()
    let json = Array(#"{"t":"żółw さくら"}"#.utf8)
    try folder.write("c01.json", json)
    try folder.write("c02.html", Self.greetings)
    let catalog = Catalog(
      RouteGroup("c") {
        Route("c.c01", .get, "/c01", default: .fixture("c01.json"))
        Route(
          "c.c02", .get, "/c02",
          default: .fixture("c02.html").header("Content-Type", "text/html;charset=ISO-8859-1"))
      })
    let server = try TestServer(catalog, configure: { $0.fixtures = folder.path })

    let first = try server.client.get("/c01")
    let second = try server.client.get("/c02")

    #expect(first.body == json)
    #expect(first.values(of: "Content-Type") == ["application/json"])
    #expect(second.body == Self.greetings)
    #expect(second.values(of: "Content-Type") == ["text/html;charset=ISO-8859-1"])
  }

  @Test(.bug(id: "F03"))
  func `in chunks are on record as their content, under the lines that came`() throws {
    let server = try TestServer(Self.catalog)

    try server.client.send(
      "POST /api/v1/orders HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
        + "3\r\n{\"a\r\n4;ext=1\r\n\":1}\r\n0\r\nX-Trailer: t\r\n\r\n")
    let status = try server.client.readReply().status
    let request = try server.admin("GET", "/requests/1").json?["request"]

    #expect(status == 200)
    #expect(request?["text"] == #"{"a":1}"#)
    #expect(request?["bodyLength"] == 7)
    #expect(
      request?["headers"] == [
        ["Host", "h"], ["Content-Type", "application/json"], ["Transfer-Encoding", "chunked"],
      ])
  }

  @Test(.bug(id: "G04"))
  func `that grow too large are on record as they came`() throws {
    let server = try TestServer(Self.catalog) { $0.maxBody = 100_000 }
    let bomb = Deflater.deflate([UInt8](repeating: 0, count: 10_000_000), .gzip)
    let head = "POST /api/gzip-test HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\n"

    try server.client.send(Array("\(head)Content-Length: \(bomb.count)\r\n\r\n".utf8) + bomb)
    let reply = try server.client.readReply()
    let request = try server.admin("GET", "/requests/1").json?["request"]

    #expect(reply.status == 404)
    #expect(
      reply.differences == [
        "body -: JSON <> gzip that holds more than 100000 bytes, the limit of --max-body"
      ])
    #expect(request?["base64"] == BodyRule.bytes(bomb).json["bytes"])
  }
}
