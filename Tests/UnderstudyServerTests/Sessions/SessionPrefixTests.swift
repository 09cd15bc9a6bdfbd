import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// What the daemon itself makes leads back by the way on which the client came.
@Suite("The prefix of a session's path")
struct SessionPrefixTests {
  private static let catalog = Catalog(
    RouteGroup("go", path: "/go") {
      Route("go.home", .get, "/home", default: .redirect(to: "/home"))
      Route("go.away", .get, "/away", default: .redirect(to: "http://elsewhere.test/home"))
      Route("go.near", .get, "/near", default: .redirect(to: "step?x=1"))
      Route("go.scheme", .get, "/scheme", default: .redirect(to: "//elsewhere.test/home"))
      Route("go.base", .get, "/base", default: .redirect(to: "{{base}}/home"))
      Route(
        "go.made", .post, "/made",
        default: .json(["self": "{{base}}/made/1"]).status(201).header(
          "Content-Location", "/made/1"))
      Route(
        "go.cookie", .get, "/cookie", default: .status(200).cookie("sid", "s-1", httpOnly: true))
      Route(
        "go.deep", .get, "/deep", default: .status(200).cookie("sid", "s-1", path: "/deep"))
      Route(
        "go.bare", .get, "/bare",
        default: .status(200).header("Set-Cookie", "a=/b; HttpOnly; path=/x; Path = /y"))
      Route("go.late", .get, "/late", default: .redirect(to: "/home").delayed(.milliseconds(1)))
      // A cookie may be called as its attributes are, and some take no other path.
      Route(
        "go.named", .get, "/named", default: .status(200).header("Set-Cookie", "path=/home; Path=/")
      )
      Route(
        "go.host", .get, "/host",
        default: .status(200).header("Set-Cookie", "__Host-a=b; Path=/; Secure"))
      led("go.loud", "/loud") { "HTTP://\($0)/home" }
      led("go.schemeless", "/schemeless") { "//\($0)/home" }
      led("go.mark", "/mark") { "http://\($0)#f" }
      Route(
        "go.own", .get, "/own",
        default: .dynamic { request in
          .redirect(to: "http://\(request.headers["Host"] ?? "")/home?x=1")
        })
    })

  /// A route that leads to what a closure makes of the request's host.
  private static func led(
    _ id: RouteID, _ path: String, _ location: @escaping @Sendable (String) -> String
  ) -> Route {
    Route(
      id, .get, path,
      default: .dynamic { .redirect(to: location($0.headers["Host"] ?? "")) })
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var path: String
    /// What the client is told; PREFIX stands for the session's.
    var told: String
    var field = "Location"
    var testDescription: String { path }
  }

  private static let examples = [
    Example(path: "/go/named", told: "path=/home; Path=PREFIX/", field: "Set-Cookie"),
    Example(path: "/go/host", told: "__Host-a=b; Path=/; Secure", field: "Set-Cookie"),
    Example(path: "/go/loud", told: "HTTP://HOSTPREFIX/home"),
    Example(path: "/go/schemeless", told: "//HOSTPREFIX/home"),
    Example(path: "/go/mark", told: "http://HOSTPREFIX#f"),
    Example(path: "/go/home", told: "PREFIX/home"),
    Example(path: "/go/late", told: "PREFIX/home"),
    Example(path: "/go/away", told: "http://elsewhere.test/home"),
    Example(path: "/go/near", told: "step?x=1"),
    Example(path: "/go/scheme", told: "//elsewhere.test/home"),
    Example(path: "/go/base", told: "http://HOSTPREFIX/home"),
    Example(path: "/go/own", told: "http://HOSTPREFIX/home?x=1"),
    Example(path: "/go/cookie", told: "sid=s-1; Path=PREFIX/; HttpOnly", field: "Set-Cookie"),
    Example(path: "/go/deep", told: "sid=s-1; Path=PREFIX/deep", field: "Set-Cookie"),
  ]

  @Test(.withoutTLS, arguments: examples, Way.allCases)
  func `stays where the daemon leads`(_ example: Example, _ way: Way) throws {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()

    let reply = try way.get(example.path, in: session)

    let host =
      switch way {
      case .path, .header: "localhost:\(server.port)"
      case .port: "localhost:\(try #require(session.port))"
      case .host: "\(session.id).localhost:\(server.port)"
      }
    let told = example.told
      .replacing("HOST", with: host)
      .replacing("PREFIX", with: way == .path ? session.prefix : "")
    #expect(reply.value(of: example.field) == told)
  }

  @Test(.withoutTLS) func `stays in bodies where they ask for it, and in every line that leads`()
    throws
  {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()

    let reply = try Way.path.get("/go/made", in: session, method: "POST")

    #expect(reply.value(of: "Content-Location") == "\(session.prefix)/made/1")
    #expect(
      reply.json?["self"]?.stringValue == "http://localhost:\(server.port)\(session.prefix)/made/1")
  }

  @Test func `stays in the path of a cookie however it is written`() throws {
    let server = try TestServer(Self.catalog)
    let session = try server.begin()

    let reply = try Way.path.get("/go/bare", in: session)

    let line = try #require(reply.value(of: "Set-Cookie"))
    #expect(line.hasPrefix("a=/b; HttpOnly; path=\(session.prefix)/x;"))
    #expect(
      try server.client.get("/go/bare").value(of: "Set-Cookie")?.hasPrefix(
        "a=/b; HttpOnly; path=/x;") == true)
  }

  @Test func `leads to the session in two steps`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("go") {
          Route("go.first", .get, "/first", default: .redirect(to: "/second"))
          Route("go.second", .get, "/second", default: .status(200))
        }))
    let session = try server.begin()
    try server.flip("go.second", "serverError", in: session)

    let first = try Way.path.get("/first", in: session)
    let second = try server.client.get(try #require(first.value(of: "Location")))

    #expect(second.status == 500)
  }
}
