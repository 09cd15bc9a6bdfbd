import MicroHTTPD
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A weighted outcome")
struct WeightedOutcomeTests {
  static func outcome(seed: UInt64 = 7) -> Outcome {
    .weighted([.status(201): 6, .status(202): 3, .status(203): 1], seed: seed)
  }

  private func statuses(_ engine: Engine, _ count: Int) throws -> [Int] {
    try (0..<count).map { _ in try #require(try engine.performNow().status) }
  }

  @Test func `gives the same draws for the same seed`() throws {
    let one = try statuses(Engine(single(Self.outcome())), 100)

    #expect(try statuses(Engine(single(Self.outcome())), 100) == one)
    #expect(try statuses(Engine(single(Self.outcome(seed: 8))), 100) != one)
    #expect(one.prefix(10) == [201, 201, 203, 201, 201, 201, 201, 201, 201, 201])
  }

  @Test func `gives each choice its share, near enough`() throws {
    let counts = try Dictionary(
      grouping: statuses(Engine(single(Self.outcome())), 10_000), by: \.self
    ).mapValues(\.count)

    #expect(counts == [201: 6053, 202: 2982, 203: 965])
  }

  @Test func `gives a choice that is alone every time`() throws {
    let engine = try Engine(single(.weighted([.status(201): 1_000_000], seed: .max)))

    #expect(try statuses(engine, 10) == Array(repeating: 201, count: 10))
  }

  @Test(.bug(id: "S04"))
  func `begins again on a reset`() throws {
    let engine = try Engine(single(Self.outcome()))
    let before = try statuses(engine, 20)

    engine.world.reset(positions: true)

    #expect(try statuses(engine, 20) == before)
  }

  @Test(.bug(id: "S01"))
  func `gives every request a draw of its own, at any concurrency`() async throws {
    let expected = try statuses(Engine(single(Self.outcome())), 1000)
    let engine = try Engine(single(Self.outcome()))

    let drawn = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask { try statuses(engine, 125) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }

    #expect(drawn.sorted() == expected.sorted())
  }

  @Test func `has delays, faults and references as choices, and what lies around it`() throws {
    let engine = try Engine(
      single(.json([1])) {
        $0.delay(.seconds(9))
          .variant("late", .weighted([.variant(.loading): 1]).status(202).delayed(.seconds(1)))
          .variant("broken", .weighted([.fault(.emptyReply): 1]))
          .variant("held", .weighted([.held: 1]))
      })

    #expect(try engine.perform("late")?.status == 202)
    #expect(try engine.perform("late")?.delay == .milliseconds(1750))
    #expect(try engine.perform("broken")?.word == "close")
    #expect(try engine.perform("held")?.word == "held")
  }

  @Test func `shares its position with the variants that derive from it`() throws {
    let draws = try statuses(Engine(single(Self.outcome())), 30)
    let engine = try Engine(single(Self.outcome()))

    let mixed = try (0..<30).map { try engine.perform($0 % 2 == 0 ? "default" : "loading")?.status }

    #expect(mixed == draws)
  }

  @Test func `spends no draw on a reset that its client does not show`() throws {
    let outcome = Outcome.weighted([.fault(.reset): 1, .status(201): 1], seed: 7)
    let words = { (sentAgain: Bool) throws in
      let engine = try Engine(single(outcome))
      return try (0..<40).map { _ in try engine.performNow(sentAgain: sentAgain).word }
    }
    let fresh = try words(false)
    let reused = try words(true)

    let leading = fresh.prefix { $0 == "201" }
    #expect(fresh.contains("reset") && fresh.contains("201"))
    #expect(reused == leading + Array(repeating: "reset", count: 40 - leading.count))
  }

  @Test func `has an empty variant where a choice is JSON`() throws {
    let json = try Engine(single(.weighted([.status(503): 1, .json([1]): 9])))
    let none = try Engine(single(.weighted([.status(503): 1, .text("a"): 9])))

    #expect(json.switchboard.entries[0].table.has(.empty))
    #expect(!none.switchboard.entries[0].table.has(.empty))
  }

  @Test func `is told in a line`() {
    #expect(OutcomeSummary.text(of: Self.outcome()) == "one of 3 by weight")
    #expect(
      OutcomeSummary.text(of: Self.outcome().status(503).delayed(.milliseconds(5)))
        == "503, one of 3 by weight, after 5 ms")
  }

  @Test func `keeps a request's body where a choice reads it`() throws {
    let reading = try Engine(single(.weighted([.status(200): 1, .text("{{body/a}}"): 1])))
    let other = try Engine(single(Self.outcome()))

    #expect(reading.world.current.choices[0].readsBody)
    #expect(!other.world.current.choices[0].readsBody)
  }

  @Test func `leaves braces in what a closure returns`() throws {
    let engine = try Engine(single(.dynamic { _ in .weighted([.text("{{uuid}}"): 1]) }))

    #expect(try engine.performNow().reply?.body(upTo: .max) == Array("{{uuid}}".utf8))
  }
}

@Suite("SplitMix64")
struct SplitMix64Tests {
  @Test func `gives the numbers that others give`() {
    // The first outputs of the reference implementation (Vigna, splitmix64.c) for this seed.
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]

    #expect((0..<5).map { SplitMix64.number($0, seed: 1_234_567) } == expected)
  }
}
