import MicroHTTPD
import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

/// A world under a clock that stands, with what its watcher is told.
struct WorldStage: Sendable {
  let engine: Engine
  let world: World
  let time = ManualTime()
  let changes = ChangeList()
  var names: SelectorNames { engine.switchboard.names }

  init(_ catalog: Catalog) throws {
    let changes = changes
    engine = try Engine(catalog)
    world = World(engine.switchboard, whenChanged: { changes.add($0, $1, $2) })
  }

  /// How a request, such as `POST /users`, is decided (`serverError/group`), and what is done with it
  /// then, in a word.
  func ask(
    _ asked: String, _ lines: [(name: String, value: String)] = [], wanted: String? = nil,
    isReused: Bool = false, in world: World? = nil
  ) throws -> (decided: String, word: String) {
    let world = world ?? self.world
    let words = asked.split(separator: " ").map(String.init)
    let request = try request(
      words.last ?? "", method: words.count > 1 ? words[0] : "GET", headers: lines,
      isReused: isReused)
    let index = try #require(engine.router.matchBothWays(request))
    let settled = wanted == nil ? world.settledAnswer(of: index) : nil
    let decision = world.decide(
      index, request, at: time.now,
      wanted: wanted.flatMap { engine.switchboard.plan(of: index, variant: $0) })
    let performed = decision.plan.perform(
      request, in: world, network: decision.snapshot.network)
    if let settled {
      #expect(settled.plan === decision.plan)
      #expect(settled.source == decision.source)
      #expect(settled.revision == decision.snapshot.revision)
      #expect(Performed.action(settled.action).word == performed.word)
    }
    return ("\(decision.plan.variant)/\(decision.source.rawValue)", performed.word)
  }

  /// How requests are decided, one after the other.
  func decided(_ asked: String..., in world: World? = nil) throws -> [String] {
    try asked.map { try ask($0, in: world).decided }
  }

  /// What is done with requests in a word, one after the other.
  func words(_ asked: String..., in world: World? = nil) throws -> [String] {
    try asked.map { try ask($0, in: world).word }
  }

  /// Makes choices by names; nil takes one back.
  func choose(_ choices: KeyValuePairs<String, Override?>, in world: World? = nil) throws {
    try (world ?? self.world).change(
      choices.map { (selector: try names.selector($0.key), override: $0.value) })
  }

  /// What so many threads make of something, each of which does it so often.
  static func race(
    threads: Int = 64, times: Int = 10, _ body: @escaping @Sendable () throws -> String
  ) throws -> [String: Int] {
    let counts = Lock([String: Int]())
    let workers = try (0..<threads).map { _ in
      try WorkerThread {
        for _ in 0..<times {
          let answer = (try? body()) ?? "an error"
          counts.withLock { $0[answer, default: 0] += 1 }
        }
      }
    }
    for worker in workers { worker.join() }
    return counts.withLock { $0 }
  }
}

/// What a world's watcher is told, in order.
final class ChangeList: Sendable {
  private let list = Lock([(part: Event.Part, revision: Int)]())

  func add(_ world: World, _ part: Event.Part, _ snapshot: Snapshot) {
    list.withLock { $0.append((part, snapshot.revision)) }
  }

  /// The parts that were changed.
  var parts: [Event.Part] { list.withLock { $0.map(\.part) } }
  /// The revisions that the changes made.
  var revisions: [Int] { list.withLock { $0.map(\.revision) } }
  /// Forgets what it was told so far.
  func clear() { list.withLock { $0 = [] } }
}
