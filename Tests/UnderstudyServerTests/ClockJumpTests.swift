import MicroHTTPD
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("A time of day that jumps")
struct ClockJumpTests {
  private static let catalog = Catalog(
    RouteGroup("r") {
      Route("r.one", .get, "/one", default: .json(["at": "{{now}}"]))
    })

  /// The time of day, which somebody sets.
  private final class Wall: Sendable {
    let time = Lock(WallTime(seconds: 1_900_000_000, nanoseconds: 0))
    var now: WallTime { time.withLock { $0 } }
  }

  private let time = ManualTime()
  private let wall = Wall()

  private func server() throws -> TestServer {
    try TestServer(Self.catalog) { [time, wall] in
      $0.time = time
      $0.wallTime = { wall.now }
    }
  }

  private func jump(byDays days: Int) {
    wall.time.withLock { $0 = $0.advanced(byNanoseconds: days * 86_400 * 1_000_000_000) }
  }

  @Test(arguments: [400, -400])
  func `neither ends a lease nor keeps it`(days: Int) throws {
    let server = try server()
    let choice = #"{"variant":"serverError","lease":{"seconds":30}}"#
    #expect(try server.admin("PUT", "/routes/r.one/variant", choice).status == 200)

    jump(byDays: days)
    time.advance(by: .seconds(29))
    #expect(try server.client.get("/one").status == 500)
    time.advance(by: .seconds(2))

    #expect(try server.client.get("/one").status == 200)
  }

  @Test(arguments: [400, -400])
  func `neither ends a session nor keeps it, and says anew when it ends`(days: Int) throws {
    let server = try server()
    let session = try server.begin(#"{"name":"a","ttlSeconds":60}"#)
    #expect(session.description.expiresAt == "2030-03-17T17:47:40.000Z")

    jump(byDays: days)
    time.advance(by: .seconds(50))
    let later = try #require(try server.session(session.id))
    #expect(later.expiresAt == (days > 0 ? "2031-04-21T17:46:50.000Z" : "2029-02-10T17:46:50.000Z"))
    time.advance(by: .seconds(120))

    #expect(try eventually { try server.session(session.id) == nil })
  }

  @Test func `is what answers tell`() throws {
    let server = try server()
    let before = try server.client.get("/one").text
    jump(byDays: -400)

    let after = try server.client.get("/one").text

    #expect(before.contains("2030-03-17"))
    #expect(after.contains("2029-02-10"))
  }

  @Test(arguments: [400, -400])
  func `does not end a delay`(days: Int) throws {
    let server = try server()
    let outcome = #"{"outcome":{"status":204,"delayMilliseconds":1000}}"#
    #expect(try server.admin("PUT", "/routes/r.one/variant", outcome).status == 200)
    let client = try RawClient(port: server.port)
    try client.request("GET", "/one")
    #expect(eventually { server.server.parkedCount == 1 })

    jump(byDays: days)
    #expect(try server.admin("GET", "/health").status == 200)
    #expect(server.server.parkedCount == 1)
    time.advance(by: .milliseconds(1000))

    #expect(try client.readReply().status == 204)
  }
}
