import MicroHTTPD
import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("The network of a world")
struct NetworkTests {
  private let engine: Engine

  init() throws {
    engine = try Engine(
      Catalog(
        RouteGroup("r") {
          Route("r.one", .get, "/one", default: .status(200))
          Route("r.bare", .get, "/bare", default: .status(200)).without(.offline)
          Route(
            "r.paced", .get, "/paced", default: .text("a").throttled(bytesPerSecond: 7))
          Route("r.steps", .get, "/steps", default: .sequence(.status(201), .status(202)))
            .activating(["r.one": .serverError])
        }))
  }

  private func decide(_ target: String, sentAgain: Bool = false) throws -> (Decision, Performed) {
    let asked = try request(target, isReused: sentAgain)
    let index = try #require(engine.router.match(asked))
    let decision = engine.world.decide(index, asked, at: .init(nanoseconds: 0))
    return (
      decision,
      decision.plan.perform(asked, in: engine.world, network: decision.snapshot.network)
    )
  }

  @Test func `fails a share of the requests, the same for the same seed`() throws {
    engine.world.setNetwork(Network(failures: .init(rate: 0.25, variant: .serverError, seed: 7)))
    let sources = try (0..<2000).map { _ in try decide("/one").0.source }
    engine.world.reset(positions: true)

    #expect(try (0..<2000).map { _ in try decide("/one").0.source } == sources)
    let failed = sources.count { $0 == .network }
    #expect((450...550).contains(failed))
  }

  @Test func `passes over a route that lacks the variant`() throws {
    engine.world.setNetwork(Network(failures: .init(rate: 1)))

    #expect(try decide("/one").0.source == .network)
    #expect(try decide("/one").1.word == "reset")
    #expect(try decide("/bare").0.source == .default)
  }

  @Test func `fails none at a rate of zero`() throws {
    engine.world.setNetwork(Network(failures: .init(rate: 0)))

    #expect(try (0..<100).allSatisfy { _ in try decide("/one").0.source == .default })
  }

  @Test func `uses nothing up where it fails a request`() throws {
    try engine.world.change([(.route(3), Override(.variant(.default), lease: .requests(1)))])
    engine.world.setNetwork(Network(failures: .init(rate: 1)))
    #expect(try decide("/steps").1.word == "reset")
    engine.world.setNetwork(Network())

    let (decision, performed) = try decide("/steps")

    #expect(decision.source == .route)
    #expect(performed.word == "201")
    #expect(try decide("/one").0.source == .route)
  }

  @Test func `fails again what a client sends again by itself`() throws {
    engine.world.setNetwork(Network(failures: .init(rate: 0.5, seed: 7)))
    // Which of the draws fail.
    let fails = try (0..<20).map { _ in try decide("/one").0.source == .network }
    engine.world.reset(positions: true)

    for expected in fails {
      let first = try decide("/one", sentAgain: true).0.source == .network
      #expect(first == expected)
      if first { #expect(try decide("/one").0.source == .network) }
    }
  }

  @Test func `varies its delay within its jitter, never below zero`() throws {
    engine.world.setNetwork(Network(delay: .milliseconds(100), jitter: .milliseconds(50)))
    let delays = try (0..<1000).map { _ in try decide("/one").1.delay }

    #expect(delays.allSatisfy { (.milliseconds(50)...Duration.milliseconds(150)).contains($0) })
    #expect(Set(delays).count > 900)
    engine.world.setNetwork(Network(delay: .milliseconds(10), jitter: .milliseconds(50)))
    #expect(try (0..<100).contains { _ in try decide("/one").1.delay == .zero })
  }

  @Test func `paces every body that sets no pace itself`() throws {
    engine.world.setNetwork(Network(bytesPerSecond: 1000))

    guard case .action(.paced(let pace, _)) = try decide("/one").1 else {
      Issue.record("no pace")
      return
    }
    #expect(pace == .steady(bytesPerSecond: 1000))
    guard case .action(.paced(let own, _)) = try decide("/paced").1 else {
      Issue.record("no pace")
      return
    }
    #expect(own == .steady(bytesPerSecond: 7))
  }
}
