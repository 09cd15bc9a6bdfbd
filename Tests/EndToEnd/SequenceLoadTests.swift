import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyServer

@Suite("A sequence of four steps under 64 clients", .serialized)
struct SequenceLoadTests {
  #if RACE
    static let requestCount = 4000
  #else
    static let requestCount = 100_000
  #endif
  static let clientCount = 64

  static let catalog = Catalog(
    RouteGroup("queue") {
      Route(
        "queue.next", .get, "/next",
        default: .sequence(.text("1"), .text("2"), .text("3"), .text("4"), then: .loop))
    })

  @Test(.bug(id: "S01"))
  func `takes each step exactly as often as the others`() async throws {
    let daemon = try await MockDaemon.start(Self.catalog)
    let request = Array("GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)

    // All answers have one length, so that a client finds the step without reading the lines.
    let counts = try inParallel(Self.clientCount) { [port = daemon.server.port] number in
      let client = try RawClient(port: port)
      var counts: [UInt8: Int] = [:]
      var length = 0
      for _ in Self.requests(of: number) {
        try client.send(request)
        if length == 0 {
          #expect(try client.read(until: "\r\n\r\n", within: .seconds(60)))
          length = client.readSoFar.utf8.count + (client.readSoFar.hasSuffix("\r\n\r\n") ? 1 : 0)
        }
        counts[try client.read(length, within: .seconds(60)).last ?? 0, default: 0] += 1
      }
      return counts
    }

    let steps = counts.reduce(into: [UInt8: Int]()) { $0.merge($1) { $0 + $1 } }
    let share = Self.requestCount / 4
    #expect(
      steps == [
        UInt8(ascii: "1"): share, UInt8(ascii: "2"): share, UInt8(ascii: "3"): share,
        UInt8(ascii: "4"): share,
      ])
    let route = try await daemon.client.route("queue.next")
    #expect(route.hits == Self.requestCount)
    #expect(
      route.positions == [RouteDescription.Position(place: "default", taken: Self.requestCount)])
  }

  /// The requests of one client: all clients together do so many as are asked for.
  private static func requests(of number: Int) -> Range<Int> {
    (requestCount * number / clientCount)..<(requestCount * (number + 1) / clientCount)
  }
}
