import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A world")
struct WorldTests {
  static let catalog = Catalog(
    RouteGroup("items") {
      Route("items.list", .get, "/items", default: .json([1]))
      Route("items.text", .get, "/text", default: .text("a"))
      RouteGroup("items.sub") { Route("items.sub.one", .get, "/sub", default: .status(200)) }
    },
    RouteGroup("users") { Route("users.list", .get, "/users", default: .status(200)) })

  let engine: Engine
  var world: World { engine.world }
  var names: SelectorNames { engine.switchboard.names }

  init() throws { engine = try Engine(Self.catalog) }

  private func active() -> [String] {
    world.current.choices.map { "\($0.plan.variant)/\($0.source.rawValue)" }
  }

  @Test func `lets the route win over its group and the group over all`() throws {
    try world.change([
      (.all, .variant("serverError")), (names.selector("items.*"), .variant("offline")),
      (names.selector("items.sub.*"), .variant("forbidden")),
      (names.selector("items.text"), .variant("timeout")),
    ])

    #expect(active() == ["offline/group", "timeout/route", "forbidden/group", "serverError/all"])

    try world.change([(names.selector("items.text"), nil), (.all, nil)])

    #expect(active() == ["offline/group", "offline/group", "forbidden/group", "default/default"])
  }

  @Test func `passes over routes that lack the variant`() throws {
    try world.change([(.all, .variant("empty"))])

    #expect(
      active() == ["empty/all", "default/default", "default/default", "default/default"])
  }

  @Test func `knows who was decided on before the last change, and comes late to be dropped`()
    throws
  {
    let early = journalEntry(revision: world.current.revision)
    #expect(!world.isLatecomer(early))
    try world.change([(.all, .variant("offline"))])

    world.dropLatecomers()

    #expect(world.isLatecomer(early))
    #expect(!world.isLatecomer(journalEntry(revision: world.current.revision)))
  }

  @Test func `makes all changes or none`() throws {
    let before = world.current.revision

    #expect(throws: SwitchProblem.self) {
      try world.change([
        (names.selector("users.list"), .variant("offline")),
        (names.selector("items.text"), .variant("empty")),
      ])
    }

    #expect(active().allSatisfy { $0 == "default/default" })
    #expect(world.current.revision == before)
  }

  @Test func `counts each change`() throws {
    let before = world.current.revision

    try world.change([(.all, .variant("offline"))])
    world.setNetwork(Network(delay: .milliseconds(5)))
    world.clear()

    #expect(world.current.revision == before + 3)
    #expect(world.current.network.delay == .milliseconds(5))
  }

  @Test(arguments: [
    ("users.lst", " Did you mean 'users.list'?"), ("itms.*", " Did you mean 'items.*'?"), ("x", ""),
    ("users", " Did you mean 'users.*'?"),
  ])
  func `knows what was meant`(name: String, suggestion: String) {
    do throws(SwitchProblem) {
      _ = try names.selector(name)
      Issue.record("'\(name)' was found")
    } catch {
      guard case .unknownSelector(name, suggestion) = error else {
        Issue.record("another problem: \(error)")
        return
      }
    }
  }

  @Test func `takes an outcome that was given on the spot`() throws {
    try world.change([
      (names.selector("users.list"), .outcome(.sequence(.status(201), .status(202))))
    ])
    let plan = world.current.choices[3].plan

    let statuses = try (0..<3).map { _ in
      plan.perform(try request("/users"), in: world, network: Network()).status
    }

    #expect(plan.variant == "outcome")
    #expect(statuses == [201, 202, 202])
  }

  struct DelayExample: Sendable, CustomTestStringConvertible {
    var variant: String, milliseconds: Int
    var testDescription: String { "\(variant): \(milliseconds) ms" }
  }

  @Test(
    .bug(id: "D11"),
    arguments: [
      DelayExample(variant: "a", milliseconds: 500), DelayExample(variant: "b", milliseconds: 0),
      DelayExample(variant: "c", milliseconds: 100),
    ])
  func `tells no delay from a delay of zero`(_ example: DelayExample) throws {
    let engine = try Engine(
      single(.status(200)) {
        $0.delay(.milliseconds(500)).variant("a", .status(200))
          .variant("b", .status(200).delayed(.zero))
          .variant("c", .status(200).delayed(.milliseconds(100)))
      })
    engine.world.setNetwork(Network(delay: .milliseconds(200)))

    #expect(
      try engine.perform(example.variant)?.delay == .milliseconds(example.milliseconds))
  }

  @Test func `delays what has no delay of its own by the network's`() throws {
    let engine = try Engine(single(.status(200)))
    engine.world.setNetwork(Network(delay: .milliseconds(200)))

    #expect(try engine.perform("default")?.delay == .milliseconds(200))
    #expect(try engine.perform("loading")?.delay == .milliseconds(950))
    #expect(try engine.perform("offline")?.delay == .milliseconds(200))
  }
}

@Suite("A sequence")
struct SequenceTests {
  @Test(.bug(id: "S01"))
  func `gives each step once, whoever asks at the same time`() throws {
    let engine = try Engine(single(.sequence(.status(201), .status(202))))
    // The thread sanitizer needs fewer rounds and more time for each.
    #if RACE
      let rounds = 2
    #else
      let rounds = 20
    #endif
    for _ in 0..<rounds {
      engine.world.reset(positions: true)
      let statuses = Lock([Int]())

      let threads = try (0..<8).map { _ in
        try WorkerThread {
          for _ in 0..<125 {
            guard let status = try? engine.perform()?.status else { continue }
            statuses.withLock { $0.append(status) }
          }
        }
      }
      for thread in threads { thread.join() }

      let all = statuses.withLock { $0 }
      #expect(all.count == 1000)
      #expect(all.count { $0 == 201 } == 1)
    }
  }

  @Test func `begins anew at its end where it loops`() throws {
    let engine = try Engine(single(.sequence(.status(201), .status(202), then: .loop)))

    let statuses = try (0..<5).map { _ in try engine.perform()?.status }

    #expect(statuses == [201, 202, 201, 202, 201])
  }

  @Test func `spends no step on a reset that the client repeats by itself`() throws {
    let engine = try Engine(single(.sequence(.fault(.reset), .status(200))))

    #expect(try engine.perform(sentAgain: true)?.word == "reset")
    #expect(try engine.perform(sentAgain: false)?.word == "reset")
    #expect(try engine.perform(sentAgain: true)?.word == "200")
  }

  @Test func `may have steps with delays, faults and other variants`() throws {
    let engine = try Engine(
      single(.json([1])) {
        $0.variant(
          "s",
          .sequence(
            .variant(.loading), .fault(.emptyReply), .status(503).delayed(.seconds(2)), .held,
            .default))
      })

    #expect(try engine.perform("s")?.delay == .milliseconds(750))
    #expect(try engine.perform("s")?.word == "close")
    #expect(try engine.perform("s")?.delay == .seconds(2))
    #expect(try engine.perform("s")?.word == "held")
    #expect(try engine.perform("s")?.word == "200")
    #expect(try engine.perform("s")?.word == "200")
  }

  @Test(.bug(id: "S04"))
  func `goes back to its start on a reset, also one that was given on the spot`() throws {
    let engine = try Engine(single(.status(200)))
    try engine.world.change([(.all, .outcome(.sequence(.status(201), .status(202))))])
    _ = try engine.performNow()
    #expect(try engine.performNow().status == 202)

    engine.world.reset(positions: true)

    #expect(try engine.performNow().status == 201)
  }
}
