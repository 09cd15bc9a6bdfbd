import GnuTLS
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A certificate that a client has")
struct ClientCertificateTests {
  private static let catalog = Catalog(
    RouteGroup("pay", path: "/pay") {
      Route(
        "pay.one", .get, requires: .clientCertificate(.matching("CN=till-[0-9]+,O=Acme")),
        otherwise: .forbidden, default: .text("paid"))
      Route("pay.any", .get, "/any", requires: .clientCertificate(.any), default: .text("any"))
    })

  @Test func `is asked for by a route, and is on record`() throws {
    let server = try TestServer(Self.catalog, tls: false) {
      try? $0.speakTLS()
      $0.clients = .any
    }
    let port = try #require(server.server.tlsPort)
    let till = try RawClient(port: port, tls: .init(certificate: .till))
    let other = try RawClient(port: port, tls: .init(certificate: .example))

    #expect(try till.get("/pay").text == "paid")
    #expect(try other.get("/pay").status == 403)
    #expect(try other.get("/pay/any").text == "any")
    #expect(try server.client.get("/pay/any").status == 401)
    #expect(try server.request(1)?["tls"]?["clientSubject"] == "CN=till-7,O=Acme")
    let body = #"{"where":{"clientCertificate":"CN=till-7,O=Acme"},"count":{"exactly":1}}"#
    #expect(try server.admin("POST", "/verifications", body).status == 200)
    let strange = #"{"where":{"clientCertificate":"CN=till-8,O=Acme"},"count":{"exactly":1}}"#
    #expect(try server.admin("POST", "/verifications", strange).status == 409)
    let refused = #expect(throws: RawClient.Failure.self) {
      _ = try RawClient(port: port, tls: .init()).get("/pay")
    }
    #expect(refused?.description == "alert: Certificate is required")
  }

  @Test func `is listed with its route, and has one rule`() throws {
    let server = try TestServer(Self.catalog)

    let requires = try server.admin("GET", "/routes/pay.one").json?["requires"]?[0]

    #expect(requires?["clientCertificate"] == ["matching": "CN=till-[0-9]+,O=Acme"])
    let twice = Catalog(
      RouteGroup("x", path: "/x") {
        Route(
          "x.one", .get,
          requires: .all(.clientCertificate("CN=a"), .clientCertificate(.token("b"))),
          default: .status(200))
      })
    let error = #expect(throws: MockServer.StartError.self) { try TestServer(twice) }
    guard case .catalog(let problems)? = error else { return }
    #expect(problems.count == 2)
    #expect(problems.contains { $0.contains("has two rules for the client's certificate") })
    #expect(
      problems.contains {
        $0.contains(
          "has .token for the client's certificate, but only header lines are lists of tokens")
      })
  }
}
