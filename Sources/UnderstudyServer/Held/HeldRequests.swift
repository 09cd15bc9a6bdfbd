import MicroHTTPD
import Platform
import Synchronization
import UnderstudyEngine

/// The requests that wait until somebody releases them, of all worlds.
final class HeldRequests: Sendable {
  private let requests = Lock([Int: Held]())
  /// Whether there has ever been one.
  private let isUsed = Atomic<Bool>(false)

  /// One that waits.
  struct Held: Sendable {
    let exchange: Exchange
    let entry: JournalEntry
    /// Since when.
    let since: Moment
  }

  /// How many there are.
  var count: Int { requests.withLock { $0.count } }

  /// Adds a request that is parked, and on record.
  func add(_ exchange: Exchange, _ entry: JournalEntry, at now: Moment) {
    let held = Held(exchange: exchange, entry: entry, since: now)
    isUsed.store(true, ordering: .releasing)
    requests.withLock { $0[entry.seq] = held }
  }

  /// Takes a request out: it has ended, or somebody releases it.
  @discardableResult
  func remove(_ entry: JournalEntry) -> Held? {
    // Every request that ends comes by here, and mostly none is held. One that was has been added by
    // the thread that ends it, or before it came there.
    guard isUsed.load(ordering: .acquiring) else { return nil }
    return requests.withLock { $0.isEmpty ? nil : $0.removeValue(forKey: entry.seq) }
  }

  /// The requests that a closure names, the oldest first.
  func all(where isMeant: (JournalEntry) -> Bool) -> [Held] {
    requests.withLock { Array($0.values) }.filter { isMeant($0.entry) }
      .sorted { $0.entry.seq < $1.entry.seq }
  }

  /// The requests of a world, or of all, the oldest first.
  ///
  /// - Parameters:
  ///   - view: whose.
  ///   - route: the place of a route, where only its own are meant.
  /// - Returns: the requests.
  func all(of view: JournalView, route: Int? = nil) -> [Held] {
    all { view.contains($0) && (route == nil || $0.routed?.index == route) }
  }

  /// The request of a number; nil where it is not held (any more).
  func held(_ seq: Int) -> Held? { requests.withLock { $0[seq] } }
}
