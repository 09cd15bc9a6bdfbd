import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("What a world answers every request of a route with")
struct SettledAnswerTests {
  static let catalog = Catalog(
    RouteGroup("r") {
      Route("r.one", .get, "/one", default: .text("a"))
        .variant("slow", .text("b").delayed(.seconds(1)))
      Route("r.steps", .get, "/steps", default: .sequence(.status(201), .status(202)))
      Route("r.filled", .get, "/filled/{id}", default: .json(["id": "{{path.id}}"]))
      Route("r.paced", .get, "/paced", default: .text("a").throttled(bytesPerSecond: 7))
      Route("r.starts", .post, "/starts", default: .status(204)).activating([
        "r.one": .variant("slow")
      ])
    })

  let stage: WorldStage

  init() throws { stage = try WorldStage(Self.catalog) }

  /// The variant and who decided; nil where it has to be decided for each request.
  private func settled(_ route: String) throws -> String? {
    let route = try #require(stage.engine.switchboard.entries.first { $0.id.rawValue == route })
    let answer = stage.world.settledAnswer(of: route.index)
    return answer.map { "\($0.plan.variant)/\($0.source.rawValue)" }
  }

  @Test(arguments: [
    ("r.one", "default/default"), ("r.steps", nil), ("r.filled", nil), ("r.paced", nil),
    ("r.starts", nil),
  ])
  func `is there where neither the request nor its order matters`(route: String, settled: String?)
    throws
  {
    #expect(try self.settled(route) == settled)
  }

  @Test func `follows a choice, but not one that ends by itself, or waits`() throws {
    try stage.choose(["r.one": Override(.variant(.serverError))])
    #expect(try settled("r.one") == "serverError/route")
    try stage.choose(["r.one": Override(.variant(.serverError), lease: .requests(2))])
    #expect(try settled("r.one") == nil)
    try stage.choose(["r.one": Override(.variant("slow"))])
    #expect(try settled("r.one") == nil)
  }

  @Test func `is not there while a lease elsewhere may end, or the network is slow`() throws {
    let end = stage.time.now + .seconds(5)
    try stage.choose(["r.steps": Override(.variant(.serverError), lease: .until(end))])
    #expect(try settled("r.one") == nil)
    try stage.choose(["r.steps": nil])
    #expect(try settled("r.one") == "default/default")
    var network = Network()
    network.delay = .milliseconds(5)
    stage.world.setNetwork(network)
    #expect(try settled("r.one") == nil)
  }
}
