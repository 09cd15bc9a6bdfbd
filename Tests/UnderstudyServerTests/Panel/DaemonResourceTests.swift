import MicroHTTPD
import TestSupport
import Testing
import Understudy

@testable import UnderstudyServer

@Suite("The daemon resource")
struct DaemonResourceTests {
  @Test func `says what a page must know`() throws {
    let server = try TestServer(tls: false)

    let daemon = try server.admin("GET", "/daemon").json

    #expect(daemon?["tlsURL"] == .null)
    #expect(daemon?["lanTLSURL"] == .null)
    #expect(daemon?["url"] == .string("http://localhost:\(server.port)"))
    // It listens on loopback alone.
    #expect(daemon?["lanURL"] == .null)
    #expect(daemon?["standardVariants"]?.arrayValue?.count == 13)
    #expect(daemon?["standardVariants"]?[0] == "default")
    let presets = daemon?["networkPresets"]?.arrayValue ?? []
    #expect(presets.compactMap { $0["name"]?.stringValue } == ["3g", "edge", "lossy", "off"])
    #expect(
      presets.first?["conditions"]
        == ["delayMilliseconds": 300, "jitterMilliseconds": 50, "bytesPerSecond": 200_000])
    #expect(try server.admin("GET", "/daemon").json == daemon)
  }

  @Test func `says where HTTPS is`() throws {
    let server = try TestServer(tls: true)
    let port = try #require(server.server.tlsPort)

    let daemon = try server.admin("GET", "/daemon").json

    #expect(daemon?["url"] == .string("http://localhost:\(server.server.port)"))
    #expect(daemon?["tlsURL"] == .string("https://localhost:\(port)"))
    // It listens on loopback alone.
    #expect(daemon?["lanTLSURL"] == .null)
  }

  @Test(arguments: [
    (["127.0.0.1", "::1"], nil), (["192.168.1.9"], "https://192.168.1.9:8443"),
    (["0.0.0.0", "::"], "https://192.168.1.7:8443"),
    (["127.0.0.1", "fd00::9"], "https://[fd00::9]:8443"),
  ])
  func `knows the address for other machines`(hosts: [String], url: String?) {
    let addresses = hosts.map { Address(host: $0, port: 8443) }

    #expect(DaemonResource.lanURL("https", addresses, machine: "192.168.1.7") == url)
  }

  @Test func `has no address for other machines where this one has none`() {
    let addresses = Address.any(port: 8443)

    #expect(DaemonResource.lanURL("https", addresses, machine: nil) == nil)
  }

  @Test func `says when it began, which tells one daemon from another`() throws {
    let daemon = try TestServer().admin("GET", "/daemon").json
    let time = try #require(daemon?["startedAt"]?.stringValue)

    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
  }
}
