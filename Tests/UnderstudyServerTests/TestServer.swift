import GnuTLS
import Platform
import TestSupport
import Understudy
import UnderstudyServer

/// A server on loopback that ends with its test, with a connection to it.
final class TestServer {
  let server: MockServer
  let client: RawClient
  private let isSecure: Bool
  private var furtherPorts: [Int] = []
  var port: Int { isSecure ? server.tlsPort ?? 0 : server.port }

  /// What a small app calls.
  static let catalog = Catalog(
    RouteGroup(
      "users", path: "/users", failures: { .json(["error": .int($0.status)]) }
    ) {
      Route("users.list", .get, default: .json([["id": 1], ["id": 2]]))
        .variant("flaky", .sequence(.status(503), .status(503), .default))
      Route(
        "users.detail", .get, "/{id}",
        default: .dynamic { request in
          .json(["id": .string(request.parameters["id"] ?? "")])
        })
      Route("users.create", .post, default: .json(["id": 3]).status(201))
    },
    RouteGroup("items", path: "/items") {
      Route("items.list", .get, query: ["page": 1], default: .json(["items": [1, 2]]))
      Route("items.slow", .get, "/slow", default: .status(200)).delay(.milliseconds(500))
        .variant("a", .status(200)).variant("b", .status(200).delayed(.zero))
        .variant("c", .status(200).delayed(.milliseconds(100)))
    },
    scenarios: [
      Scenario("logged out", ["users.*": .unauthorized]),
      Scenario("sold out", from: "logged out", ["items.list": .empty, "users.detail": .default]),
    ])

  init(
    _ catalog: Catalog = TestServer.catalog, tls: Bool = TLSPorts.isUsual,
    configure: (inout MockServer.Settings) -> Void = { _ in }
  ) throws {
    var settings = MockServer.Settings()
    if tls { try settings.speakTLS() }
    settings.port = 0
    settings.log = .off
    settings.workers = 2
    configure(&settings)
    server = try MockServer(catalog: catalog, settings: settings)
    isSecure = tls
    if let port = server.tlsPort { TLSPorts.add(port) }
    client = try RawClient(port: tls ? server.tlsPort ?? 0 : server.port)
  }

  /// Has clients shake hands at a further port of it.
  func addTLSPort(_ port: Int) {
    TLSPorts.add(port)
    furtherPorts.append(port)
  }

  deinit {
    for port in furtherPorts + [server.tlsPort].compactMap(\.self) { TLSPorts.remove(port) }
    server.stop()
  }

  func admin(
    _ method: String, _ path: String, _ body: String? = nil, headers: [String] = []
  ) throws -> RawReply {
    try client.get("/__admin\(path)", method: method, headers: headers, body: body)
  }

  func flip(_ route: String, _ variant: String) throws {
    let reply = try admin("PUT", "/routes/\(route)/variant", #"{"variant":"\#(variant)"}"#)
    guard reply.status == 200 else { throw RawClient.Failure(description: reply.text) }
  }
}

extension MockServer.Settings {
  /// Serves HTTPS on a free port too, with certificates that are given.
  mutating func speakTLS(
    _ certificates: [TestCertificate] = [.localhost, .example]
  ) throws {
    tlsPort = 0
    identities = GivenIdentity(
      try Identity(
        certificates.map { certificate in
          let files = try certificate.read()
          return Identity.Pair(certificatePEM: files.certificatePEM, keyPEM: files.keyPEM)
        }))
  }
}

extension RawReply {
  var json: JSON? { try? JSON(parsing: body) }
}
