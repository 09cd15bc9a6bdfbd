import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A delay that is drawn")
struct DrawnDelayTests {
  private static let uniform = Outcome.status(200).delayed(
    .uniform(.milliseconds(100), .milliseconds(300)), seed: 7)

  private func delays(_ engine: Engine, _ count: Int) throws -> [Duration] {
    try (0..<count).map { _ in try engine.performNow().delay }
  }

  @Test func `is the same for the same seed`() throws {
    let one = try delays(Engine(single(Self.uniform)), 50)

    #expect(try delays(Engine(single(Self.uniform)), 50) == one)
    #expect(Set(one).count > 40)
    let other = Outcome.status(200).delayed(
      .uniform(.milliseconds(100), .milliseconds(300)), seed: 8)
    #expect(try delays(Engine(single(other)), 50) != one)
  }

  @Test func `begins again on a reset`() throws {
    let engine = try Engine(single(Self.uniform))
    let one = try delays(engine, 5)
    #expect(try delays(engine, 5) != one)

    engine.world.reset(positions: true)

    #expect(try delays(engine, 5) == one)
  }

  @Test func `lies between its ends, evenly`() throws {
    let delays = try delays(Engine(single(Self.uniform)), 4000)

    #expect(delays.allSatisfy { (.milliseconds(100)...Duration.milliseconds(300)).contains($0) })
    let mean = delays.reduce(.zero, +) / delays.count
    #expect((.milliseconds(197)...Duration.milliseconds(203)).contains(mean))
  }

  @Test func `has its median, and a long tail`() throws {
    let outcome = Outcome.status(200).delayed(.logNormal(median: .milliseconds(100), sigma: 0.5))
    let delays = try delays(Engine(single(outcome)), 4000).sorted()

    #expect((.milliseconds(97)...Duration.milliseconds(103)).contains(delays[2000]))
    // e to the 0.5 is 1.65: some 84 of a hundred lie below.
    #expect((.milliseconds(155)...Duration.milliseconds(175)).contains(delays[3364]))
    #expect(delays[3960] > .milliseconds(290))
  }

  @Test func `goes before the route's and the network's`() throws {
    let engine = try Engine(single(Self.uniform) { $0.delay(.seconds(9)) })
    engine.world.setNetwork(Network(delay: .seconds(8)))

    #expect(try engine.performNow().delay <= .milliseconds(300))
  }

  @Test func `takes one draw a request, whatever its parts set`() throws {
    let steps = Outcome.sequence(.status(201), .status(202).delayed(.zero), then: .loop)
    let engine = try Engine(single(steps.delayed(.uniform(.seconds(1), .seconds(2)), seed: 7)))
    let plain = try Engine(
      single(.status(200).delayed(.uniform(.seconds(1), .seconds(2)), seed: 7)))

    let (drawn, expected) = (try delays(engine, 4), try delays(plain, 4))

    #expect(drawn == [expected[0], .zero, expected[2], .zero])
  }
}
