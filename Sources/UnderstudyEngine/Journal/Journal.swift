import MicroHTTPD
import Platform
import Synchronization

/// The record of all requests: bounded by number and memory, its counts exact for ever.
///
/// ```swift
/// let journal = Journal(routeCount: 12)
/// journal.open(entry)  // the request is read and routed
/// journal.close(entry, JournalEntry.End(.completed, at: time.now))
/// journal.counts.total  // 1
/// ```
///
/// The oldest entries make room for new ones; counts go on, so that a route's hits stay true
/// whatever was dropped.
package final class Journal: Sendable {
  /// How much is kept.
  package let limits: Limits
  private let record: Lock<Record>
  /// Whether somebody watches, and whether it was told of a change: see ``WatchState``.
  private let watchState = Atomic<Int>(WatchState.nobody)
  private let watcher = Lock<(@Sendable () -> Void)?>(nil)

  /// How much a journal keeps.
  package struct Limits: Sendable, Hashable {
    /// How many entries; with 0 there are counts alone.
    package var entries = 10_000
    /// How many bytes, in entries and answers together.
    package var bytes = 64 * 1024 * 1024
    /// How much of each body, in bytes.
    package var body = 64 * 1024

    /// The defaults.
    package init() {}
  }

  /// What is exact, whatever was dropped, since the start or the last ``Journal/clear()``.
  package struct Counts: Sendable, Hashable {
    /// All requests.
    package var total = 0
    /// Those that no route took, or that were refused.
    package var unmatched = 0
    /// Those that are on record no more.
    package var dropped = 0
    /// How often the journal was cleared.
    package var generation = 0
    /// The number of the last request; 0 before the first.
    package var lastSeq = 0
  }

  private enum WatchState {
    static let nobody = 0
    static let watching = 1
    static let told = 2
  }

  /// An empty journal for so many routes.
  package init(routeCount: Int, limits: Limits = Limits()) {
    self.limits = limits
    record = Lock(Record(routeCount: routeCount))
  }
}

// MARK: - Writing

extension Journal {
  /// Puts a request on record, and gives it its number.
  package func open(_ entry: JournalEntry) {
    // Let go of outside the lock: freeing is the greater part of the work.
    let dropped = record.withLock { $0.add(entry, limits) }
    tellWatcher()
    _ = dropped
  }

  /// Adds to a request how it ended.
  package func close(_ entry: JournalEntry, _ end: JournalEntry.End) {
    guard entry.setEnd(end) else { return }
    // A reply that many requests share is charged to the first that had it.
    if let answer = end.answer, answer.shared?.isFirstUse() != false {
      let dropped = record.withLock { $0.charge(answer, of: entry, limits) }
      _ = dropped
    }
    tellWatcher()
  }

  /// Forgets every request and sets all counts to zero; numbers go on.
  package func clear() {
    let dropped = record.withLock { $0.clear() }
    tellWatcher()
    _ = dropped
  }
}

// MARK: - Reading

extension Journal {
  /// The counts that are exact.
  package var counts: Counts { record.withLock { $0.counts } }

  /// How many requests a route has taken.
  package func hits(ofRoute index: Int) -> Int { record.withLock { $0.hits[index] } }

  /// How many requests each route has taken, in the order of the catalog.
  package var hits: [Int] {
    // A copy that shares nothing: the next request must not pay for it.
    record.withLock { record in record.hits.map { $0 } }
  }

  /// The request of a number; nil where it is not on record.
  package func entry(_ seq: Int) -> JournalEntry? { record.withLock { $0.entry(seq) } }

  /// Some requests on record, the oldest first.
  package struct Page: Sendable {
    /// The requests.
    package var entries: [JournalEntry]
    /// How many were dropped from the record between the number that was asked for and the first.
    package var missing: Int
    /// The number behind the last.
    package var next: Int
    /// How often the journal had been cleared.
    package var generation: Int
  }

  /// The requests from a number on.
  ///
  /// - Parameters:
  ///   - seq: the number of the first; earlier ones count as missing where they were dropped.
  ///   - limit: how many at most.
  /// - Returns: the requests with what is missing before them.
  package func page(from seq: Int, limit: Int = 256) -> Page {
    record.withLock { $0.page(from: seq, limit: limit) }
  }
}

// MARK: - Watching

extension Journal {
  /// Names who is told of changes, from the thread that makes them: it must only ring a bell.
  package func setWatcher(_ tell: @escaping @Sendable () -> Void) {
    watcher.withLock { $0 = tell }
  }

  /// Asks to be told of the next change, once; call it before looking.
  package func watch() {
    watchState.store(WatchState.watching, ordering: .sequentiallyConsistent)
  }

  /// Asks to be told no more.
  package func unwatch() {
    watchState.store(WatchState.nobody, ordering: .sequentiallyConsistent)
  }

  /// The change was made under the lock, and whoever watches reads under it behind ``watch()``:
  /// either it sees the change, or this sees it watching.
  private func tellWatcher() {
    guard watchState.load(ordering: .sequentiallyConsistent) == WatchState.watching,
      watchState.compareExchange(
        expected: WatchState.watching, desired: WatchState.told,
        ordering: .sequentiallyConsistent
      ).exchanged
    else { return }
    watcher.withLock { $0 }?()
  }
}
