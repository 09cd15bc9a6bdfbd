import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The daemon resource")
struct DaemonResourceTests {
  @Test func `says what a page must know`() throws {
    let server = try TestServer()

    let daemon = try server.admin("GET", "/daemon").json

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

  @Test func `says when it began, which tells one daemon from another`() throws {
    let daemon = try TestServer().admin("GET", "/daemon").json
    let time = try #require(daemon?["startedAt"]?.stringValue)

    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
  }
}
